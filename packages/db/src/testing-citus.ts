import { chmodSync, globSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import postgres from "postgres";
import { distribute, machineOf } from "./connection/distribute.ts";
import { migrateDatabase } from "./connection/migrate.ts";
import { startTestServer, type TestServer } from "./testing-server.ts";

/**
 * Each database has a Citus process on each server, and each test file has a database. Killing a process loses nothing
 * that was committed. A crash of the machine may lose everything, which no test is about.
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

/** The program folder of the newest PostgreSQL that has Citus; undefined if none has it. */
export function findCitus(): string | undefined {
  const programs = globSync("/usr/lib/postgresql/*/lib/citus.so").map((path) => join(dirname(dirname(path)), "bin"));
  return programs.toSorted((a, b) => Number(b.split("/")[4]) - Number(a.split("/")[4]))[0];
}

/**
 * Starts PostgreSQL servers with Citus on loopback. The first is the coordinator.
 *
 * @param programs the result of {@link findCitus}
 * @param others further settings, or other values
 */
export async function startCitus(programs: string, count: number, others: Record<string, string> = {}) {
  const root = mkdtempSync(join(tmpdir(), "daymark-citus-"));
  // PostgreSQL refuses to run as root.
  chmodSync(root, 0o711);
  const servers: TestServer[] = [];
  // A signal ends this process without calling `stop`. Each `kill` sends its signal at once.
  process.once("exit", () => {
    for (const server of servers) server.kill();
    rmSync(root, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  });
  const stop = async () => {
    await Promise.all(servers.map((server) => server.kill()));
    rmSync(root, { recursive: true, force: true });
  };
  try {
    for (let index = 0; index < count; index += 1) {
      servers.push(await startTestServer(programs, join(root, `server-${index}`), { ...settings, ...others }));
    }
    return { servers, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/**
 * Creates a migrated database on the coordinator and distributes it over the workers.
 *
 * @param urls of the coordinator and its workers
 * @returns the URL of the new database
 */
export async function createDistributedDatabase(urls: readonly string[], name: string): Promise<string> {
  const [coordinator = "", ...workers] = urls;
  await administer(coordinator, `create database "${name}"`);
  const url = withDatabase(coordinator, name);
  await migrateDatabase(url);
  await distributeTestDatabase(url, workers);
  return url;
}

/** The URL of another database on the same server. */
export function withDatabase(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
}

/** Runs one statement on a separate connection. */
export async function administer(url: string, statement: string): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  await sql.unsafe(statement);
  await sql.end();
}

/** Distributes a database over workers, as `npm run admin -- distribute` does. */
export async function distributeTestDatabase(url: string, workerUrls: readonly string[]): Promise<void> {
  const workers = workerUrls.map(machineOf);
  await distribute({ url, workers, servingRole: undefined, isDryRun: false, tell: () => {} });
}
