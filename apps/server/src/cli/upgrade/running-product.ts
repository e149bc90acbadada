import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, readlinkSync, statSync } from "node:fs";
import { constants } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { tryLockDirectory } from "@daymark/db/embedded/directory-lock";
import { findOwnProcesses, signalProcess } from "@daymark/db/embedded/process-list";
import { markerOf } from "../../process/server-process.ts";
import { CommandError } from "../backup/error.ts";

/** A stop takes 10 s at most. */
const stopMilliseconds = 30_000;
const killMilliseconds = 15_000;
const lookMilliseconds = 100;

/** A supervisor that runs on the data directory. */
export interface RunningProduct {
  pid: number;
  /** With which it was started. */
  variables: NodeJS.ProcessEnv;
  /** The unit of systemd that it is the main process of; undefined if it was started by hand. */
  unit: string | undefined;
}

/**
 * The supervisor that was started from one of the versions in `home`.
 *
 * @throws CommandError if another program uses the data directory
 */
export function findRunning(dataDirectory: string, home: string): RunningProduct | undefined {
  const marker = new RegExp(`${markerOf(dataDirectory)}(\\d+) `);
  const [server] = findOwnProcesses(dataDirectory, marker);
  const pid = Number(marker.exec(server?.command ?? "")?.[1]);
  if (!server || server.parent !== pid) {
    const lock = tryLockDirectory(dataDirectory);
    if (!lock) throw new CommandError("target", `Daymark on ${dataDirectory} is starting or stopping: try again.`);
    lock.release();
    return undefined;
  }
  if (!readlinkSync(`/proc/${pid}/exe`).startsWith(`${home}/`)) {
    throw new CommandError("target", `Daymark on ${dataDirectory} was not started from ${home}: stop it first.`);
  }
  return { pid, variables: readVariables(pid), unit: findUnit(pid) };
}

function readVariables(pid: number): NodeJS.ProcessEnv {
  const pairs = readFileSync(`/proc/${pid}/environ`, "utf8").split("\0").filter(Boolean);
  return Object.fromEntries(pairs.map((pair) => [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)]));
}

function findUnit(pid: number): string | undefined {
  const [, unit] =
    /\/system\.slice\/(?:.+\/)?([\w@.:-]+\.service)$/m.exec(readFileSync(`/proc/${pid}/cgroup`, "utf8")) ?? [];
  if (unit === undefined) return undefined;
  const main = execFileSync("systemctl", ["show", "--property=MainPID", "--value", unit], { encoding: "utf8" });
  return Number(main) === pid ? unit : undefined;
}

/** @throws CommandError if it does not stop in time */
export async function stopRunning({ pid, unit }: RunningProduct): Promise<void> {
  if (unit === undefined) signalProcess(pid, "SIGTERM");
  else execFileSync("systemctl", ["stop", unit], { stdio: "inherit" });
  const deadline = performance.now() + stopMilliseconds;
  while (existsSync(`/proc/${pid}/exe`)) {
    if (performance.now() > deadline) throw new CommandError("failed", `Daymark (process ${pid}) does not stop.`);
    await sleep(lookMilliseconds);
  }
}

/** How a version is started: with the variables of the one before, as the owner of the data. */
export interface StartOptions {
  variables: NodeJS.ProcessEnv;
  dataDirectory: string;
}

/**
 * Starts a version until it is ready and stops it again.
 *
 * @param options.seconds how long it may take
 * @returns whether it became ready
 */
export async function tryRelease(directory: string, options: StartOptions & { seconds: number }): Promise<boolean> {
  const child = start(join(directory, "daymark"), "try", options);
  const ended = once(child, "exit");
  const timer = setTimeout(() => {
    console.error(`It was not ready after ${options.seconds} s.`);
    child.kill("SIGTERM");
    setTimeout(() => child.kill("SIGKILL"), killMilliseconds).unref();
  }, options.seconds * 1_000);
  // It gets the signal of a terminal too. The other signals are for this process alone.
  const forward = (signal: NodeJS.Signals) => child.kill(signal);
  for (const signal of stopSignals) process.on(signal, forward);
  const [code] = await ended;
  for (const signal of stopSignals) process.off(signal, forward);
  clearTimeout(timer);
  return code === 0;
}

const stopSignals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * Starts the current version as the one before was started: as the unit of systemd, or here until it is stopped.
 *
 * @returns the exit code
 */
export async function startAgain(home: string, { unit, ...options }: StartOptions & { unit: string | undefined }) {
  if (unit !== undefined) {
    execFileSync("systemctl", ["start", unit], { stdio: "inherit" });
    return 0;
  }
  const child = start(join(home, "daymark"), "start", options);
  const forward = (signal: NodeJS.Signals) => child.kill(signal);
  for (const signal of stopSignals) process.on(signal, forward);
  const [code, signal] = (await once(child, "exit")) as [number | null, NodeJS.Signals | null];
  return signal ? 128 + constants.signals[signal] : (code ?? 1);
}

function start(program: string, command: string, options: StartOptions): ChildProcess {
  const { uid, gid } = statSync(options.dataDirectory);
  return spawn(program, [command], {
    env: { ...options.variables, DATA_DIR: options.dataDirectory },
    // Ends with its channel, if this process is killed.
    stdio: ["ignore", "inherit", "inherit", "ipc"],
    ...(process.getuid?.() === 0 && { uid, gid }),
  });
}
