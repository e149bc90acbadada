import { randomBytes } from "node:crypto";
import postgres from "postgres";
import { inject } from "vitest";
import { createDatabase, type Database, type Sql } from "./connection/client.ts";
import type {} from "./testing-setup.ts";

/**
 * True in `npm run test:citus`. A test skips itself there if it reads the locks or figures of one server, or if
 * docs/scale.md excludes its guarantee for a distributed database.
 */
export const isDistributed = inject("workerUrls").length > 0;

export type TestDatabase = {
  /** `sql`, `db` and `url` connect as the superuser, so that a test may read and change everything. */
  sql: Sql;
  db: Database;
  url: string;
  /** Connects as the product's serving role. */
  serving: { sql: Sql; db: Database; url: string };
  /** Closes the clients and deletes the database. */
  drop: () => Promise<void>;
};

/**
 * A fresh, migrated, empty database on the run's real PostgreSQL, cloned from a template in about 50 ms. Each test file
 * creates one:
 *
 * ```ts
 * // vitest.config.ts of the package
 * import { fileURLToPath } from "node:url";
 * import { defineConfig } from "vitest/config";
 *
 * export default defineConfig({
 *   test: {
 *     name: "api",
 *     include: ["src/**\/*.test.ts"],
 *     globalSetup: fileURLToPath(import.meta.resolve("@daymark/db/testing-setup")),
 *   },
 * });
 *
 * // habit/router.test.ts
 * import { createTestDatabase } from "@daymark/db/testing";
 *
 * const database = await createTestDatabase();
 * afterAll(database.drop);
 * ```
 *
 * All projects of a run share the PostgreSQL. It deletes no data by itself, but it does not sync to disk: a test of
 * durability starts another one with `startEmbedded`.
 *
 * @param options.max connections of the client; tests of races need as many as they have racers.
 */
export async function createTestDatabase(options: { max?: number } = {}): Promise<TestDatabase> {
  const clusterUrl = inject("databaseUrl");
  const servers = [clusterUrl, ...inject("workerUrls")];
  const name = `test_${randomBytes(8).toString("hex")}`;
  const everywhere = async (statement: string) => {
    for (const server of servers) await administer(server, statement);
  };
  await everywhere(`create database ${name} template template_daymark`);
  const [url, servingUrl] = [new URL(clusterUrl), new URL(inject("servingUrl"))];
  for (const each of [url, servingUrl]) each.pathname = `/${name}`;
  const { sql, db } = createDatabase(pooled(url), options);
  const serving = createDatabase(pooled(servingUrl), options);
  return {
    sql,
    db,
    url: url.href,
    serving: { ...serving, url: servingUrl.href },
    drop: async () => {
      await Promise.all([sql, serving.sql].map((client) => client.end({ timeout: 5 })));
      const dropped = everywhere(`drop database if exists ${name} with (force)`);
      // Citus's daemon may reconnect meanwhile, so the drop may fail. The run deletes its servers and all databases at
      // the end.
      await (isDistributed ? dropped.catch(() => {}) : dropped);
    },
  };
}

/**
 * Makes the clients of a test use the pooler, if there is one, as those of the product do. The addresses do not use it.
 */
function pooled(url: URL): string {
  const pooler = inject("pooler");
  return pooler ? Object.assign(new URL(url), { host: pooler }).href : url.href;
}

async function administer(url: string, statement: string): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    await sql.unsafe(statement);
  } finally {
    await sql.end();
  }
}

/**
 * Counts the statements of this database that wait for a lock. Test files run beside each other in databases of one server,
 * and a wait for a row names no database, but the waiting transaction holds a lock of its table.
 */
export async function countWaiting(sql: postgres.ISql): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    select count(*)::int as count from pg_locks waiting
    where not granted and exists (
      select from pg_locks
      where pid = waiting.pid and database = (select oid from pg_database where datname = current_database())
    )`;
  return row.count;
}
