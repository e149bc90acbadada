import { readFileSync } from "node:fs";
import { join } from "node:path";
import { sql as statement } from "drizzle-orm";
import { readMigrationFiles } from "drizzle-orm/migrator";
import type postgres from "postgres";
import { openDriver } from "../driver/driver.ts";
import { packageDirectory } from "../embedded/location.ts";
import type { Database, Sql } from "./client.ts";
import { normalizeStoredEmails } from "./email-form.ts";
import { migrateQueue } from "./job-queue.ts";
import { explainLackOfRights } from "./migration-rights.ts";
import { grantServing } from "./serving-grants.ts";

/** The key of the advisory lock for our migrations; any number would do. */
const lockKey = 7_146_250_118;

export interface MigrationOptions {
  /** The server's role, if it is another one. It gets the rights that it lacks. */
  servingRole?: string | undefined;
  /**
   * Is called once, under the lock, if the tables exist and lack migrations. If it fails, nothing is migrated.
   *
   * @param from the newest migration that the tables have, one of {@link listMigrations}
   */
  beforeChanges?: ((from: number) => Promise<void>) | undefined;
}

/**
 * Applies the missing migrations, ours in one transaction and then the job queue's, and normalises stored addresses.
 * Instances that start together use an advisory lock: the first applies the migrations, the others find none missing.
 * If an instance dies midway, PostgreSQL rolls the transaction back and releases the lock with its connection.
 *
 * @param url of the role that owns the tables, past any pooler, because the lock belongs to a session of the server.
 * @throws StartError if the role lacks a right; it lists the statements that give the right
 */
export async function migrateDatabase(url: string, options: MigrationOptions = {}): Promise<void> {
  // One connection, because the lock and the migrations must be in the same session.
  const sql = openDriver(url, {
    max: 1,
    prepare: false,
    connect_timeout: 5,
    connection: { application_name: "daymark migrations" },
    onnotice: () => {},
  });
  try {
    await sql`select pg_advisory_lock(${lockKey})`;
    if (options.beforeChanges) {
      const from = await readNewestMigration(sql);
      if (from > 0 && from < newestMigration()) await options.beforeChanges(from);
    }
    // On Citus, a transaction that changes several distributed tables must change them one after another. Elsewhere the
    // setting means nothing.
    await sql`set citus.multi_shard_modify_mode = 'sequential'`;
    await sql.begin((tx) => applyMissing(tx));
    await normalizeStoredEmails(sql);
    await migrateQueue(url);
    if (options.servingRole !== undefined) await grantServing(sql, options.servingRole);
  } catch (error) {
    throw await explainLackOfRights(url, error);
  } finally {
    await sql.end();
  }
}

type Journal = { entries: { when: number }[] };

const ourMigrations = () => join(packageDirectory(), "migrations");

/** The timestamps by which the journal and the database identify each migration of this version; the newest last. */
export function listMigrations(): number[] {
  const journal: Journal = JSON.parse(readFileSync(join(ourMigrations(), "meta/_journal.json"), "utf8"));
  return journal.entries.map(({ when }) => when);
}

/** The newest migration of this version. */
export function newestMigration(): number {
  return listMigrations().at(-1) ?? 0;
}

/** @returns the newest migration that a database has, as in the journal of the migrations; 0 if it has none */
export async function readNewestMigration(sql: Sql | postgres.Sql): Promise<number> {
  const [there] = await sql`select to_regclass('drizzle.__drizzle_migrations') is not null as is_there`;
  if (!there?.is_there) return 0;
  const [row] = await sql`select coalesce(max(created_at), 0)::text as newest from drizzle.__drizzle_migrations`;
  return Number(row?.newest);
}

/**
 * Creates the tables as of an older migration, within the caller's transaction. Instances that start meanwhile wait for
 * its end.
 *
 * @param options.until one of {@link listMigrations}
 */
export async function applyMigrations(db: Database, options: { until: number }): Promise<void> {
  await db.execute(statement`select pg_advisory_xact_lock(${lockKey})`);
  await applyMissing(db.$client, options.until);
}

/**
 * Does what Drizzle's `migrate` does, in the caller's transaction and in the same table. Drizzle's begins with
 * `create schema if not exists`, which PostgreSQL refuses to a role that may not create schemas, even if the schema
 * exists (drizzle-team/drizzle-orm#3353).
 */
async function applyMissing(sql: Sql | postgres.TransactionSql, until = Number.POSITIVE_INFINITY): Promise<void> {
  const [there] = await sql<{ schema: string | null; table: string | null }[]>`
    select to_regnamespace('drizzle')::text as schema, to_regclass('drizzle.__drizzle_migrations')::text as table`;
  if (!there?.schema) await sql`create schema drizzle`;
  if (!there?.table) {
    await sql`create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`;
  }
  const [newest] = await sql<{ when: string | null }[]>`
    select max(created_at) as when from drizzle.__drizzle_migrations`;
  for (const migration of readMigrationFiles({ migrationsFolder: ourMigrations() })) {
    const { folderMillis: when, hash } = migration;
    if (when <= Number(newest?.when ?? 0) || when > until) continue;
    for (const part of migration.sql) await sql.unsafe(part);
    await sql`insert into drizzle.__drizzle_migrations (hash, created_at) values (${hash}, ${when})`;
  }
}
