import { execFileSync } from "node:child_process";
import { chownSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createDatabase } from "../../packages/db/src/connection/client.ts";
import { findDatabaseUser } from "../../packages/db/src/embedded/database-user.ts";
import { findFreePort } from "../../packages/db/src/free-port.ts";
import { type Part, startPart, untilAnswers } from "./part.ts";
import type { ClusterPrograms } from "./programs.ts";

/** Test data need not survive a crash, so no write waits for the disk. */
const settings = { fsync: "off", full_page_writes: "off", max_connections: "200", timezone: "UTC" };

/**
 * Connections from the pooler to the database for all instances together. The instances have more connections to the
 * pooler.
 */
const pooledConnections = 12;

export interface ClusterDatabases {
  /** The address of PostgreSQL without the pooler. */
  primaryUrl: string;
  replicaUrl: string;
  /** The address of PgBouncer, which may run each transaction on any connection. */
  pooledUrl: string;
}

/**
 * Starts PostgreSQL, a streaming replica, and PgBouncer in transaction mode.
 *
 * @param options.parts receives each started part, even if a later one fails to start
 * @param options.data the instances' data directory. The database is inside, like an embedded one, so that tests find
 *   it
 */
export async function startDatabases(options: {
  root: string;
  data: string;
  password: string;
  programs: ClusterPrograms;
  parts: Part[];
}): Promise<ClusterDatabases> {
  const { root, data, password, programs, parts } = options;
  const user = findDatabaseUser(join(data, "postgres"));
  const primary = join(data, "postgres");
  const replica = join(root, "replica");
  const urlOf = (port: number, name = "daymark") => `postgres://daymark:${password}@127.0.0.1:${port}/${name}`;
  const passwordFile = join(root, "password");
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
  for (const directory of [primary, replica]) mkdirSync(directory, { mode: 0o700 });
  const { uid, gid } = user.ids;
  if (uid !== undefined && gid !== undefined) {
    for (const path of [passwordFile, primary, replica]) chownSync(path, uid, gid);
  }
  const run = (program: string, args: string[], env: NodeJS.ProcessEnv = {}) =>
    execFileSync(join(programs.postgres, program), args, {
      ...user.ids,
      cwd: "/",
      env: { PATH: "/usr/bin:/bin", LC_ALL: "C.UTF-8", ...env },
      stdio: "pipe",
    });

  run("initdb", [
    ...["-D", primary, "-U", "daymark", "--auth=scram-sha-256", `--pwfile=${passwordFile}`],
    ...["--encoding=UTF8", "--locale=C.UTF-8"],
  ]);
  writeFileSync(join(primary, "daymark.password"), `${password}\n`, { mode: 0o644 });
  const primaryPort = await startServer("primary", primary);
  await execute(urlOf(primaryPort, "postgres"), "create database daymark");
  const source = ["-h", "127.0.0.1", "-p", String(primaryPort), "-U", "daymark"];
  run("pg_basebackup", [...source, "-D", replica, "-R", "-X", "stream", "-c", "fast"], { PGPASSWORD: password });
  const replicaPort = await startServer("replica", replica);

  const poolerPort = await findFreePort();
  const poolerFile = join(root, "pgbouncer.ini");
  const usersFile = join(root, "pgbouncer-users");
  writeFileSync(usersFile, `"daymark" "${password}"\n`, { mode: 0o600 });
  const pooler = [
    "[databases]",
    `daymark = host=127.0.0.1 port=${primaryPort} dbname=daymark`,
    "[pgbouncer]",
    "listen_addr = 127.0.0.1",
    `listen_port = ${poolerPort}`,
    "unix_socket_dir =",
    "auth_type = scram-sha-256",
    `auth_file = ${usersFile}`,
    "pool_mode = transaction",
    "max_client_conn = 500",
    `default_pool_size = ${pooledConnections}`,
  ];
  writeFileSync(poolerFile, `${pooler.join("\n")}\n`, { mode: 0o600 });
  if (uid !== undefined && gid !== undefined) for (const path of [poolerFile, usersFile]) chownSync(path, uid, gid);
  parts.push(startPart("pgbouncer", programs.pgbouncer, [poolerFile], { ids: user.ids }));
  await untilAnswers("PgBouncer", () => execute(urlOf(poolerPort), "select 1"));
  return {
    primaryUrl: urlOf(primaryPort),
    replicaUrl: urlOf(replicaPort),
    pooledUrl: urlOf(poolerPort),
  };

  async function startServer(name: string, directory: string): Promise<number> {
    const port = await findFreePort();
    const own = { ...settings, port: String(port), listen_addresses: "127.0.0.1", unix_socket_directories: "" };
    const args = ["-D", directory, ...Object.entries(own).flatMap(([key, value]) => ["-c", `${key}=${value}`])];
    // SIGINT requests a fast shutdown, which rolls back open transactions.
    parts.push(startPart(name, join(programs.postgres, "postgres"), args, { ids: user.ids, signal: "SIGINT" }));
    await untilAnswers(name, () => execute(urlOf(port, "postgres"), "select 1"));
    return port;
  }
}

async function execute(url: string, statement: string): Promise<void> {
  const { sql } = createDatabase(url, { max: 1, prepare: false });
  try {
    await sql.unsafe(statement);
  } finally {
    await sql.end({ timeout: 1 });
  }
}
