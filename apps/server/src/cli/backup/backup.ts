import { createHash } from "node:crypto";
import { mkdir, open, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { archiveOfNote, checkNoteOf, noteCheck } from "@daymark/api/host/backup-check";
import type { Uploads } from "@daymark/api/host/uploads";
import { fileOf, holdFiles } from "@daymark/api/image/files";
import { createDatabase, type Sql } from "@daymark/db/connection/client";
import { readNewestMigration } from "@daymark/db/connection/migrate";
import { snapshot } from "@daymark/db/connection/within-transaction";
import { lockDirectory } from "@daymark/db/embedded/directory-lock";
import { InUseError } from "@daymark/db/start-error";
import { version } from "@daymark/domain/base/brand";
import {
  fingerprintOf,
  formatVersion,
  type Header,
  headerFile,
  type Manifest,
  manifestFile,
  readArchive,
  secretBytesMax,
  secretFile,
} from "./archive.ts";
import { CommandError } from "./error.ts";
import { createRowHash } from "./row-hash.ts";
import { copyOut, copySettings, jobsTable, listTables, readSequences } from "./tables.ts";
import { createArchive } from "./write-archive.ts";

const archivePattern = /^daymark-\d{8}T\d{6}Z\.tar\.gz$/;
/** The names of unfinished archives, and of the folders with linked pictures that an earlier version made. */
const partPattern = /^daymark-\d{8}T\d{6}Z\.tar\.gz(?:\.uploads)?\.part$/;

export interface BackupOptions {
  /** The address that bypasses any pooler. */
  databaseUrl: string;
  /** The storage of the pictures. Undefined leaves them out of the archive. */
  uploads: Uploads | undefined;
  /** The folder of the archive, which is created if it does not exist. */
  directory: string;
  secretKey: string;
  /** Whether the archive includes the key. */
  isSecretIncluded: boolean;
  /** The number of archives to keep, including this one; undefined keeps all. */
  keep: number | undefined;
  /** Milliseconds since the epoch. */
  now?: () => number;
}

export interface Backup {
  path: string;
  bytes: number;
  tables: number;
  rows: number;
  uploads: number;
  /** Pictures that the database has and their storage does not. */
  missing: string[];
  /** Older archives that were deleted. */
  deleted: string[];
}

/**
 * Writes one archive of the database and the pictures in a consistent state, even while users write: it reads one
 * snapshot of the database, and no file of a picture is deleted meanwhile. It then reads the archive, compares it with
 * the rows that it read from the database, and only then gives it its name.
 *
 * @throws CommandError if another backup is running, if the database is not Daymark's, or if the key is too long
 */
export async function writeBackup(options: BackupOptions): Promise<Backup> {
  const { directory, now = Date.now } = options;
  if (options.isSecretIncluded && Buffer.byteLength(options.secretKey) > secretBytesMax) {
    throw new CommandError(
      "usage",
      `An archive can contain a SECRET_KEY of ${secretBytesMax} bytes at most: store it elsewhere.`,
    );
  }
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const lock = holdDirectory(directory);
  const name = `daymark-${new Date(now()).toISOString().replace(/[-:]|\.\d+/g, "")}.tar.gz`;
  const path = join(directory, name);
  // Removes the remains of killed backups, and the notes of archives that are gone. This process holds the lock, so no
  // other backup is writing here. Files with other names are not ours and stay.
  const names = await readdir(directory);
  for (const left of names) {
    const archive = archiveOfNote(left) ?? "";
    const isNoteLeft = archivePattern.test(archive) && !names.includes(archive);
    if (partPattern.test(left) || isNoteLeft) await rm(join(directory, left), { recursive: true, force: true });
  }
  const part = `${path}.part`;
  try {
    const written = await writeArchive(options, { part, at: now() });
    const { manifest } = await readArchive(part);
    await rename(part, path);
    await syncDirectory(directory);
    await noteCheck(path, { isWhole: true });
    const { bytes, missing } = written;
    const deleted = options.keep === undefined ? [] : await deleteOld(directory, options.keep);
    const hashes = Object.values(manifest.tables);
    const rows = hashes.reduce((sum, table) => sum + table.rows, 0);
    return {
      ...{ path, bytes, missing, deleted, rows },
      tables: hashes.length,
      uploads: Object.keys(manifest.uploads).length,
    };
  } finally {
    await rm(part, { force: true });
    lock.release();
  }
}

function holdDirectory(directory: string) {
  try {
    return lockDirectory(directory);
  } catch (error) {
    if (!(error instanceof InUseError)) throw error;
    throw new CommandError("target", `Another backup is being written to ${directory}: wait until it has finished.`);
  }
}

async function writeArchive(options: BackupOptions, place: { part: string; at: number }) {
  const { sql } = createDatabase(options.databaseUrl, { max: 2, prepare: false });
  const archive = createArchive(place.part, place.at / 1000);
  let holder: Awaited<ReturnType<typeof sql.reserve>> | undefined;
  try {
    // Before the snapshot. The session ends with the backup, however that ends.
    holder = await sql.reserve();
    await holdFiles(holder);
    let written: { bytes: number; missing: string[] } | undefined;
    await sql.begin(snapshot, async (tx) => {
      // postgres.js has its own type for transactions. It lacks only the methods that end a client.
      const reader = tx as unknown as Sql;
      await reader.unsafe(copySettings);
      const header = await describe(reader, options, place.at);
      await archive.addText(headerFile, JSON.stringify(header));
      if (options.isSecretIncluded) await archive.addText(secretFile, options.secretKey);
      const tables: Manifest["tables"] = {};
      for (const table of header.tables) {
        const copied = table.name === jobsTable.name ? jobsTable : table;
        const hash = createRowHash();
        const rows = hashing(copyOut(reader, copied), (piece) => hash.update(piece));
        await archive.addInPieces(`tables/${table.name}`, rows);
        tables[table.name] = hash.digest();
      }
      const { uploads, missing } = options.uploads
        ? await addUploads(archive, options.uploads, await listFiles(reader))
        : { uploads: {}, missing: [] };
      // Read last, so that no number assigned meanwhile is assigned a second time after a restore.
      const manifest: Manifest = { tables, sequences: await readSequences(reader), uploads };
      await archive.addText(manifestFile, JSON.stringify(manifest));
      written = { bytes: await archive.finish(), missing };
    });
    if (!written) throw new Error("a transaction ended without its work");
    return written;
  } catch (error) {
    await archive.abandon();
    throw error;
  } finally {
    holder?.release();
    await sql.end({ timeout: 5 });
  }
}

async function describe(sql: Sql, options: BackupOptions, at: number): Promise<Header> {
  const migration = await readNewestMigration(sql);
  if (migration === 0) throw new CommandError("failed", "The database has no data of Daymark yet.");
  const [server] = await sql`select current_setting('server_version_num')::int as postgres`;
  return {
    ...{ format: formatVersion, version, created_at: new Date(at).toISOString(), migration },
    postgres: server?.postgres,
    secret_fingerprint: fingerprintOf(options.secretKey),
    tables: [...(await listTables(sql)), jobsTable],
  };
}

/** The files of the images that the snapshot has. */
async function listFiles(reader: Sql): Promise<string[]> {
  // An older database may lack the table.
  const [there] = await reader`select to_regclass('public.images') is not null as is_there`;
  if (!there?.is_there) return [];
  const images = await reader<{ name: string; widths: number[] }[]>`select name, widths from images`;
  return images.flatMap(({ name, widths }) => widths.map((width) => fileOf(name, width)));
}

/** Writes one file after another, so that one is in memory. */
async function addUploads(archive: ReturnType<typeof createArchive>, from: Uploads, files: readonly string[]) {
  const uploads: Manifest["uploads"] = {};
  const missing: string[] = [];
  for (const file of files) {
    const content = await from.read(file);
    if (!content) {
      missing.push(file);
      continue;
    }
    await archive.add(`uploads/${file}`, content.length, [Buffer.from(content)]);
    uploads[file] = { bytes: content.length, sha256: createHash("sha256").update(content).digest("hex") };
  }
  return { uploads, missing };
}

async function* hashing(source: AsyncIterable<Buffer>, update: (piece: Buffer) => unknown) {
  for await (const piece of source) {
    update(piece);
    yield piece;
  }
}

async function deleteOld(directory: string, keep: number): Promise<string[]> {
  const archives = (await readdir(directory)).filter((name) => archivePattern.test(name)).sort();
  const old = archives.slice(0, Math.max(0, archives.length - keep));
  for (const path of old.map((name) => join(directory, name))) {
    await rm(path, { force: true });
    await rm(checkNoteOf(path), { force: true });
  }
  return old;
}

/** Lists the archives of a folder, the newest last. */
export async function listBackups(directory: string): Promise<string[]> {
  const names = await readdir(directory).catch(() => []);
  return names.filter((name) => archivePattern.test(name)).sort();
}

/** A file's name is durable only after an fsync of its folder. */
async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
