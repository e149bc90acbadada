import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { open } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { pack } from "tar-stream";

/** Bytes of a table collected before they become an entry, because tar writes the size before the content. */
const pieceBytes = 2 ** 20;

/**
 * Writes a compressed tar file while its content arrives. Only the file's owner may read it.
 *
 * @param path must not exist
 * @param seconds the time of its entries, in seconds since the epoch
 */
export function createArchive(path: string, seconds: number) {
  const tar = pack();
  const file = createWriteStream(path, { flags: "wx", mode: 0o600 });
  const written = pipeline(tar, createGzip({ level: 5 }), file);
  // It may fail between two entries. The next call throws the error.
  written.catch(() => {});

  /** @throws if the size of the content differs */
  async function add(name: string, size: number, content: AsyncIterable<Buffer> | Iterable<Buffer>): Promise<void> {
    try {
      await pipeline(content, tar.entry({ name, size, mode: 0o600, mtime: new Date(seconds * 1000) }));
    } catch (error) {
      tar.destroy(error as Error);
      // Throws the first error, because this one may be its consequence.
      await written;
      throw error;
    }
  }

  return {
    add,
    addText: (name: string, text: string) => add(name, Buffer.byteLength(text), [Buffer.from(text)]),

    /** Adds the content as consecutive entries `<name>/000001`, …. */
    async addInPieces(name: string, content: AsyncIterable<Buffer>): Promise<void> {
      let [pieces, bytes, entries]: [Buffer[], number, number] = [[], 0, 0];
      const flush = async () => {
        entries += 1;
        const gathered = Buffer.concat(pieces);
        [pieces, bytes] = [[], 0];
        await add(`${name}/${String(entries).padStart(6, "0")}`, gathered.length, [gathered]);
      };
      for await (const piece of content) {
        pieces.push(piece);
        bytes += piece.length;
        if (bytes >= pieceBytes) await flush();
      }
      if (bytes > 0) await flush();
    },

    /** Ends the file and syncs it to the disk. @returns its size in bytes */
    async finish(): Promise<number> {
      tar.finalize();
      await written;
      const handle = await open(path, "r+");
      try {
        await handle.sync();
      } finally {
        await handle.close();
      }
      return file.bytesWritten;
    },

    /** Stops writing after an error. */
    async abandon(): Promise<void> {
      tar.destroy();
      if (!file.closed) await once(file, "close").catch(() => {});
    },
  };
}
