import type { Database, Sql } from "@daymark/db/connection/client";
import { images } from "@daymark/db/schema/image";
import { imageUrl, uploadsPath } from "@daymark/domain/community/stored-image";
import { inArray } from "drizzle-orm";
import type { Uploads } from "../host/uploads.ts";

/** The job that deletes the files of a deleted image: {@link DeleteFilesJob} is its payload. */
export const deleteFilesTask = "delete_files";

export interface DeleteFilesJob {
  files: string[];
}

/** Files without a row that are younger than this may belong to an upload in progress. */
const orphanSeconds = 3600;
/** Files that are compared with the database in one statement. */
const filesAtOnce = 1_000;
/** The next try, if a backup prevented a deletion. */
const backupRetrySeconds = 60;

export function fileOf(name: string, width: number): string {
  return imageUrl({ name }, width).slice(uploadsPath.length);
}

/** Enqueues the job in the transaction that deletes the image's row, so that a rollback keeps the files. */
export async function enqueueDeletion(sql: Sql, { files }: DeleteFilesJob): Promise<void> {
  await sql`select graphile_worker.add_job(${deleteFilesTask}, json_build_object('files', ${files}::text[]))`;
}

/**
 * Deletes the files of an image whose row is gone. While a backup runs, it enqueues the job again for a minute later.
 * No connection waits for the storage.
 */
export async function deleteFiles(
  { $client: sql }: Database,
  uploads: Uploads,
  { files }: DeleteFilesJob,
): Promise<void> {
  if (await mayDelete(sql)) return uploads.delete(files);
  await sql`
    select graphile_worker.add_job(
      ${deleteFilesTask}, json_build_object('files', ${files}::text[]), run_at => now() + ${backupRetrySeconds} * interval '1 second')`;
}

/**
 * Deletes the files that failed uploads have left. It looks at a thousand files at a time, however many there are. A
 * name never comes again, so a file that has no row an hour after it was written never gets one.
 */
export async function cleanUploads(db: Database, uploads: Uploads, now: number): Promise<void> {
  let old: string[] = [];
  const clean = async () => {
    const orphans = await findOrphans(db, old);
    if (orphans.length > 0 && (await mayDelete(db.$client))) await uploads.delete(orphans);
    old = [];
  };
  for await (const { file, writtenAt } of uploads.list()) {
    if (writtenAt >= now - orphanSeconds * 1000) continue;
    old.push(file);
    if (old.length === filesAtOnce) await clean();
  }
  await clean();
}

async function findOrphans(db: Database, files: readonly string[]): Promise<string[]> {
  const names = new Set(files.map(nameOf));
  const rows = await db
    .select({ name: images.name })
    .from(images)
    .where(inArray(images.name, [...names]));
  const known = new Set(rows.map(({ name }) => name));
  return files.filter((file) => !known.has(nameOf(file)));
}

/** The image of a file. A partial file belongs to none. */
function nameOf(file: string): string {
  return /^[0-9a-f]+(?=-\d+\.webp$)/.exec(file)?.[0] ?? "";
}

/** The key of the advisory lock that backups share; any number would do. */
const backupLock = 5_130_946_201;

/**
 * Prevents the deletion of files until the session of the connection ends. A deletion that began before is of an image
 * whose row was gone before, so a snapshot that is taken afterwards names no file that is being deleted.
 *
 * @param sql one connection past any pooler
 */
export async function holdFiles(sql: Sql): Promise<void> {
  await sql`select pg_advisory_lock_shared(${backupLock})`;
}

/** Whether no backup runs. The lock ends with the statement: deletions do not exclude each other for longer. */
async function mayDelete(sql: Sql): Promise<boolean> {
  const [row] = await sql<{ is_free: boolean }[]>`select pg_try_advisory_xact_lock(${backupLock}) as is_free`;
  return row?.is_free ?? false;
}
