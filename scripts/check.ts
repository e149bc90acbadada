import { globSync } from "node:fs";
import { dirname, join } from "node:path";
import { root, runProgram, runTurbo } from "./run-program.ts";
import { builtProjects } from "./run-vitest.ts";

// `npm run check`: the checks before a commit. Types, lint, structure, unused code, and the unit tests in each folder
// with a file that differs from main.

/** Files that differ from main, committed or not. */
async function listChanged(): Promise<string[]> {
  const base = await git("merge-base", "HEAD", "main");
  const [changed, added] = [
    await git("diff", "--name-only", base),
    await git("ls-files", "--others", "--exclude-standard"),
  ];
  return [changed, added].flatMap((names) => names.split("\n")).filter((name) => name !== "");
}

async function git(...args: string[]): Promise<string> {
  const { code, output } = await runProgram("git", args);
  if (code === 0) return output.trim();
  console.error(output);
  process.exit(1);
}

/** Fails for a procedure that the authorization matrix lacks, and takes a second. */
const matrixTest = "apps/server/src/transports/authorization-matrix.test.ts";

/** The unit tests directly in a folder with a changed file. */
function listTests(files: readonly string[]): string[] {
  const sources = files.filter((file) => /\.tsx?$/.test(file) && !/\/(?:e2e|fuzz)\//.test(file));
  const folders = new Set(sources.map((file) => dirname(file)));
  const tests = [...folders].flatMap((folder) => globSync(`${folder}/*.test.{ts,tsx}`, { cwd: root }));
  const changesApi = sources.some((file) => file.startsWith("packages/api/src/"));
  return changesApi ? [...new Set([...tests, matrixTest])] : tests;
}

async function testChanged() {
  const tests = listTests(await listChanged());
  if (tests.length === 0) return { code: 0, output: "" };
  return runProgram("vitest", ["run", `--project=!${builtProjects}`, "--passWithNoTests", "--reporter=dot", ...tests]);
}

const node = (script: string) => runProgram(process.execPath, [join(root, "scripts", script)]);
const checks = {
  "code style and lint": () => runProgram("biome", ["ci", "--colors=off", "."]),
  types: () => runTurbo("typecheck", ["--continue"]),
  structure: () => node("check/structure.ts"),
  "nothing unused": () => runProgram("knip", []),
  "workspaces agree on versions": () => runProgram("sherif", []),
  "catalogs are complete": () => node("check/catalogs.ts"),
  "unit tests of changed folders": testChanged,
};

let hasFailed = false;
const startedAt = performance.now();
for (const [name, run] of Object.entries(checks)) {
  const begun = performance.now();
  const { code, output } = await run();
  if (code !== 0) console.log(output.trimEnd());
  hasFailed ||= code !== 0;
  console.log(`${code === 0 ? "ok    " : "FAILED"} ${name} (${Math.round((performance.now() - begun) / 1000)} s)`);
}
console.log(
  `${hasFailed ? "Some checks failed." : "All checks passed."} ${Math.round((performance.now() - startedAt) / 1000)} s`,
);
console.log("Tests of other folders did not run: npm run test:unit runs them all.");
process.exitCode = hasFailed ? 1 : 0;
