import { createHash } from "node:crypto";
import type { OutgoingHttpHeader } from "node:http";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";
import { requestIdHeader } from "./request-id.ts";

const compress = promisify(brotliCompress);

/** What is sent to everyone who asks for it, with all that is sent along. */
export interface Document {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: Buffer;
  /** Null of what is compressed in itself. */
  brotli: Buffer | null;
  /** Weak, as it is of the text, however that is compressed on its way (RFC 9110 8.8.1). */
  etag: string;
}

/** Brotli's level: 1 ms of a page. Level 11 takes 45 to 95 ms for 10 % less (docs/decisions/0031). */
const level = 6;
/** RFC 7932 9.1: of the window in which what repeats is found; the decoder's memory too. */
const windowBits = { min: 16, max: 22 };

function compressText(body: Buffer): Promise<Buffer> {
  const bits = Math.max(windowBits.min, Math.ceil(Math.log2(body.length)) || 0);
  return compress(body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: level,
      [constants.BROTLI_PARAM_LGWIN]: Math.min(windowBits.max, bits),
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    },
  });
}

/**
 * Compressed once, however often it is sent.
 *
 * @param headers with its type, and what it varies by beside the encoding
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
    brotli: isText ? await compressText(body) : null,
    etag: `W/"${createHash("sha256").update(body).digest("base64url")}"`,
  };
}

/** What it takes in memory, with its policy and keys. */
export function documentBytes({ body, brotli }: Document): number {
  return body.length + (brotli?.length ?? 0) + 2_000;
}

declare module "fastify" {
  interface FastifyReply {
    /** What every answer has, for one that is not sent by `send`; the host's app knows it. */
    commonHeaders?: Readonly<Record<string, string>>;
  }
}

/** Names and values in turn; of whatever nothing was set for on the reply, which is most of what is sent. */
const heads = new WeakMap<Document, readonly string[]>();

/**
 * Its own headers go before those set on the reply, and these before the common ones. The head is written in one piece:
 * name by name through Fastify it is a twelfth of what a kept page costs (docs/decisions/0013).
 */
export function sendDocument(request: FastifyRequest, reply: FastifyReply, document: Document): FastifyReply {
  const { status, etag } = document;
  const isKnown = status === 200 && isAmong(request.headers["if-none-match"], etag);
  const compressed = takesBrotli(request.headers["accept-encoding"]) ? document.brotli : null;
  const body = compressed ?? document.body;
  const head: OutgoingHttpHeader[] = [...headOf(reply, document), requestIdHeader, request.id];
  if (!isKnown) head.push("content-length", body.length);
  if (!isKnown && compressed) head.push("content-encoding", "br");
  reply.raw.writeHead(isKnown ? 304 : status, head);
  // Only now: what cannot be a header has been thrown for, and Fastify answers.
  reply.hijack();
  // The hook of connection-bounds.ts does not see this answer. Also a page that all readers share counts as each client's:
  // the cache may drop it, and then only those who have not read it keep it in memory.
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

/** RFC 9110 13.1.2: any of a list, compared weakly, as proxies weaken what they compress themselves. */
function isAmong(header: string | undefined, etag: string): boolean {
  return (
    header?.split(",").some((known) => known.trim() === "*" || `W/${known.trim().replace(/^W\//, "")}` === etag) ??
    false
  );
}

const brotliOffer = /(?:^|,)\s*br\s*(?:;\s*q=(?<weight>[\d.]+)\s*)?(?:,|$)/i;

/** RFC 9110 12.5.3: named, and not with a weight of nothing. */
function takesBrotli(header: string | string[] | undefined): boolean {
  const offer = brotliOffer.exec(String(header ?? ""));
  return offer !== null && Number(offer.groups?.weight ?? 1) > 0;
}
