import type { Database, Transaction } from "@daymark/db/connection/client";
import { images } from "@daymark/db/schema/image";
import { imageUrl, uploadsPath } from "@daymark/domain/community/image";
import { eq, sql } from "drizzle-orm";
import type { Uploads } from "../host/uploads.ts";

/** Files without a row that are younger than this may belong to an upload in progress. */
const orphanSeconds = 3600;

export function fileOf(name: string, width: number): string {
  return imageUrl({ name }, width).slice(uploadsPath.length);
}

/** Locks a name, so that only one transaction at a time writes or deletes its files. */
export async function holdFiles(tx: Transaction, name: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`image ${name}`}, 0))`);
}

/** Deletes the files of a deleted image, unless it was uploaded again meanwhile. */
export async function deleteFiles(
  db: Database,
  uploads: Uploads,
  { name, files }: { name: string; files: readonly string[] },
): Promise<void> {
  await db.transaction(async (tx) => {
    await holdFiles(tx, name);
    if ((await tx.$count(images, eq(images.name, name))) === 0) await uploads.delete(files);
  });
}

/** Deletes the files that failed uploads and deletions have left. */
export async function cleanUploads(db: Database, uploads: Uploads, now: number): Promise<void> {
  const files = await uploads.list();
  const old = files.filter(({ writtenAt }) => writtenAt < now - orphanSeconds * 1000).map(({ file }) => file);
  const byName = Map.groupBy(old, (file) => /^[0-9a-f]+(?=-\d+\.webp$)/.exec(file)?.[0] ?? "");
  for (const [name, files] of byName) await deleteFiles(db, uploads, { name, files });
}
