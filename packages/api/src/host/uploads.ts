import { constants } from "node:fs";
import { lstat, mkdir, open, opendir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";

/** A stored file. */
export interface UploadedFile {
  file: string;
  bytes: number;
  /** Milliseconds since the epoch. */
  writtenAt: number;
}

/**
 * Files that users have uploaded, as the server sends them: in a folder (here), or in S3 (s3-uploads.ts).
 *
 * Every method of the S3 storage throws an ApiError `unavailable` within seconds if S3 does not answer. So no
 * transaction may call them, because its connection would wait too.
 */
export interface Uploads {
  /** Writes the whole file or nothing; it replaces a file of that name. */
  write(file: string, content: Uint8Array): Promise<void>;
  /** Null if there is no such file. */
  read(file: string): Promise<Uint8Array | null>;
  /** The length in bytes; null if there is no such file. It does not open the file. */
  measure(file: string): Promise<number | null>;
  /** A missing file is no failure. */
  delete(files: readonly string[]): Promise<void>;
  /**
   * All files, in no order, read page by page: there may be more than fit into memory. Partial files that a crash has
   * left in a folder are among them.
   */
  list(): AsyncIterable<UploadedFile>;
}

/** The largest file, in bytes: several times what the encoder can make. A storage reads a file into memory whole. */
export const fileBytesMax = 64 * 2 ** 20;

/** @param directory created with the first file; nodes that share uploads share it */
export function createUploads(directory: string): Uploads {
  return {
    async write(file, content) {
      await mkdir(directory, { recursive: true, mode: 0o700 });
      const part = join(directory, `${file}.${process.pid}.part`);
      try {
        const handle = await open(part, "w", 0o600);
        try {
          await handle.writeFile(content);
          await handle.sync();
        } finally {
          await handle.close();
        }
        await rename(part, join(directory, file));
      } catch (error) {
        // If the disk is full, half a file must not occupy it.
        await rm(part, { force: true });
        throw error;
      }
    },

    async read(file) {
      // Otherwise a person who can write to the folder could place a link that leads out of it.
      const flags = constants.O_RDONLY | constants.O_NOFOLLOW;
      const handle = await open(join(directory, file), flags).catch(orNull);
      if (!handle) return null;
      try {
        return await handle.readFile();
      } finally {
        await handle.close();
      }
    },

    async measure(file) {
      const found = await lstat(join(directory, file)).catch(orNull);
      return found?.isFile() ? found.size : null;
    },

    async delete(files) {
      for (const file of files) await rm(join(directory, file), { force: true });
    },

    async *list() {
      // The folder does not exist before the first upload.
      for await (const { name } of (await opendir(directory).catch(orNull)) ?? []) {
        // Null if the file was deleted meanwhile.
        const found = await stat(join(directory, name)).catch(orNull);
        if (found) yield { file: name, bytes: found.size, writtenAt: found.mtimeMs };
      }
    },
  };
}

/** Null if the file is missing or is a link. */
function orNull(error: NodeJS.ErrnoException): null {
  if (error.code === "ENOENT" || error.code === "ELOOP") return null;
  throw error;
}
