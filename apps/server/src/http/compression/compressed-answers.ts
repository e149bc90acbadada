import type { FastifyInstance } from "fastify";
import { compressText, encodingFor } from "./compression.ts";

/** An answer that fits into one packet arrives no sooner if it is compressed. */
const compressedBytesMin = 1_400;
/** At this quality 200 kB of days take less than 1 ms of the thread pool and become 8 kB. */
const quality = 4;

/**
 * Compresses the answers of queries. An answer to a mutation may contain a token and what the client sent, and its
 * length would then tell about the token (BREACH). Queries contain no tokens, and no other site can send one for a
 * user, because the access token is not a cookie.
 *
 * @param scope of the API; its answers are JSON
 */
export function compressAnswers(scope: FastifyInstance): void {
  scope.addHook("onSend", async (request, reply, payload) => {
    if (request.method !== "GET" || !isJson(reply.getHeader("content-type"))) return payload;
    if (typeof payload !== "string" && !Buffer.isBuffer(payload)) return payload;
    const body = Buffer.from(payload);
    if (body.length < compressedBytesMin) return payload;
    reply.header("vary", [reply.getHeader("vary") ?? [], "accept-encoding"].flat().join(", "));
    const encoding = encodingFor(request.headers["accept-encoding"]);
    if (encoding === null) return payload;
    reply.header("content-encoding", encoding).removeHeader("content-length");
    return compressText(body, encoding, quality);
  });
}

function isJson(contentType: unknown): boolean {
  return typeof contentType === "string" && /^application\/(?:problem\+)?json\b/.test(contentType);
}
