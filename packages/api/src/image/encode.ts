import { createConcurrencyLimit } from "@daymark/auth/concurrency/concurrency-limit";
import type { Sharp } from "sharp";

export interface EncodedImage {
  /** The largest size, in pixels. */
  width: number;
  height: number;
  /** WebP files by their width, ascending; the last one is the largest. */
  sizes: { width: number; content: Uint8Array }[];
}

/** No reader's screen needs a larger picture inside of a text. */
const widthMax = 1600;
/** A strip of screenshots may be long, but WebP is limited to 16383 pixels. */
const heightMax = 8000;
const smallerWidths = [400, 800, 1200];
const quality = 80;
/** The largest decoded size: a camera's 50 megapixels, but no decompression bomb of a few bytes. */
const pixelsMax = 50_000_000;
const secondsMax = 20;

/** Each picture uses a processor for a moment and up to 200 MB: one at a time leaves room for calls. */
const inTurn = createConcurrencyLimit({ atOnceMax: 1, waitingMax: 20 });

/**
 * Encodes a picture for readers: rotated as its camera recorded, in sRGB, as WebP in several widths. All metadata is
 * removed (place and time, camera, a preview of the parts that were cropped). Of an animation only the first frame
 * remains: readers must be able to stop motion beside a text (WCAG 2.2.2).
 *
 * @returns null for a file that is not JPEG, PNG, GIF, WebP or AVIF, is damaged, or is too large to decode
 * @throws QueueFull if too many wait
 */
export function encodeImage(file: Uint8Array): Promise<EncodedImage | null> {
  return isPicture(file) ? inTurn(() => encode(file)) : Promise.resolve(null);
}

/**
 * Checks the first bytes before any library reads the file: the decoder knows many more formats, among them SVG and
 * others that load or execute content.
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
  // Loaded with the first picture, so that the start of the server does not wait for it.
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
    // The library's reason is not needed: the error names the file, and an admin can look at it.
    return null;
  }
}
