import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

/** The server's order of preference. Browsers ask for Brotli only over https and on this machine. */
const encodings = ["br", "gzip"] as const;
export type Encoding = (typeof encodings)[number];

const compressors = { br: promisify(brotliCompress), gzip: promisify(gzip) };

/** RFC 7932 9.1: the size of the window in which repetitions are found. The decoder needs this much memory too. */
const windowBits = { min: 16, max: 22 };

/**
 * Compresses in the thread pool.
 *
 * @param quality of Brotli, 0 to 11; gzip has levels up to 9
 */
export function compressText(body: Buffer, encoding: Encoding, quality: number): Promise<Buffer> {
  if (encoding === "gzip") return compressors.gzip(body, { level: Math.min(9, quality) });
  const bits = Math.max(windowBits.min, Math.ceil(Math.log2(body.length)) || 0);
  return compressors.br(body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_LGWIN]: Math.min(windowBits.max, bits),
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    },
  });
}

const offers = {
  br: /(?:^|,)\s*br\s*(?:;\s*q=(?<weight>[\d.]+)\s*)?(?:,|$)/i,
  gzip: /(?:^|,)\s*gzip\s*(?:;\s*q=(?<weight>[\d.]+)\s*)?(?:,|$)/i,
};

/**
 * RFC 9110 12.5.3: an encoding is accepted if the header lists it with a weight above 0.
 *
 * @param header Accept-Encoding
 * @returns the best accepted encoding, null if the body must be sent as it is
 */
export function encodingFor(header: string | string[] | undefined): Encoding | null {
  const isAccepted = (encoding: Encoding) => {
    const offer = offers[encoding].exec(String(header ?? ""));
    return offer !== null && Number(offer.groups?.weight ?? 1) > 0;
  };
  return encodings.find(isAccepted) ?? null;
}
