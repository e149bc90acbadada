import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";

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

/** Best of what costs no more than rendering did. */
const quality = 9;

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
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: body.length };
  const vary = [...(headers.vary ? [headers.vary] : []), ...(isText ? ["accept-encoding"] : [])].join(", ");
  return {
    status,
    headers: { ...headers, ...(vary && { vary }) },
    body,
    brotli: isText ? await compress(body, { params }) : null,
    etag: `W/"${createHash("sha256").update(body).digest("base64url")}"`,
  };
}

/** What it takes in memory, with its policy and keys. */
export function documentBytes({ body, brotli }: Document): number {
  return body.length + (brotli?.length ?? 0) + 2_000;
}

export function sendDocument(request: FastifyRequest, reply: FastifyReply, document: Document): FastifyReply {
  reply.code(document.status).headers(document.headers).header("etag", document.etag);
  if (document.status === 200 && isKnown(request.headers["if-none-match"], document.etag))
    return reply.code(304).send();
  return document.brotli && takesBrotli(request.headers["accept-encoding"])
    ? reply.header("content-encoding", "br").send(document.brotli)
    : reply.send(document.body);
}

/** RFC 9110 13.1.2: any of a list, compared weakly, as proxies weaken what they compress themselves. */
function isKnown(header: string | undefined, etag: string): boolean {
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
