import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { setImmediate as nextTurn } from "node:timers/promises";
import opentype, { type Font, type PathCommand } from "opentype.js";

/** The weights of texts. */
export type Weight = 500 | 700;

/** The subsets of the font, the most frequently needed first. */
const subsets = ["latin", "cyrillic", "latin-ext", "cyrillic-ext", "symbols", "math", "vietnamese"];

const { resolve } = createRequire(import.meta.url);
const fonts: Record<Weight, Font[]> = { 500: [], 700: [] };
let loading: Promise<void> | undefined;

/**
 * Loads the font. Until then the functions below leave out every character. The server handles other calls between two
 * subsets. A subset takes some 10 ms of the processor, the largest 60.
 */
export function loadFonts(): Promise<void> {
  loading ??= loadParts();
  return loading;
}

async function loadParts(): Promise<void> {
  for (const weight of [500, 700] as const) {
    for (const subset of subsets) {
      fonts[weight].push(load(subset, weight));
      await nextTurn();
    }
  }
}

function load(subset: string, weight: Weight): Font {
  const file = resolve(`@fontsource/onest/files/onest-${subset}-${weight}-normal.woff`);
  const { buffer, byteOffset, byteLength } = readFileSync(file);
  return opentype.parse(buffer.slice(byteOffset, byteOffset + byteLength));
}

/** Consecutive characters of one subset. */
interface Run {
  font: Font;
  text: string;
}

/** Leaves out characters that no subset has (emoji, other scripts). */
function runsOf(text: string, weight: Weight): Run[] {
  const runs: Run[] = [];
  for (const character of text) {
    const last = runs.at(-1);
    const font = last?.font.hasChar(character) ? last.font : fonts[weight].find((part) => part.hasChar(character));
    if (!font) continue;
    if (last?.font === font) last.text += character;
    else runs.push({ font, text: character });
  }
  return runs;
}

/** How a text is drawn. */
interface Setting {
  weight: Weight;
  /** Pixels. */
  size: number;
}

/** The width of a line, in pixels. */
export function widthOf(text: string, { weight, size }: Setting): number {
  return runsOf(text, weight).reduce((sum, run) => sum + run.font.getAdvanceWidth(run.text, size), 0);
}

/**
 * Returns a line as outlines, so that it looks the same with any fonts on the machine.
 *
 * @param x its left edge, y its baseline, in pixels
 * @returns `d` of an SVG path; empty if no character can be drawn
 */
export function outline(text: string, x: number, y: number, { weight, size }: Setting): string {
  let left = x;
  return runsOf(text, weight)
    .map(({ font, text }) => {
      const d = dataOf(font.getPath(text, left, y, size).commands);
      left += font.getAdvanceWidth(text, size);
      return d;
    })
    .join("");
}

/**
 * Rounds to a tenth of a pixel. The library's own function writes NaN for numbers that JavaScript prints with an
 * exponent.
 */
function dataOf(commands: PathCommand[]): string {
  const spell = (...numbers: number[]) => numbers.map((number) => Math.round(number * 10) / 10).join(" ");
  return commands
    .map((command) => {
      switch (command.type) {
        case "M":
        case "L":
          return command.type + spell(command.x, command.y);
        case "Q":
          return `Q${spell(command.x1, command.y1, command.x, command.y)}`;
        case "C":
          return `C${spell(command.x1, command.y1, command.x2, command.y2, command.x, command.y)}`;
        default:
          return "Z";
      }
    })
    .join("");
}

/**
 * Breaks a text into lines no wider than the given pixels. It cuts a word that is wider than a line. Text that does not
 * fit on the last line ends in an ellipsis. Each word is measured once, because kerning across a space is invisible.
 */
export function wrap(
  text: string,
  setting: Setting,
  { width, linesMax }: { width: number; linesMax: number },
): string[] {
  const words = text.split(/\s+/).filter((word) => runsOf(word, setting.weight).length > 0);
  const space = widthOf(" ", setting);
  const lines: string[] = [];
  let left = 0;
  for (const word of words.flatMap((word) => pieces(word, setting, width))) {
    const wordWidth = widthOf(word, setting);
    const last = lines.at(-1);
    if (last !== undefined && space + wordWidth <= left) {
      lines[lines.length - 1] = `${last} ${word}`;
      left -= space + wordWidth;
    } else {
      lines.push(word);
      left = width - wordWidth;
    }
    if (lines.length > linesMax) break;
  }
  if (lines.length <= linesMax) return lines;
  const [last = ""] = lines.splice(linesMax - 1);
  return [...lines, shorten(last, setting, width)];
}

function pieces(word: string, setting: Setting, width: number): string[] {
  if (widthOf(word, setting) <= width) return [word];
  const parts = [""];
  let left = width;
  for (const character of word) {
    const characterWidth = widthOf(character, setting);
    if (characterWidth > left && parts.at(-1) !== "") {
      parts.push("");
      left = width;
    }
    parts[parts.length - 1] += character;
    left -= characterWidth;
  }
  return parts;
}

function shorten(line: string, setting: Setting, width: number): string {
  const characters = Array.from(line);
  let over = widthOf(`${line}…`, setting) - width;
  while (characters.length > 0 && over > 0) over -= widthOf(characters.pop() ?? "", setting);
  return `${characters.join("").replace(/[\s.,:;–—-]+$/, "")}…`;
}
