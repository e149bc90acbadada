import { type ChildProcess, execFileSync } from "node:child_process";
import { chownSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { findDatabaseUser } from "./embedded/database-user.ts";
import { startPostmaster } from "./embedded/postmaster.ts";
import { findFreePort } from "./free-port.ts";

export interface TestServer {
  /** Connects as the superuser without a password, to the database `postgres`. */
  url: string;
  port: number;
  /** Kills the server at once, like a power failure. */
  kill: () => Promise<void>;
  /** Starts the server again after a kill. */
  start: () => Promise<void>;
}

const startAttemptsMax = 100;

/**
 * Starts a PostgreSQL server on loopback in a new directory.
 *
 * @param programs the folder with `postgres` and `initdb`
 */
export async function startTestServer(
  programs: string,
  directory: string,
  all: Record<string, string>,
): Promise<TestServer> {
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
    // The processes of a killed server keep its shared memory until they notice that their parent has ended.
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
