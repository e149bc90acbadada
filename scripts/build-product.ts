import { createHash } from "node:crypto";
import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root, runTurbo } from "./run-program.ts";

const stamp = join(root, "node_modules/.daymark-build");

/** Files that exist only after a complete build. */
const outputs = ["apps/server/dist/main.js", "apps/web/dist/client", "apps/web/dist/server"];

/**
 * Builds both apps if one of their sources changed since the last build; otherwise only reads the sources (0.1 s). If
 * the build fails, it prints the builder's output and ends the process.
 */
export async function buildProduct(): Promise<void> {
  const wanted = hashOfSources();
  const isBuilt = existsSync(stamp) && readFileSync(stamp, "utf8") === wanted;
  if (isBuilt && outputs.every((output) => existsSync(join(root, output)))) return;
  console.log("Building Daymark …");
  rmSync(stamp, { force: true });
  const { code, output } = await runTurbo("build");
  if (code !== 0) {
    console.error(output);
    console.error("The build failed; its output is above.");
    process.exit(1);
  }
  writeFileSync(stamp, wanted);
}

function hashOfSources(): string {
  const files = globSync(
    [
      "pnpm-lock.yaml",
      "turbo.json",
      "tsconfig.base.json",
      "{apps,packages}/*/*.{json,ts}",
      "{apps,packages}/*/{src,public,locales}/**",
    ],
    {
      cwd: root,
      withFileTypes: true,
      // Files that the build itself writes, or that only tests read.
      exclude: (entry) =>
        /^node_modules$|\.gen\.ts$|\.test\.tsx?$/.test(entry.name) ||
        (/locales\/\w+$/.test(entry.parentPath) && entry.name.endsWith(".ts")),
    },
  )
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  const hash = createHash("sha256").update(process.version);
  for (const file of files.sort()) hash.update(`\0${file}\0`).update(readFileSync(file));
  return hash.digest("hex");
}

if (import.meta.main) await buildProduct();
