import { join } from "node:path";
import { root, runProgram, runTurbo } from "./run-program.ts";

/**
 * Writes the source files that are not in git: the compiled catalogs, the types of the REST API and the tree of routes.
 * Ends the process on a failure.
 */
export async function generateSources(): Promise<void> {
  const steps = [
    () => runTurbo("sources"),
    () => runProgram(process.execPath, ["generate-routes.ts"], { directory: join(root, "apps/web") }),
  ];
  for (const run of steps) {
    const { code, output } = await run();
    if (code === 0) continue;
    console.error(output);
    process.exit(1);
  }
}
