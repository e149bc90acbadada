import type { Writable } from "node:stream";
import { noteCheck } from "@daymark/api/host/backup-check";
import type { Uploads } from "@daymark/api/host/uploads";
import { createDatabase, type Database, type Sql } from "@daymark/db/connection/client";
import { migrateQueue } from "@daymark/db/connection/job-queue";
import { applyMigrations, listMigrations, migrateDatabase } from "@daymark/db/connection/migrate";
import { withinTransaction } from "@daymark/db/connection/within-transaction";
import { fingerprintOf, firstDifference, type Header, type Manifest, readArchive } from "./archive.ts";
import { CommandError, DamageError } from "./error.ts";
import { createRowHash, type TableHash } from "./row-hash.ts";
import { addJobs, type CopiedTable, copyIn, copyOut, copySettings, jobsTable, makeJobsTable, quote } from "./tables.ts";
import { clearDatabase, dropForeignKeys, findRows, readSessions, switchTriggers } from "./target.ts";

export interface RestoreOptions {
  /** The path of the archive. */
  path: string;
  /** The address that bypasses any pooler. */
  databaseUrl: string;
  /** The storage of the pictures. */
  uploads: Uploads;
  /** Whether the restore may delete the present content of the database. */
  isForced: boolean;
  /** Leaves the tables as of the archive's migration, for the version that they belong to. */
  isLeftOld?: boolean;
}

export interface Restored {
  header: Header;
  rows: number;
  uploads: number;
}

/**
 * Reads an archive whole, without changes, and checks that this version can restore it. It stores the result beside the
 * archive, for admins.
 *
 * @returns the key of the archive, if it includes one
 * @throws CommandError if the archive is damaged, or newer than this version
 */
export async function checkArchive(path: string): Promise<{ header: Header; manifest: Manifest; secretKey?: string }> {
  let secretKey: string | undefined;
  const { header, manifest } = await readArchive(path, { secret: (key) => (secretKey = key) }).catch(async (error) => {
    if (error instanceof DamageError) await noteCheck(path, { isWhole: false });
    throw error;
  });
  await noteCheck(path, { isWhole: true });
  const migrations = await listMigrations();
  if (!migrations.includes(header.migration)) {
    throw new CommandError(
      "archive",
      `The archive was written by Daymark ${header.version}, whose tables this version does not know: restore it with that version or a newer one.`,
    );
  }
  if (secretKey !== undefined && fingerprintOf(secretKey) !== header.secret_fingerprint) {
    throw new CommandError("archive", "The archive contains a secret key other than the one it was made with.");
  }
  return { header, manifest, ...(secretKey !== undefined && { secretKey }) };
}

/**
 * Replaces the content of a database by the content of an archive, in one transaction. It compares each row with the hashes of
 * the archive, so it restores everything or nothing. It migrates the tables of an older version.
 * {@link checkArchive} comes first. The server later deletes the pictures of a failed restore, because they have no row.
 *
 * @throws CommandError if the database is in use, not empty, or not Daymark's
 */
export async function restoreBackup(options: RestoreOptions): Promise<Restored> {
  const { db, sql } = createDatabase(options.databaseUrl, { max: 2, prepare: false });
  try {
    await assertTarget(sql, options);
    // The queue has its own schema, migrations and connections. An empty queue does not count as data.
    await migrateQueue(options.databaseUrl);
    const restored = await withinTransaction(db, (tx) => restoreWithin(tx, options));
    // Runs the migrations that are newer than the archive, ours and the queue's.
    if (!options.isLeftOld) await migrateDatabase(options.databaseUrl);
    return restored;
  } finally {
    await sql.end({ timeout: 5 });
  }
}

async function assertTarget(sql: Sql, { isForced }: RestoreOptions): Promise<void> {
  const sessions = await readSessions(sql);
  if (sessions > 0) {
    throw new CommandError("target", "Daymark is running on that database: stop every node first.");
  }
  const { isForeign, filled } = await findRows(sql);
  if (isForeign) {
    throw new CommandError(
      "target",
      "That database has tables that are not Daymark's: create an empty one, and set DATABASE_URL to it.",
    );
  }
  if (filled && !isForced) {
    throw new CommandError(
      "target",
      `The database is not empty (${filled} has rows): with --force, the archive replaces all that is in it.`,
    );
  }
}

