import { isUtf8 } from "node:buffer";
import type { Readable } from "node:stream";
import { ApiError } from "@daymark/api/base/error";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { LoopTurns } from "../event-loop/loop-turns.ts";
import { clientNetworkOf } from "../http/client-address.ts";
import { estimateParsedBytes, measureBody, readBody } from "../http/request-body.ts";

/** The contract limits a body to 100 kB. */
export const bodyBytesMax = 100_000;
/** A longer body takes up to 25 ms to parse, so it waits for a turn of the event loop. */
const unhurriedBytesMax = 4_096;

declare module "fastify" {
  interface FastifyRequest {
    /** The body as the client sent it. */
    bodyText: string;
  }
}

/** Makes JSON the only content type of bodies. A scope may accept others. */
export function acceptJson(app: FastifyInstance, turns: LoopTurns): void {
  app.decorateRequest("bodyText", "");
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/json", (request: FastifyRequest, payload: Readable) =>
    parseJson(request, payload, turns),
  );
  app.addContentTypeParser("*", refuseType);
}

async function parseJson(request: FastifyRequest, payload: Readable, turns: LoopTurns): Promise<unknown> {
  const body = await readBody({ request, payload, bytesMax: bodyBytesMax });
  // An empty body counts as no body, with any content type.
  if (body.length === 0) return undefined;
  request.counted?.holdBody(estimateParsedBytes(body));
  // Many such bodies may be complete at the same time.
  if (body.length > unhurriedBytesMax) await new Promise<void>((go) => turns.run(clientNetworkOf(request), go));
  // The memory budget may have closed this connection. Then no client reads the answer.
  if (request.raw.socket.destroyed) throw new ApiError("invalid_json");
  try {
    return readJson(request, body);
  } catch {
    throw new ApiError("invalid_json");
  }
}

function readJson(request: FastifyRequest, body: Buffer): unknown {
  // RFC 8259 8.1 requires UTF-8. Decoding other bytes anyway would store replacement characters.
  if (!isUtf8(body)) throw new SyntaxError("not UTF-8");
  request.bodyText = body.toString();
  return JSON.parse(request.bodyText);
}

/**
 * Refuses the content type only if there is a body: some clients send a content type, or begin chunks, for an empty
 * body.
 */
async function refuseType(request: FastifyRequest, payload: Readable): Promise<void> {
  const length = await measureBody({ request, payload, bytesMax: bodyBytesMax });
  if (length === 0) return;
  const isMissing = request.headers["content-type"] === undefined;
  throw new ApiError("unsupported_media_type", isMissing ? { values: { reason: "missing" } } : {});
}
