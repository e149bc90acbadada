import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { findOwnProcesses, signalProcess } from "@daymark/db/embedded/process-list";
import runtime from "../../runtime.json" with { type: "json" };
import { type FromServer, supervisedArgument, type ToServer, trialArgument } from "./supervisor.ts";

/** An orphaned server stops by itself. After this time a start kills one that hangs. */
const orphanMilliseconds = 2_000;
const lookMilliseconds = 50;

/** How a server ended: with an exit code, or by the signal that killed it. */
export interface ServerEnd {
  code: number | null;
  signal: NodeJS.Signals | null;
}

/** The server as a child process. */
export interface ServerProcess {
  ended: Promise<ServerEnd>;
  kill(signal: NodeJS.Signals): void;
}

/**
 * Starts the built server as a child process with the Node flags of runtime.json, and answers its request for the
 * database.
 *
 * @param options.entry the built `main.js`
 * @param options.dataDirectory an absolute path that exists
 * @param options.openDatabase is called for each such request. If it fails, the server gets no answer and the caller
 *   has to end it
 * @param options.onReady is called with the port that the server listens on
 */
export function startServerProcess(options: {
  entry: string;
  dataDirectory: string;
  isTrial: boolean;
  variables: NodeJS.ProcessEnv;
  openDatabase: () => Promise<{ servingUrl: string; ownerUrl: string }>;
  onReady: (port: number) => void;
}): ServerProcess {
  const { entry, dataDirectory, isTrial, variables, openDatabase, onReady } = options;
  const marker = `${markerOf(dataDirectory)}${process.pid}`;
  const child = fork(entry, [marker, ...(isTrial ? [trialArgument] : []), supervisedArgument], {
    execArgv: runtime.nodeFlags,
    env: variables,
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  child.on("message", (message: FromServer) => {
    if (message.type === "ready") return onReady(message.port);
    openDatabase().then(
      ({ servingUrl, ownerUrl }) => send(child, { type: "database", servingUrl, ownerUrl }),
      () => {},
    );
  });
  return {
    ended: once(child, "exit").then(([code, signal]) => ({ code, signal })),
    kill: (signal) => void child.kill(signal),
  };
}

function send(child: ChildProcess, message: ToServer): void {
  // With a callback, `send` does not throw if the child has died. `ended` reports that.
  child.send(message, () => {});
}

/**
 * Ends servers of this data directory whose supervisor was killed, so that their port is free again. Each server has
 * its supervisor's process id in its command line. The system gives a server another parent only when its supervisor
 * dies, so a server whose supervisor lives never counts as an orphan.
 */
export async function endOrphanedServers(dataDirectory: string): Promise<void> {
  const marker = markerOf(dataDirectory);
  const find = () =>
    findOwnProcesses(dataDirectory, new RegExp(marker)).filter(
      ({ parent, command }) => !command.includes(`${marker}${parent} `),
    );
  const deadline = performance.now() + orphanMilliseconds;
  for (let orphans = find(); orphans.length > 0; orphans = find()) {
    if (performance.now() > deadline) for (const { pid } of orphans) signalProcess(pid, "SIGKILL");
    await sleep(lookMilliseconds);
  }
}

/**
 * The part of the command line that identifies the supervised servers of a directory. It is the same for each path to
 * the directory.
 */
export function markerOf(dataDirectory: string): string {
  const { dev, ino } = statSync(dataDirectory);
  return `daymark-server-${dev.toString(36)}-${ino.toString(36)}-of-`;
}

/** The built `main.js`. Only the built code may use it, because only there it is beside this module. */
export const builtEntry = join(import.meta.dirname, "main.js");
