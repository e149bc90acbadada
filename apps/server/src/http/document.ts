import { createHash } from "node:crypto";
import type { OutgoingHttpHeader } from "node:http";
import type { FastifyReply, FastifyRequest } from "fastify";
import { compressText, type Encoding, encodingFor } from "./compression/compression.ts";
import { requestIdHeader } from "./request-id.ts";

/** A response with its headers, which all clients share. */
export interface Document {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: Buffer;
  /** Null if the content type is already compressed. */
  compressed: Readonly<Record<Encoding, Buffer>> | null;
  /** A weak ETag of the uncompressed content, because the encoding varies (RFC 9110 8.8.1). */
  etag: string;
}

/** Of Brotli and of gzip. Brotli's level 6 takes 1 ms for a page. Level 11 takes 45 to 95 ms and saves 10 % (docs/decisions/0031). */
const documentQuality = 6;

/**
 * Compresses the content once, however often it is sent.
 *
 * @param headers with the content type, and with `vary` for anything but the encoding
 */
export async function createDocument(
  content: string | Buffer,
  status: number,
  headers: Record<string, string>,
): Promise<Document> {
  const body = Buffer.from(content);
  const isText = !/^image\/(?!svg)/.test(headers["content-type"] ?? "");
  const vary = [...(headers.vary ? [headers.vary] : []), ...(isText ? ["accept-encoding"] : [])].join(", ");
  return {
    status,
    headers: { ...headers, ...(vary && { vary }) },
    body,
    compressed: isText ? await compressAll(body) : null,
    etag: `W/"${createHash("sha256").update(body).digest("base64url")}"`,
  };
}

async function compressAll(body: Buffer): Promise<Record<Encoding, Buffer>> {
  const compress = (encoding: Encoding) => compressText(body, encoding, documentQuality);
  const [br, gzip] = await Promise.all([compress("br"), compress("gzip")]);
  return { br, gzip };
}

/** The memory that the document takes, with its policy and its cache keys. */
export function documentBytes({ body, compressed }: Document): number {
  return body.length + (compressed ? compressed.br.length + compressed.gzip.length : 0) + 2_000;
}

declare module "fastify" {
  interface FastifyReply {
    /** The headers of every answer, for an answer that does not go through `send`. The host's app sets them. */
    commonHeaders?: Readonly<Record<string, string>>;
  }
}

/** Alternating names and values. Cached only for replies on which no header was set, which are most replies. */
const heads = new WeakMap<Document, readonly string[]>();

/**
 * The document's headers override those set on the reply, and these override the common ones. The head is written in
 * one piece: setting each header through Fastify takes a twelfth of the time of a cached page (docs/decisions/0013).
 */
export function sendDocument(request: FastifyRequest, reply: FastifyReply, document: Document): FastifyReply {
  const { status } = document;
  const isKnown = status === 200 && isKnownBy(request, document);
  const encoding = document.compressed && encodingFor(request.headers["accept-encoding"]);
  const body = (encoding && document.compressed?.[encoding]) ?? document.body;
  const head: OutgoingHttpHeader[] = [...headOf(reply, document), requestIdHeader, request.id];
  if (!isKnown) head.push("content-length", body.length);
  if (!isKnown && encoding) head.push("content-encoding", encoding);
  reply.raw.writeHead(isKnown ? 304 : status, head);
  // Not earlier: `writeHead` throws for an invalid header, and then Fastify still answers.
  reply.hijack();
  // The hook of connection-bounds.ts does not see this answer. A page that all readers share also counts as each
  // client's: the cache may evict it, and then only clients that have not read it keep it in memory.
  if (!isKnown && request.method !== "HEAD") request.counted?.holdAnswer(body.length);
  reply.raw.end(isKnown ? undefined : body);
  return reply;
}

function headOf(reply: FastifyReply, document: Document): readonly OutgoingHttpHeader[] {
  const set = reply.getHeaders();
  const isBare = Object.keys(set).length === 0;
  const known = isBare && heads.get(document);
  if (known) return known;
  const { headers, etag } = document;
  const head = Object.entries({ ...reply.commonHeaders, ...set, ...headers, etag }).flat() as string[];
  if (isBare) heads.set(document, head);
  return head;
}

/** RFC 9110 13.2.2: the date counts only if the client sends no ETag. */
function isKnownBy({ headers }: FastifyRequest, document: Document): boolean {
  const { "if-none-match": tags, "if-modified-since": since } = headers;
  if (tags !== undefined) return isAmong(tags, document.etag);
  const modified = document.headers["last-modified"];
  // A comparison with an invalid date is false.
  return since !== undefined && modified !== undefined && Date.parse(modified) <= Date.parse(since);
}

/**
 * RFC 9110 13.1.2: the header is a list, and the comparison is weak, because proxies weaken the ETag of what they
 * compress.
 */
export function isAmong(header: string, etag: string): boolean {
  return header.split(",").some((known) => known.trim() === "*" || `W/${known.trim().replace(/^W\//, "")}` === etag);
}
