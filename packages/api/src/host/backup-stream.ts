import type { FileHandle } from "node:fs/promises";
import { toWebStream } from "../base/web-stream.ts";

/**
 * A file as it stands at this moment: it is read while it is sent, and what is written meanwhile is left out. It is closed
 * at its end, where its reader goes away, and where it cannot be sent.
 */
export async function streamOf(file: FileHandle): Promise<{ content: ReadableStream<Uint8Array>; bytes: number }> {
  try {
    const { size: bytes } = await file.stat();
    // Of an empty file there is no last byte to name.
    const stream = file.createReadStream({ start: 0, end: Math.max(bytes - 1, 0) });
    return { content: toWebStream(stream), bytes };
  } catch (error) {
    await file.close();
    throw error;
  }
}
