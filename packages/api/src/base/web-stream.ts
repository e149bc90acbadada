import type { Readable } from "node:stream";

/**
 * Makes a web stream from a Node stream, with no extra buffer. Cancelling it destroys the Node stream.
 *
 * `Readable.toWeb` of Node 24 throws in a later tick ("Controller is already closed") if its reader cancels while data
 * is about to flow, which ends the process. `ReadableStream.from` destroys nothing at a cancel before the first read.
 */
export function toWebStream(readable: Readable): ReadableStream<Uint8Array> {
  // The iterator listens only from the first read on. An error before it, as when an export loses its turn, would otherwise end
  // the process; the first read throws it.
  readable.on("error", () => {});
  const chunks: AsyncIterator<Uint8Array> = readable[Symbol.asyncIterator]();
  return new ReadableStream(
    {
      async pull(controller) {
        const { done, value } = await chunks.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel() {
        readable.destroy();
      },
    },
    { highWaterMark: 0 },
  );
}
