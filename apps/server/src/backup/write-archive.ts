import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { open } from "node:fs/promises";
import { finished } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { tarEnd, tarHeader, tarPadding } from "./tar.ts";

/** What of a table is gathered before it becomes an entry: its size stands before its content. */
const pieceBytes = 2 ** 20;

/**
 * A compressed tar that is written as it is made, in a file of its owner alone.
 *
 * @param path must not exist
 * @param seconds when, since the epoch, for its entries
 */
export function createArchive(path: string, seconds: number) {
  const file = createWriteStream(path, { flags: "wx", mode: 0o600 });
  const gzip = createGzip({ level: 5 });
  let failure: Error | undefined;
  const failed = (error: Error) => {
    failure ??= error;
    gzip.destroy();
    file.destroy();
  };
  file.on("error", failed);
  gzip.on("error", failed);
  gzip.pipe(file);

  async function write(piece: Buffer): Promise<void> {
    if (failure) throw failure;
    if (gzip.write(piece)) return;
    await new Promise<void>((resolve) => {
      // A failure destroys it, which closes it: nobody waits for ever.
      const done = () => {
        gzip.off("drain", done).off("close", done);
        resolve();
      };
      gzip.once("drain", done).once("close", done);
    });
    if (failure) throw failure;
  }

  async function add(name: string, size: number, content: AsyncIterable<Buffer> | Iterable<Buffer>): Promise<void> {
    await write(tarHeader({ name, size }, seconds));
    let written = 0;
    for await (const piece of content) {
      written += piece.length;
      await write(piece);
    }
    if (written !== size) throw new Error(`${name} has changed while it was read`);
    await write(tarPadding(size));
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
      await write(tarEnd);
      gzip.end();
      await finished(file).catch((error) => {
        throw failure ?? error;
      });
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
      failed(new Error("given up"));
      if (!file.closed) await once(file, "close").catch(() => {});
    },
  };
}
