import { type ChildProcess, execFileSync } from "node:child_process";
import { chmodSync, chownSync, globSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { findDatabaseUser } from "./embedded/database-user.ts";
import { startPostmaster } from "./embedded/postmaster.ts";
import { findFreePort } from "./free-port.ts";

/**
 * Each database has a process of Citus on each server, and each test file has a database. A kill of a process loses
 * nothing that was committed; a crash of the machine may lose all, as no test is about that.
 */
const settings = {
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  shared_preload_libraries: "citus",
  wal_level: "logical",
  max_connections: "500",
  max_worker_processes: "300",
  max_prepared_transactions: "500",
  fsync: "off",
  full_page_writes: "off",
  timezone: "UTC",
  "citus.shard_count": "8",
  "citus.local_hostname": "127.0.0.1",
};

const startAttemptsMax = 100;

export interface CitusServer {
  /** Connects as the superuser without a password, to the database `postgres`. */
  url: string;
  port: number;
  /** Ends the server at once, as a power cut of its process does. */
  kill: () => Promise<void>;
  /** Starts it again after a kill. */
  start: () => Promise<void>;
}

/** The folder of the programs of the newest PostgreSQL that has Citus; undefined if none has it. */
export function findCitus(): string | undefined {
  const programs = globSync("/usr/lib/postgresql/*/lib/citus.so").map((path) => join(dirname(dirname(path)), "bin"));
  return programs.toSorted((a, b) => Number(b.split("/")[4]) - Number(a.split("/")[4]))[0];
}

/**
 * Starts PostgreSQL servers with Citus on loopback: the first is to be the coordinator.
 *
 * @param programs the result of {@link findCitus}
 * @param others further settings, or other values
 */
export async function startCitus(programs: string, count: number, others: Record<string, string> = {}) {
  const root = mkdtempSync(join(tmpdir(), "daymark-citus-"));
  // PostgreSQL does not run as root.
  chmodSync(root, 0o711);
  const servers: CitusServer[] = [];
  const stop = async () => {
    await Promise.all(servers.map((server) => server.kill()));
    rmSync(root, { recursive: true, force: true });
  };
  try {
    for (let index = 0; index < count; index += 1) {
      servers.push(await startServer(programs, join(root, `server-${index}`), { ...settings, ...others }));
    }
    return { servers, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startServer(programs: string, directory: string, all: Record<string, string>): Promise<CitusServer> {
  const user = findDatabaseUser(directory);
  const { uid, gid } = user.ids;
  mkdirSync(directory, { mode: 0o700 });
  if (uid !== undefined && gid !== undefined) chownSync(directory, uid, gid);
  execFileSync(
    join(programs, "initdb"),
    ["-D", directory, "-U", "daymark", "--auth=trust", "--encoding=UTF8", "--locale=C.UTF-8"],
    { ...user.ids, cwd: "/", env: { PATH: "/usr/bin:/bin", LC_ALL: "C.UTF-8" }, stdio: "pipe" },
  );
  const port = await findFreePort();
  const program = join(programs, "postgres");
  let child: ChildProcess | undefined;
  const start = async () => {
    // The processes of a killed server hold its shared memory until they notice the end of their parent.
    for (let attempt = 1; ; attempt += 1) {
      try {
        child = await startPostmaster({ program, directory, port, user, settings: all, log: () => {} });
        return;
      } catch (error) {
        if (attempt === startAttemptsMax) throw error;
        await sleep(100);
      }
    }
  };
  await start();
  return {
    url: `postgres://daymark@127.0.0.1:${port}/postgres`,
    port,
    start,
    kill: async () => {
      if (!child || child.exitCode !== null || child.signalCode !== null) return;
      const ended = new Promise((resolve) => child?.once("exit", resolve));
      child.kill("SIGKILL");
      await ended;
    },
  };
}
