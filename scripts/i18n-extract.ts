import { join } from "node:path";
import { root, runProgram } from "./run-program.ts";

// `npm run i18n:extract`: extracts new messages of the sources into the catalogs for translation, and compiles them.
const directory = join(root, "packages/i18n");
for (const args of [
  ["extract", "--clean", "--overwrite"],
  ["compile", "--typescript"],
]) {
  const { code } = await runProgram(join(directory, "node_modules/.bin/lingui"), args, { shown: true, directory });
  if (code !== 0) process.exit(code);
}
