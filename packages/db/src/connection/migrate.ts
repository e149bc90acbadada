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

/** Names our migrations among the advisory locks of the database; any number would do. */
const lockKey = 7_146_250_118;

/**
 * Applies the migrations that the database lacks, ours in one transaction, then the job queue's, and normalises stored
 * addresses. Nodes that start together take turns under an advisory lock: the first applies them, the others find nothing
 * to do. A node that dies midway leaves no migration half applied: the transaction is rolled back and the lock goes with
 * its connection.
 *
 * @param url of the role that owns the tables, past any pooler: the lock belongs to a session of the server.
 * @param options.servingRole the server's role, if it is another one. It is granted the rights that it lacks.
 */
export async function migrateDatabase(url: string, options: { servingRole?: string } = {}): Promise<void> {
  // One connection: the lock and the migrations must be the same session's.
  const sql = postgres(url, {
    max: 1,
    prepare: false,
    connect_timeout: 5,
    connection: { application_name: "daymark migrations" },
    onnotice: () => {},
  });
  try {
    await sql`select pg_advisory_lock(${lockKey})`;
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

/** The moments by which the journal, and the database, know each migration of this version; the newest last. */
export function listMigrations(): number[] {
  return readJournal(ourMigrations()).entries.map(({ when }) => when);
}

/**
 * Makes the tables as they were when a migration of this version was the newest, within the caller's transaction. Nodes
 * that start meanwhile wait for its end.
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
