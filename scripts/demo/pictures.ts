import { crc32, deflateSync } from "node:zlib";

/** Red, green, blue, 0 to 255. */
type Color = readonly [number, number, number];
/** The colour of a point; x from 0 (left) to 16, y from 0 (top) to 9. */
type Picture = (x: number, y: number) => Color;

const night: Color = [16, 24, 36];
const deep: Color = [24, 44, 66];
const dawn: Color = [255, 178, 112];
const sand: Color = [251, 247, 240];
const orange: Color = [255, 147, 58];
const rock: Color = [52, 58, 70];
const white: Color = [250, 250, 248];

const width = 1600;
const height = 900;
/** The width of an antialiased edge: one pixel. */
const edge = 16 / width;

/** A beacon for sailors, a pile with a triangle on top, in front of the morning sky. */
const beacon: Picture = (x, y) => {
  const sky = mix(mix(deep, night, rise(4, 0, y)), dawn, rise(1, 5.6, y) ** 2);
  const sun = mix(sky, [255, 226, 170], 1 - rise(0.9, 1.15, Math.hypot(x - 4.2, y - 5.4)));
  const wave = 5.9 + 0.05 * Math.sin(x * 2.1) + 0.03 * Math.sin(x * 5.3 + 1);
  const glitter = 0.35 * (1 - rise(0, 1.6, Math.abs(x - 4.2))) * (0.5 + 0.5 * Math.sin(y * 22 + Math.sin(x * 3)));
  const sea = mix(mix(deep, [38, 74, 104], rise(9, 6, y)), dawn, glitter);
  let color = mix(sun, sea, inside(wave - y));
  const pile = Math.abs(x - 11) - (0.16 + 0.05 * (y - 3));
  color = mix(color, white, inside(Math.max(pile, 2.4 - y, y - 6.1)));
  const bands = Math.max(pile, Math.abs(((y - 3.3) % 1.1) - 0.25) - 0.25, 3.3 - y, y - 6);
  color = mix(color, orange, inside(bands));
  const triangle = Math.max(Math.abs(x - 11) * 1.5 - (y - 0.9), y - 2.5);
  color = mix(color, orange, inside(triangle));
  const shore = 7.6 - 1.8 * Math.exp(-(((x - 11) / 3) ** 2)) + 0.07 * Math.sin(x * 2.3) + 0.03 * Math.sin(x * 9);
  return mix(color, mix(rock, night, rise(shore, 9, y)), inside(shore - y));
};

/** Low, wide steps. */
const steps: Picture = (x, y) => {
  let color = mix(sand, [255, 226, 190], rise(0, 9, y));
  color = mix(color, [255, 206, 140], 1 - rise(1.3, 1.5, Math.hypot(x - 12.9, y - 2.1)));
  for (let step = 7; step >= 0; step -= 1) {
    const left = 1 + step * 1.75;
    const top = 8.1 - step * 0.62;
    const part = step / 7;
    const shade = mix(deep, orange, part);
    color = mix(color, shade, inside(Math.max(left - x, top - y)));
    color = mix(color, mix(shade, white, 0.25), inside(Math.max(left - x, top - y, y - top - 0.09)));
  }
  return color;
};

/** The strength of a habit over two months: rising, with one missed day, and later a missed week. */
const strength: Picture = (x, y) => {
  let color = mix(night, deep, rise(0, 9, y));
  for (const line of [2, 4, 6, 8]) color = mix(color, [60, 74, 94], 0.5 * inside(Math.abs(y - line) - 0.012));
  const day = ((x - 1) / 14) * (strengths.length - 1);
  const nearest = Math.min(strengths.length - 1, Math.max(0, Math.round(day)));
  const dot = Math.hypot(x - (1 + (nearest / (strengths.length - 1)) * 14), y - 8.45) - 0.075;
  color = mix(color, isMissed(nearest) ? [92, 104, 122] : orange, inside(dot));
  if (day < 0 || day > strengths.length - 1) return color;
  const level = (index: number) => 8 - 6.4 * (strengths[index] ?? 0);
  const left = Math.floor(day);
  const here = level(left) + (level(Math.min(left + 1, strengths.length - 1)) - level(left)) * (day - left);
  const slope = Math.abs(level(left + 1) - level(left)) * ((strengths.length - 1) / 14);
  color = mix(color, mix(orange, night, 0.62), 0.8 * inside(Math.max(here - y, y - 8)));
  return mix(color, orange, inside(Math.abs(y - here) / Math.hypot(1, slope) - 0.045));
};

const isMissed = (day: number) => day === 26 || (day >= 41 && day < 48);

/** Computed from 0 by the product's rule (packages/domain/src/rules/strength.ts). */
const strengths: number[] = [];
const keep = 0.5 ** (1 / 13);
for (let day = 0; day <= 60; day += 1) {
  strengths.push((strengths.at(-1) ?? 0) * keep + (isMissed(day) ? 0 : 1) * (1 - keep));
}

const pictures = { beacon, steps, strength };
export type DemoPicture = keyof typeof pictures;

/** Draws a picture of 1600 × 900 pixels as PNG, so that the demo needs no image of another author. */
export function drawPicture(name: DemoPicture): Uint8Array<ArrayBuffer> {
  const picture = pictures[name];
  const rows = Buffer.alloc(height * (1 + width * 3));
  let at = 0;
  for (let row = 0; row < height; row += 1) {
    // The filter byte of each row: none (PNG 9.2).
    rows[at++] = 0;
    for (let column = 0; column < width; column += 1) {
      for (const part of picture((column + 0.5) * edge, (row + 0.5) * edge)) rows[at++] = part;
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // Bit depth 8, colour type 2 (RGB).
  header.set([8, 2, 0, 0, 0], 8);
  const parts = [chunk("IHDR", header), chunk("IDAT", deflateSync(rows)), chunk("IEND", Buffer.alloc(0))];
  return Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), ...parts]);
}

/** PNG 5.3. */
function chunk(type: string, data: Buffer): Buffer<ArrayBuffer> {
  const named = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, check]);
}

function mix(from: Color, to: Color, part: number): Color {
  const blend = (index: 0 | 1 | 2) => from[index] + (to[index] - from[index]) * part;
  return [blend(0), blend(1), blend(2)];
}

/** 0 at `from`, 1 at `to`, with a smooth transition. */
function rise(from: number, to: number, at: number): number {
  const part = Math.min(1, Math.max(0, (at - from) / (to - from)));
  return part * part * (3 - 2 * part);
}

/** 1 within a shape, 0 outside, in between on its edge. `distance` is negative within the shape. */
function inside(distance: number): number {
  return Math.min(1, Math.max(0, 0.5 - distance / edge));
}
