import type { Uploads } from "@daymark/api/host/uploads";

export interface MoveOptions {
  from: Uploads;
  to: Uploads;
  /** Whether the files stay at the old place too, for nodes that still serve them from there. */
  isSourceKept: boolean;
  /** Whether it only counts. */
  isDryRun: boolean;
}

/** What a move did, or in a dry run what it will do. */
export interface Moved {
  /** Files that the new place lacked, and their bytes. */
  copied: number;
  bytes: number;
  /** Files that the new place had. */
  there: number;
  /** Files deleted at the old place. */
  deleted: number;
}

/**
 * Moves files from one storage to another, one after the other, so that one is in memory. A file is deleted at the old
 * place only after its copy was read back and found equal. A move that was cut off is repeated: it copies what is
 * missing.
 *
 * Names never come twice, so a file of the same name and length is the same file. Files that no picture can have, such as
 * partial ones, stay.
 *
 * @throws Error if a copy differs; ApiError unavailable if a storage does not answer
 */
export async function moveUploads({ from, to, isSourceKept, isDryRun }: MoveOptions): Promise<Moved> {
  const moved: Moved = { copied: 0, bytes: 0, there: 0, deleted: 0 };
  for await (const { file, bytes } of from.list()) {
    if (!isOfPicture.test(file)) continue;
    const isThere = (await to.measure(file)) === bytes;
    if (isThere) moved.there += 1;
    else {
      moved.copied += 1;
      moved.bytes += bytes;
    }
    if (!isSourceKept) moved.deleted += 1;
    if (isDryRun || (isThere && isSourceKept)) continue;
    const content = await from.read(file);
    // A job of the server deleted it meanwhile.
    if (!content) continue;
    if (!isThere) await to.write(file, content);
    const copy = await to.read(file);
    if (!copy || Buffer.compare(copy, content) !== 0) throw new Error(`the copy of ${file} differs`);
    if (!isSourceKept) await from.delete([file]);
  }
  return moved;
}

/** The names that the product gives to files of pictures. */
const isOfPicture = /^[0-9a-f]+-\d+\.webp$/;
