import { constants } from "node:fs";
import { lstat, mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";

/** Files that people have sent, as they are served. */
export interface Uploads {
  /** Whole, or not at all; what has the name already is replaced. */
  write(file: string, content: Uint8Array): Promise<void>;
  /** Null where there is no such file. */
  read(file: string): Promise<Uint8Array | null>;
  /** The length in bytes. Null where there is no such file. Opens nothing. */
  measure(file: string): Promise<number | null>;
  /** What is not there is no failure. */
  delete(files: readonly string[]): Promise<void>;
  /** With their sizes, and when each was written, in milliseconds since the epoch; also what a crash has left behind. */
  list(): Promise<{ file: string; bytes: number; writtenAt: number }[]>;
}

/** @param directory made with the first file; nodes that share uploads share it */
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
        // Where there is no room, half a file must not take it.
        await rm(part, { force: true });
        throw error;
      }
    },

    async read(file) {
      // Whoever can write here could else lead out of it.
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

    async list() {
      // Nobody has sent anything yet.
      const files = (await readdir(directory).catch(orNull)) ?? [];
      const written = await Promise.all(
        files.map((file) =>
          stat(join(directory, file)).then(
            ({ size, mtimeMs }) => [{ file, bytes: size, writtenAt: mtimeMs }],
            // Gone meanwhile.
            () => [],
          ),
        ),
      );
      return written.flat();
    },
  };
}

/** Of what is not there, or is a link. */
function orNull(error: NodeJS.ErrnoException): null {
  if (error.code === "ENOENT" || error.code === "ELOOP") return null;
  throw error;
}
