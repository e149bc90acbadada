import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { open } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { pack } from "tar-stream";

/** What of a table is gathered before it becomes an entry: its size stands before its content. */
const pieceBytes = 2 ** 20;

/**
 * A compressed tar that is written as it is made, in a file of its owner alone.
 *
 * @param path must not exist
 * @param seconds when, since the epoch, for its entries
 */
export function createArchive(path: string, seconds: number) {
  const tar = pack();
  const file = createWriteStream(path, { flags: "wx", mode: 0o600 });
  const written = pipeline(tar, createGzip({ level: 5 }), file);
  // It may fail between two entries; the next call throws the error.
  written.catch(() => {});

  /** @throws where the content has another size */
  async function add(name: string, size: number, content: AsyncIterable<Buffer> | Iterable<Buffer>): Promise<void> {
    try {
      await pipeline(content, tar.entry({ name, size, mode: 0o600, mtime: new Date(seconds * 1000) }));
    } catch (error) {
      tar.destroy(error as Error);
      // The first error, of which this one may be only a consequence.
      await written;
      throw error;
    }
  }

  return {
    add,
    addText: (name: string, text: string) => add(name, Buffer.byteLength(text), [Buffer.from(text)]),

    /** Adds what follows as entries `<name>/000001`, …, which one after the other are the whole. */
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

    /** Ends it, and has the disk keep it. @returns its bytes */
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

    /** After a failure: nothing is written any more. */
    async abandon(): Promise<void> {
      tar.destroy();
      if (!file.closed) await once(file, "close").catch(() => {});
    },
  };
}
