import { runProgram } from "./run-program.ts";

/** The name pattern of projects that test the built product. */
export const builtProjects = "e2e*";

/**
 * Runs tests and shows vitest's output.
 *
 * @param args arguments of vitest: projects, files, options
 * @returns the exit code
 */
export async function runVitest(args: string[]): Promise<number> {
  const isWatching = args.includes("--watch");
  const { code } = await runProgram("vitest", isWatching ? args : ["run", ...args], {
    shown: true,
    isInteractive: isWatching,
  });
  return code;
}
