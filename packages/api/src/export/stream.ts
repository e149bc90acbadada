import { once } from "node:events";
import { PassThrough } from "node:stream";
import type { Database } from "@daymark/db/connection/client";
import { snapshot, withinTransaction } from "@daymark/db/connection/within-transaction";
import { ApiError } from "../base/error.ts";
import { toWebStream } from "../base/web-stream.ts";
import type { Reader } from "./export-queue.ts";

/** Bytes of a file that may wait for the client, beside the page that is being written. */
const aheadBytesMax = 65_536;
/** The longest duration of an export, because its transaction keeps PostgreSQL from removing old rows. */
const millisecondsMax = 10 * 60_000;
/** The timeout for a client that takes none of the waiting bytes. */
const stalledMillisecondsMax = 60_000;

/**
 * Sends a file while it reads the rows from one snapshot of the database, no faster than the client reads. The
 * transaction ends with the file, when the client disconnects or stops reading, after a timeout, and when `reader.end`
 * is called. The client of an aborted file may retry. If nothing was sent yet, the error says so (`unavailable`).
 *
 * @param write yields the file; the stream reads it to its end or calls its `return`
 * @param options.inTurn runs the transaction when its turn comes, and may call `reader.end`
 * @param options.onBreak is called with an error after the first bytes, unless the client caused it
 * @returns the stream, once its first bytes are there: an earlier error rejects, so that the caller can still answer
 *   with it, and a later one breaks the stream
 */
export async function streamSnapshot(
  db: Database,
  write: (db: Database) => AsyncIterable<Uint8Array>,
  { inTurn, onBreak }: StreamOptions,
): Promise<ReadableStream<Uint8Array>> {
  const out = new PassThrough({ highWaterMark: aheadBytesMax });
  const ending = new AbortController();
  out.once("close", () => ending.abort());
  let hasBegun = false;
  const reader: Reader = { bytes: 0, isWaitedFor: false, end: () => ending.abort(new ApiError("unavailable")) };
  const send = (snapshotDb: Database) => sendAll(write(snapshotDb), out, { reader, ended: ending.signal });
  // The stream ends after the transaction and the turn, so that the client may export again at once.
  inTurn(reader, () => withinTransaction(db, send, snapshot)).then(
    () => out.end(),
    (error) => {
      const isEnded = ending.signal.aborted;
      if (hasBegun && !isEnded) onBreak(error);
      // The signal's reason itself: waiting for the client would throw it as the cause of another error.
      out.destroy(isEnded ? ending.signal.reason : error);
    },
  );
  await once(out, "readable");
  hasBegun = true;
  return toWebStream(out);
}

interface StreamOptions {
  inTurn: (reader: Reader, send: () => Promise<void>) => Promise<void>;
  onBreak: (error: unknown) => void;
}

async function sendAll(
  chunks: AsyncIterable<Uint8Array>,
  out: PassThrough,
  { reader, ended }: { reader: Reader; ended: AbortSignal },
): Promise<void> {
  const stop = AbortSignal.any([ended, AbortSignal.timeout(millisecondsMax)]);
  for await (const chunk of chunks) {
    stop.throwIfAborted();
    reader.bytes += chunk.length;
    if (out.write(chunk)) continue;
    reader.isWaitedFor = true;
    await once(out, "drain", { signal: AbortSignal.any([stop, AbortSignal.timeout(stalledMillisecondsMax)]) });
    reader.isWaitedFor = false;
  }
}