async function restoreWithin(db: Database, options: RestoreOptions): Promise<Restored> {
  const sql = db.$client;
  let header: Header | undefined;
  let restoreKeys: (() => Promise<unknown>) | undefined;
  const loader = createLoader(sql);
  const { manifest } = await readArchive(options.path, {
    header: async (read) => {
      header = read;
      await clearDatabase(sql);
      await applyMigrations(db, { until: read.migration });
      await sql.unsafe(copySettings);
      await sql.unsafe(makeJobsTable);
      // Rows arrive table by table, so foreign keys cannot hold yet. The rows already contain what triggers would add.
      restoreKeys = await dropForeignKeys(sql);
      await switchTriggers(sql, "disable");
      loader.expect(read.tables);
    },
    rows: (table, piece) => loader.load(table, piece),
    upload: (file, content) => options.uploads.write(file, content),
  }).catch((error) => {
    loader.abandon();
    throw error;
  });
  await loader.end();
  if (!header || !restoreKeys) throw new Error("an archive was read without its header");
  await switchTriggers(sql, "enable");
  await restoreKeys();
  await setSequences(sql, manifest);
  await sql.unsafe(addJobs);
  await assertRows(sql, header, manifest);
  await db.execute("analyze");
  const rows = Object.values(manifest.tables).reduce((sum, table) => sum + table.rows, 0);
  return { header, rows, uploads: Object.keys(manifest.uploads).length };
}

/** Runs one COPY for each table, until the first piece of the next table. */
function createLoader(sql: Sql) {
  const tables = new Map<string, CopiedTable>();
  let open: { name: string; stream: Writable } | undefined;

  async function end(): Promise<void> {
    if (!open) return;
    const { name, stream } = open;
    open = undefined;
    stream.end();
    try {
      // The driver does not report rows that PostgreSQL refuses at the end of the COPY. But then the transaction
      // refuses any further statement.
      await sql.unsafe("select 1");
    } catch (error) {
      throw stream.errored ?? new Error(`the rows of ${name} were refused`, { cause: error });
    }
  }

  return {
    expect(listed: readonly CopiedTable[]): void {
      for (const table of listed) tables.set(table.name, table.name === jobsTable.name ? jobsTable : table);
    },
    async load(name: string, piece: Buffer): Promise<void> {
      if (open?.name !== name) {
        await end();
        const table = tables.get(name);
        if (!table) throw new Error(`${name} is not in the archive's header`);
        open = { name, stream: await copyIn(sql, table) };
        // The next write throws the error. Without a listener it would end the process.
        open.stream.on("error", () => {});
      }
      const { stream } = open;
      if (stream.errored) throw stream.errored;
      await new Promise<void>((resolve, reject) => {
        stream.write(piece, (error) => (error ? reject(error) : resolve()));
      });
    },
    end,
    /** The transaction can be rolled back only after its COPY has ended. */
    abandon: () => open?.stream.destroy(new Error("given up")),
  };
}

async function setSequences(sql: Sql, { sequences }: Manifest): Promise<void> {
  for (const [name, last] of Object.entries(sequences)) {
    if (last !== null) await sql`select setval(${`public.${quote(name)}`}::regclass, ${last}::bigint)`;
  }
}

/** Reads every row back from the restored database. */
async function assertRows(sql: Sql, header: Header, manifest: Manifest): Promise<void> {
  const restored: Record<string, TableHash> = {};
  for (const table of header.tables) {
    const hash = createRowHash();
    const copied = table.name === jobsTable.name ? jobsTable : table;
    for await (const piece of copyOut(sql, copied)) hash.update(piece);
    restored[table.name] = hash.digest();
  }
  const wrong = firstDifference(restored, manifest.tables);
  if (wrong)
    throw new CommandError(
      "failed",
      `${wrong} differs from the archive after the restore. The database stays as it was before.`,
    );
}
