import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql as statement } from "drizzle-orm";
import { drizzle } from "drizzle-orm/postgres-js";
import { migrate } from "drizzle-orm/postgres-js/migrator";
import postgres from "postgres";
import { packageDirectory } from "../embedded/location.ts";
import type { Database } from "./client.ts";
import { normalizeStoredEmails } from "./email-form.ts";
import { migrateQueue } from "./job-queue.ts";
import { grantServing } from "./serving-grants.ts";

/** The key of the advisory lock for our migrations; any number would do. */
const lockKey = 7_146_250_118;

/**
 * Applies the missing migrations, ours in one transaction and then the job queue's, and normalises stored addresses.
 * Instances that start together use an advisory lock: the first applies the migrations, the others find none missing.
 * If an instance dies midway, PostgreSQL rolls the transaction back and releases the lock with its connection.
 *
 * @param url of the role that owns the tables, past any pooler, because the lock belongs to a session of the server.
 * @param options.servingRole the server's role, if it is another one. The function grants it the missing rights.
 */
export async function migrateDatabase(url: string, options: { servingRole?: string } = {}): Promise<void> {
  // One connection, because the lock and the migrations must be in the same session.
  const sql = postgres(url, {
    max: 1,
    prepare: false,
    connect_timeout: 5,
    connection: { application_name: "daymark migrations" },
    onnotice: () => {},
  });
  try {
    await sql`select pg_advisory_lock(${lockKey})`;
    // On Citus, a transaction that changes several distributed tables must change them one after another. Elsewhere the
    // setting means nothing.
    await sql`set citus.multi_shard_modify_mode = 'sequential'`;
    await migrate(drizzle(sql), { migrationsFolder: ourMigrations() });
    await normalizeStoredEmails(sql);
    await migrateQueue(url);
    if (options.servingRole !== undefined) await grantServing(sql, options.servingRole);
  } finally {
    await sql.end();
  }
}

type Journal = { entries: { when: number }[] };

const ourMigrations = () => join(packageDirectory(), "migrations");

function readJournal(folder: string): Journal {
  return JSON.parse(readFileSync(join(folder, "meta/_journal.json"), "utf8"));
}

/** The timestamps by which the journal and the database identify each migration of this version; the newest last. */
export function listMigrations(): number[] {
  return readJournal(ourMigrations()).entries.map(({ when }) => when);
}

/**
 * Creates the tables as of an older migration, within the caller's transaction. Instances that start meanwhile wait for
 * its end.
 *
 * @param options.until one of {@link listMigrations}
 */
export async function applyMigrations(db: Database, options: { until: number }): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "daymark-migrations-"));
  try {
    cpSync(ourMigrations(), folder, { recursive: true });
    const journal = readJournal(folder);
    const entries = journal.entries.filter(({ when }) => when <= options.until);
    writeFileSync(join(folder, "meta/_journal.json"), JSON.stringify({ ...journal, entries }));
    await db.execute(statement`select pg_advisory_xact_lock(${lockKey})`);
    await migrate(db, { migrationsFolder: folder });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
