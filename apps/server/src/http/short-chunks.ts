import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";

/** How many chunks the bodies of a connection may have before their length matters. */
export const chunksMax = 4_096;
/** The mean length of a chunk, beyond {@link chunksMax} of them. */
const chunkBytesMin = 16;

interface Count {
  chunks: number;
  bytes: number;
}

const countOf = new WeakMap<Socket, Count>();

/**
 * Closes a connection whose bodies arrive in very short chunks (RFC 9112 7.1 sets no minimum length). Node's parser
 * needs 0.1 s for a megabyte of one-byte chunks, so 23 MB of them would delay everyone for two seconds.
 *
 * The first chunk of each body is not counted, so that a client may send any number of short bodies over one
 * connection.
 *
 * @returns counts a chunk of the request's body
 */
export function createChunkCounter({ socket }: IncomingMessage): (chunk: Uint8Array) => void {
  const count = countOf.get(socket) ?? { chunks: 0, bytes: 0 };
  countOf.set(socket, count);
  let isFirst = true;
  return (chunk) => {
    if (isFirst) {
      isFirst = false;
      return;
    }
    count.chunks += 1;
    count.bytes += chunk.length;
    if (count.chunks > chunksMax && count.bytes < count.chunks * chunkBytesMin) socket.destroy();
  };
}
