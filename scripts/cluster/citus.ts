import { execFileSync } from "node:child_process";
import { appendFileSync, chownSync, globSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { createDatabase } from "../../packages/db/src/connection/client.ts";
import { findDatabaseUser } from "../../packages/db/src/embedded/database-user.ts";
import { findFreePort } from "../../packages/db/src/free-port.ts";
import { type Part, startPart, untilAnswers } from "./part.ts";

/**
 * Each test file has a database of its own, and each database has a process of Citus on each server. Durability is not
 * tested by this: a crash of the machine may lose all.
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
  synchronous_commit: "off",
  full_page_writes: "off",
  timezone: "UTC",
  "citus.shard_count": "8",
  "citus.local_hostname": "127.0.0.1",
};

export interface CitusServer extends Part {
  url: string;
  port: number;
}

/** The folder of the programs of the newest PostgreSQL that has Citus; undefined if none has it. */
export function findCitus(): string | undefined {
  const programs = globSync("/usr/lib/postgresql/*/lib/citus.so").map((path) => join(dirname(dirname(path)), "bin"));
  return programs.toSorted((a, b) => Number(b.split("/")[4]) - Number(a.split("/")[4]))[0];
}

/**
 * Starts PostgreSQL servers with Citus on loopback: the first is to be the coordinator. Connections need no password.
 *
 * @param options.programs the folder with `postgres` and `initdb`
 * @param options.root receives a folder of data for each server
 * @param options.settings further settings, or others
 */
export async function startCitusServers(
  count: number,
  options: { programs: string; root: string; settings?: Record<string, string> },
): Promise<CitusServer[]> {
  const servers: CitusServer[] = [];
  try {
    for (let index = 0; index < count; index += 1) servers.push(await startServer(index, options));
    return servers;
  } catch (error) {
    await Promise.all(servers.map((server) => server.stop()));
    throw error;
  }
}

async function startServer(
  index: number,
  { programs, root, settings: others }: { programs: string; root: string; settings?: Record<string, string> },
): Promise<CitusServer> {
  const name = index === 0 ? "coordinator" : `worker-${index}`;
  const directory = join(root, name);
  const { ids } = findDatabaseUser(directory);
  mkdirSync(directory, { mode: 0o700 });
  if (ids.uid !== undefined && ids.gid !== undefined) chownSync(directory, ids.uid, ids.gid);
  execFileSync(
    join(programs, "initdb"),
    ["-D", directory, "-U", "daymark", "--auth=trust", "--encoding=UTF8", "--locale=C.UTF-8"],
    { ...ids, cwd: "/", env: { PATH: "/usr/bin:/bin", LC_ALL: "C.UTF-8" }, stdio: "pipe" },
  );
  const lines = Object.entries({ ...settings, ...others }).map(([key, value]) => `${key} = '${value}'\n`);
  appendFileSync(join(directory, "postgresql.conf"), lines.join(""));
  const port = await findFreePort();
  // SIGINT stops PostgreSQL without waiting for its clients.
  const part = startPart(name, join(programs, "postgres"), ["-D", directory, "-p", String(port)], {
    ids,
    signal: "SIGINT",
  });
  const url = `postgres://daymark@127.0.0.1:${port}/postgres`;
  await untilAnswers(name, async () => {
    const { sql } = createDatabase(url, { max: 1 });
    try {
      await sql`select 1`;
    } finally {
      await sql.end({ timeout: 1 });
    }
  });
  return { ...part, url, port };
}
