import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { root, runProgram } from "../run-program.ts";

const i18n = join(root, "packages/i18n");
const lingui = join(i18n, "node_modules/.bin/lingui");

/**
 * Extracts the messages of the sources into copies of the catalogs, so that no file of the repository changes.
 *
 * @returns the catalogs that an extraction would change; Lingui's output if it failed.
 */
async function findStaleCatalogs(): Promise<{ stale: string[]; failure?: string }> {
  const directory = mkdtempSync(join(tmpdir(), "daymark-catalogs-"));
  try {
    cpSync(join(i18n, "locales"), join(directory, "locales"), { recursive: true });
    const config = join(directory, "lingui.config.ts");
    writeFileSync(
      config,
      `import base from ${JSON.stringify(pathToFileURL(join(i18n, "lingui.config.ts")).href)};
const catalogs = base.catalogs.map((catalog) => ({
  ...catalog,
  path: catalog.path.replace("<rootDir>", ${JSON.stringify(directory)}),
}));
export default { ...base, rootDir: ${JSON.stringify(i18n)}, catalogs };
`,
    );
    const { code, output } = await runProgram(lingui, ["extract", "--clean", "--config", config], { directory: i18n });
    if (code !== 0) return { stale: [], failure: output };
    const changed = (name: string) =>
      readFileSync(join(i18n, name), "utf8") !== readFileSync(join(directory, name), "utf8");
    return { stale: globSync("locales/*/*.po", { cwd: directory }).filter(changed) };
  } finally {
    rmSync(directory, { recursive: true });
  }
}

/** The places of texts without a translation, as `file:line: text`. */
function findUntranslated(): string[] {
  return globSync("locales/*/*.po", { cwd: i18n }).flatMap((name) => {
    const entries = readFileSync(join(i18n, name), "utf8").matchAll(/^msgid (".+")\nmsgstr ""\n(?!")/gm);
    return [...entries].map(({ 1: text, index, input }) => {
      const line = input.slice(0, index).split("\n").length;
      return `packages/i18n/${name}:${line}: ${text}`;
    });
  });
}

const { stale, failure } = await findStaleCatalogs();
for (const name of stale) {
  console.error(`packages/i18n/${name} lacks texts of the sources, or has old ones: run npm run i18n:extract.`);
}
if (failure) console.error(failure);
const { code, output } = await runProgram(lingui, ["compile", "--strict", "--typescript"], { directory: i18n });
if (code !== 0) {
  console.error(output);
  for (const place of findUntranslated()) console.error(`${place} has no translation.`);
}
process.exitCode = stale.length === 0 && !failure && code === 0 ? 0 : 1;
