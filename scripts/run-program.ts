import { type ChildProcess, spawn } from "node:child_process";
import { dirname } from "node:path";

export const root = dirname(import.meta.dirname);

/** The pnpm version of bootstrap.mjs and package.json. */
const pnpm = "pnpm@12.21.0";

const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
const running = new Set<ChildProcess>();

/** A signal to this process also ends the programs that it started. */
function endAll(signal: NodeJS.Signals): void {
  for (const child of running) child.kill(signal);
  process.exit(signal === "SIGINT" ? 130 : 143);
}

function start(child: ChildProcess): void {
  if (running.size === 0) for (const signal of signals) process.on(signal, endAll);
  running.add(child);
}

function finish(child: ChildProcess): void {
  running.delete(child);
  if (running.size === 0) for (const signal of signals) process.off(signal, endAll);
}

export type ProgramResult = { code: number; output: string };

/**
 * Runs a program to its end.
 *
 * @param options.directory the repository's root by default.
 * @param options.shown also writes the output to our own output as it arrives.
 * @param options.isInteractive gives the program our terminal; its output is then not collected.
 * @returns the exit code (1 if a signal ended it) and the output.
 */
export function runProgram(
  program: string,
  args: string[],
  options: { shown?: boolean; isInteractive?: boolean; env?: NodeJS.ProcessEnv; directory?: string } = {},
): Promise<ProgramResult> {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: options.directory ?? root,
      env: { ...process.env, ...options.env },
      stdio: options.isInteractive ? "inherit" : ["ignore", "pipe", "pipe"],
    });
    start(child);
    let output = "";
    const collect = (stream: NodeJS.WriteStream) => (chunk: Buffer) => {
      output += chunk;
      if (options.shown) stream.write(chunk);
    };
    child.stdout?.on("data", collect(process.stdout));
    child.stderr?.on("data", collect(process.stderr));
    child.once("error", (error) => {
      finish(child);
      resolve({ code: 1, output: `${output}${program} cannot be started: ${error.message}\n` });
    });
    child.once("close", (code) => {
      finish(child);
      resolve({ code: code ?? 1, output });
    });
  });
}

/** Runs the pinned pnpm. */
export function runPnpm(args: string[]): Promise<ProgramResult> {
  return runProgram("npx", ["-y", pnpm, ...args]);
}

/** Runs a task of turbo.json in all workspaces. turbo uses its cache for unchanged ones. The task uses no network. */
export function runTurbo(task: string, args: string[] = [], options: { shown?: boolean } = {}): Promise<ProgramResult> {
  // This runs through pnpm, because turbo runs a package's scripts with the pnpm that it finds.
  return runProgram("npx", ["-y", pnpm, "exec", "turbo", "run", task, "--output-logs=errors-only", ...args], {
    ...options,
    env: { TURBO_TELEMETRY_DISABLED: "1", DO_NOT_TRACK: "1", TURBO_NO_UPDATE_NOTIFIER: "1" },
  });
}
