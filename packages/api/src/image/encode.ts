import { createConcurrencyLimit } from "@daymark/auth/concurrency/concurrency-limit";
import type { Sharp } from "sharp";

export interface EncodedImage {
  /** Of the largest size, in pixels. */
  width: number;
  height: number;
  /** WebP files by their width, ascending; the last one is the largest. */
  sizes: { width: number; content: Uint8Array }[];
}

/** No screen of a reader needs more of a picture within a text. */
const widthMax = 1600;
/** A strip of screenshots may be long, but WebP ends at 16383 pixels. */
const heightMax = 8000;
const smallerWidths = [400, 800, 1200];
const quality = 80;
/** What a picture may decode to: a camera's 50 megapixels, no bomb of a few bytes. */
const pixelsMax = 50_000_000;
const secondsMax = 20;

/** Each takes a processor for a moment and up to 200 MB: calls go on beside one of them. */
const inTurn = createConcurrencyLimit({ atOnceMax: 1, waitingMax: 20 });

/**
 * A picture as readers are given it: turned as its camera said, in sRGB, as WebP in several widths, without anything
 * else that was in the file (where and when it was taken, by which camera, a preview of what was cut away). Of an
 * animation only the first frame is left: what moves beside a text must be stoppable (WCAG 2.2.2).
 *
 * @returns null for what is no JPEG, PNG, GIF, WebP or AVIF, is damaged, or is too large to be decoded
 * @throws QueueFull while too many wait
 */
export function encodeImage(file: Uint8Array): Promise<EncodedImage | null> {
  return isPicture(file) ? inTurn(() => encode(file)) : Promise.resolve(null);
}

/**
 * By the first bytes, before any library looks at the file: the one that decodes knows many more formats, among them SVG
 * and others that load or run things.
 */
function isPicture(file: Uint8Array): boolean {
  const text = (from: number, to: number) => Buffer.from(file.subarray(from, to)).toString("latin1");
  return (
    text(0, 3) === "\xff\xd8\xff" ||
    text(0, 8) === "\x89PNG\r\n\x1a\n" ||
    /^GIF8[79]a$/.test(text(0, 6)) ||
    (text(0, 4) === "RIFF" && text(8, 12) === "WEBP") ||
    /^ftypavi[fs]$/.test(text(4, 12))
  );
}

async function encode(file: Uint8Array): Promise<EncodedImage | null> {
  // Loaded with the first picture: the start of the server need not wait for it.
  const { default: sharp } = await import("sharp");
  sharp.cache(false);
  // One thread per picture, so that the other processors stay free for other requests.
  sharp.concurrency(1);
  const toWebp = (image: Sharp) =>
    image.webp({ quality, smartSubsample: true }).timeout({ seconds: secondsMax }).toBuffer();
  try {
    const { data, info } = await sharp(file, { limitInputPixels: pixelsMax, failOn: "error" })
      .autoOrient()
      .resize({ width: widthMax, height: heightMax, fit: "inside", withoutEnlargement: true })
      .toColourspace("srgb")
      .timeout({ seconds: secondsMax })
      .raw()
      .toBuffer({ resolveWithObject: true });
    const { width, height, channels } = info;
    const sizes: EncodedImage["sizes"] = [];
    for (const size of [...smallerWidths.filter((smaller) => smaller < width), width]) {
      const image = sharp(data, { raw: { width, height, channels } }).resize({ width: size });
      sizes.push({ width: size, content: await toWebp(image) });
    }
    return { width, height, sizes };
  } catch {
    // Whatever the library says of it: it is told of the file, and to an admin who can look at it.
    return null;
  }
}
