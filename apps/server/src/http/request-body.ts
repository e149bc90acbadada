import type { Readable } from "node:stream";
import { ApiError } from "@daymark/api/base/error";
import type { FastifyRequest } from "fastify";
import { createGrowingBytes } from "./growing-bytes.ts";
import { createChunkCounter } from "./short-chunks.ts";

/** A body that arrives, and its maximum length. */
interface IncomingBody {
  request: FastifyRequest;
  payload: Readable;
  bytesMax: number;
}

/**
 * Reads a body to its end. Fastify itself would keep all chunks until then. The client decides how small they are, and
 * a chunk of one byte takes 350 bytes: 40 bodies of 100 kB filled the heap.
 *
 * @throws ApiError payload_too_large; invalid_json if the client disconnects before the end
 */
export async function readBody(incoming: IncomingBody): Promise<Buffer> {
  const body = createGrowingBytes(announcedBytes(incoming));
  await takeChunks(incoming, (chunk) => body.add(chunk));
  return Buffer.from(body.toBytes().buffer);
}

/**
 * Reads a body to its end and keeps nothing of it.
 *
 * @returns its length in bytes
 * @throws ApiError as {@link readBody}
 */
export async function measureBody(incoming: IncomingBody): Promise<number> {
  return takeChunks(incoming, () => {});
}

/**
 * The memory that the value of a JSON text takes beside its strings, in bytes for each of these characters. Measured
 * with bodies of 100 kB: nested and flat lists and objects, whose members have equal names, different names, or numbers
 * as names.
 */
const parsedBytesOf = new Uint8Array(256);
for (const [character, bytes] of Object.entries({ "[": 64, "{": 200, ":": 64, ",": 16 })) {
  parsedBytesOf[character.charCodeAt(0)] = bytes;
}

/**
 * An upper estimate of the memory that a JSON body takes once it is parsed: up to 34 times its length. The estimate
 * also counts these characters within strings.
 */
export function estimateParsedBytes(body: Uint8Array): number {
  // The text and its strings, with two bytes a character if one of them is not Latin.
  let bytes = 4 * body.length;
  for (const byte of body) bytes += parsedBytesOf[byte] ?? 0;
  return bytes;
}

function takeChunks(incoming: IncomingBody, take: (chunk: Buffer) => void): Promise<number> {
  const { payload, bytesMax } = incoming;
  if (announcedBytes(incoming) > bytesMax) throw new ApiError("payload_too_large");
  return new Promise((resolve, reject) => {
    let bytes = 0;
    const countChunk = createChunkCounter(incoming.request.raw);
    payload.on("data", (chunk: Buffer) => {
      countChunk(chunk);
      bytes += chunk.length;
      if (bytes > bytesMax) reject(new ApiError("payload_too_large"));
      else take(chunk);
    });
    payload.on("end", () => resolve(bytes));
    payload.on("error", () => reject(new ApiError("invalid_json")));
  });
}

function announcedBytes({ request, bytesMax }: IncomingBody): number {
  return Number(request.headers["content-length"] ?? bytesMax);
}
