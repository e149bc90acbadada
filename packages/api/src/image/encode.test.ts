import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { type EncodedImage, encodeImage } from "./encode.ts";
import { hugePng, picture } from "./testing.ts";

async function encoded(file: Uint8Array): Promise<EncodedImage> {
  const image = await encodeImage(file);
  if (!image) throw new Error("not read as a picture");
  return image;
}

const largestOf = (image: EncodedImage) => Buffer.from(image.sizes.at(-1)?.content ?? []);

async function pixelsOf(file: Uint8Array) {
  const { data, info } = await sharp(file).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) => [...data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3)];
  return { at, width: info.width, height: info.height };
}

test.each([
  [3000, 1500, 1600, 800, [400, 800, 1200, 1600]],
  [1000, 500, 1000, 500, [400, 800, 1000]],
  [400, 300, 400, 300, [400]],
  [1, 1, 1, 1, [1]],
  [1000, 12_000, 667, 8000, [400, 667]],
])(
  "%d × %d pixels are stored as %d × %d and smaller, and never enlarged",
  async (width, height, storedWidth, storedHeight, widths) => {
    const image = await encoded(await picture(width, height).png().toBuffer());
    expect([image.width, image.height]).toEqual([storedWidth, storedHeight]);
    expect(image.sizes.map((size) => size.width)).toEqual(widths);
    for (const size of image.sizes) {
      const metadata = await sharp(size.content).metadata();
      expect(metadata).toMatchObject({ format: "webp", width: size.width });
      expect(Math.abs(metadata.height - (size.width * storedHeight) / storedWidth)).toBeLessThanOrEqual(1);
    }
  },
);

describe("a photograph", () => {
  /**
   * Red on the left and blue on the right in the stored pixels. Its orientation is upright, so that red is at the top.
   */
  const photograph = async () => {
    const red = { create: { width: 200, height: 200, channels: 3 as const, background: "red" } };
    return sharp({ create: { width: 400, height: 200, channels: 3, background: "blue" } })
      .composite([{ input: red, left: 0, top: 0 }])
      .jpeg()
      .withExif({ IFD0: { Make: "Camera", Copyright: "Somebody" }, IFD3: { GPSLatitude: "50/1 27/1 0/1" } })
      .withMetadata({ orientation: 6, icc: "p3" })
      .toBuffer();
  };

  test("is rotated according to its orientation", async () => {
    const image = await encoded(await photograph());
    expect([image.width, image.height]).toEqual([200, 400]);
    const { at } = await pixelsOf(largestOf(image));
    expect(at(100, 50)[0]).toBeGreaterThan(200);
    expect(at(100, 350)[2]).toBeGreaterThan(200);
  });

  test("loses all metadata: place, camera and owner", async () => {
    const file = await photograph();
    expect((await sharp(file).metadata()).exif).toBeDefined();
    for (const { content } of (await encoded(file)).sizes) {
      const { exif, icc, xmp, iptc, orientation } = await sharp(content).metadata();
      expect([exif, icc, xmp, iptc, orientation]).toEqual([undefined, undefined, undefined, undefined, undefined]);
      expect(Buffer.from(content).toString("latin1")).not.toMatch(/EXIF|ICCP|XMP |Camera|Somebody|GPS/);
    }
  });
});

test("transparency is preserved", async () => {
  const background = { r: 255, g: 0, b: 0, alpha: 0.5 };
  const file = await sharp({ create: { width: 10, height: 10, channels: 4, background } })
    .png()
    .toBuffer();
  expect((await sharp(largestOf(await encoded(file))).metadata()).hasAlpha).toBe(true);
});

test.each(["jpeg", "png", "webp", "gif", "avif"] as const)("a %s can be read", async (format) => {
  const image = await encoded(await picture(64, 48).toFormat(format).toBuffer());
  expect([image.width, image.height]).toEqual([64, 48]);
});

test.each(["gif", "webp"] as const)("only the first frame of an animated %s is stored", async (format) => {
  const frames = await Promise.all(
    ["red", "blue"].map((background) =>
      sharp({ create: { width: 40, height: 30, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  );
  const file = await sharp(frames, { join: { animated: true } })
    .toFormat(format)
    .toBuffer();
  expect((await sharp(file, { animated: true }).metadata()).pages).toBe(2);
  const image = await encoded(file);
  expect([image.width, image.height]).toEqual([40, 30]);
  expect((await sharp(largestOf(image), { animated: true }).metadata()).pages ?? 1).toBe(1);
  expect((await pixelsOf(largestOf(image))).at(20, 15)[0]).toBeGreaterThan(200);
});

describe("a file is refused if it is", () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><script>alert(1)</script></svg>';

  test.each([
    ["nothing", ""],
    ["text", "just a text"],
    ["an HTML page", "<!doctype html><script>alert(1)</script>"],
    ["an SVG", svg],
    ["an SVG with a declaration", `<?xml version="1.0"?>${svg}`],
    ["a PDF", "%PDF-1.7\n1 0 obj"],
    ["an HTML page that begins like a GIF", "GIF89a/*<script>alert(1)</script>*/"],
    ["a JPEG of three bytes", "\xff\xd8\xff"],
    ["a RIFF file of another kind", "RIFF\x00\x00\x00\x00WAVEfmt "],
    ["a WebP without content", "RIFF\x00\x00\x00\x00WEBPVP8 "],
  ])("%s", async (_, text) => {
    expect(await encodeImage(Buffer.from(text, "latin1"))).toBeNull();
  });

  test("a TIFF, which is not supported", async () => {
    expect(await encodeImage(await picture(10, 10).tiff().toBuffer())).toBeNull();
  });

  test.each(["jpeg", "png", "webp"] as const)("half of a %s", async (format) => {
    const noise = { type: "gaussian" as const, mean: 128, sigma: 40 };
    const file = await sharp({ create: { width: 300, height: 300, channels: 3, background: "red", noise } })
      .toFormat(format)
      .toBuffer();
    expect(await encodeImage(file)).not.toBeNull();
    expect(await encodeImage(file.subarray(0, file.length / 2))).toBeNull();
  });

  test("an image of more than fifty megapixels in a few kilobytes, without decoding it", async () => {
    expect(await encodeImage(hugePng(10_000, 5_000))).not.toBeNull();
    const bomb = hugePng(40_000, 40_000);
    expect(bomb.length).toBeLessThan(1_000_000);
    expect(await encodeImage(bomb)).toBeNull();
  });
});
