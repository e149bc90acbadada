import type { IncomingMessage } from "node:http";

/** How many chunks a body may have before their length matters. */
export const chunksMax = 4_096;
/** The mean length of a chunk, beyond {@link chunksMax} of them. */
const chunkBytesMin = 16;

/**
 * Closes the connection of a body in very short chunks (RFC 9112 7.1 sets no least length). Node's parser works 0.1 s for a
 * megabyte of one-byte chunks, so that 23 MB of them would delay everyone for two seconds.
 *
 * @returns counts a chunk of the body
 */
export function createChunkCounter(request: IncomingMessage): (chunk: Uint8Array) => void {
  let chunks = 0;
  let bytes = 0;
  return (chunk) => {
    chunks += 1;
    bytes += chunk.length;
    if (chunks > chunksMax && bytes < chunks * chunkBytesMin) request.socket.destroy();
  };
}
