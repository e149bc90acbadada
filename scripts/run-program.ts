import { type ChildProcess, spawn } from "node:child_process";
import { dirname } from "node:path";

export const root = dirname(import.meta.dirname);

/** The version that bootstrap.mjs installs with, and package.json names. */
const pnpm = "pnpm@12.21.0";

const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
const running = new Set<ChildProcess>();

/** Whoever tells us to end means the programs that we started too. */
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
 * @param options.shown also writes what it says to our own output as it says it.
 * @param options.isInteractive gives it our terminal; what it says is not collected then.
 * @returns its exit code (1 when a signal ended it) and all it said.
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
      resolve({ code: 1, output: `${output}${program} does not run: ${error.message}\n` });
    });
    child.once("close", (code) => {
      finish(child);
      resolve({ code: code ?? 1, output });
    });
  });
}

/** A task of turbo.json over all workspaces, from its cache where nothing changed. It reaches no network. */
export function runTurbo(task: string, args: string[] = [], options: { shown?: boolean } = {}): Promise<ProgramResult> {
  // Through pnpm, because turbo looks for that program to run a package's script with.
  return runProgram("npx", ["-y", pnpm, "exec", "turbo", "run", task, "--output-logs=errors-only", ...args], {
    ...options,
    env: { TURBO_TELEMETRY_DISABLED: "1", DO_NOT_TRACK: "1", TURBO_NO_UPDATE_NOTIFIER: "1" },
  });
}
