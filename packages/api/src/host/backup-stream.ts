import type { FileHandle } from "node:fs/promises";
import { toWebStream } from "../base/web-stream.ts";

/**
 * Streams a file up to its present size; bytes that are appended meanwhile are left out. The file is closed at the end
 * of the stream, when its reader cancels, and when it cannot be sent.
 */
export async function streamOf(file: FileHandle): Promise<{ content: ReadableStream<Uint8Array>; bytes: number }> {
  try {
    const { size: bytes } = await file.stat();
    // An empty file has no last byte.
    const stream = file.createReadStream({ start: 0, end: Math.max(bytes - 1, 0) });
    return { content: toWebStream(stream), bytes };
  } catch (error) {
    await file.close();
    throw error;
  }
}
