import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";

const compress = promisify(brotliCompress);

/** RFC 7932 9.1: the size of the window in which repetitions are found. The decoder needs this much memory too. */
const windowBits = { min: 16, max: 22 };

/**
 * Compresses in the thread pool.
 *
 * @param quality of Brotli, 0 to 11
 */
export function compressText(body: Buffer, quality: number): Promise<Buffer> {
  const bits = Math.max(windowBits.min, Math.ceil(Math.log2(body.length)) || 0);
  return compress(body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_LGWIN]: Math.min(windowBits.max, bits),
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    },
  });
}

const brotliOffer = /(?:^|,)\s*br\s*(?:;\s*q=(?<weight>[\d.]+)\s*)?(?:,|$)/i;

/** RFC 9110 12.5.3: `br` is listed, and its weight is not 0. */
export function takesBrotli(header: string | string[] | undefined): boolean {
  const offer = brotliOffer.exec(String(header ?? ""));
  return offer !== null && Number(offer.groups?.weight ?? 1) > 0;
}
