import { createHash } from "node:crypto";
import { weekDays } from "@daymark/domain/base/week";
import { formatLocale, type Language } from "@daymark/domain/text/language";
import type { Picture } from "@daymark/domain/tracking/habit-link";
import { wordPicture } from "@daymark/i18n/badge-words";
import { i18nFor } from "@daymark/i18n/server";
import { escapeXml } from "../../pages/feed/xml.ts";

/** `auto` follows the system of the reader, as far as the page lets a picture see it. */
export const pictureThemes = ["light", "dark", "auto"] as const;
export type PictureTheme = (typeof pictureThemes)[number];

const light = ".i{fill:#171a21}.l{fill:#3c4250}.e{fill:#e3e0d8}";
const dark = ".i{fill:#f2f4f8}.l{fill:#2b3242}.e{fill:#262c3a}";
const styles: Record<PictureTheme, string> = {
  light,
  dark,
  auto: `${light}@media (prefers-color-scheme:dark){${dark}}`,
};

const hashes = Object.values(styles).map((style) => `'sha256-${createHash("sha256").update(style).digest("base64")}'`);

/** A picture loads no file and runs no script, on any page that shows it. */
export const pictureHeaders = {
  "content-type": "image/svg+xml; charset=utf-8",
  "content-security-policy": `default-src 'none'; style-src ${hashes.join(" ")}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  "cache-control": "public, max-age=300",
  // Other sites show the picture by an <img>.
  "cross-origin-resource-policy": "cross-origin",
  "x-robots-tag": "noindex, nofollow",
};

const accent = "#ff9537";
const onAccent = "#171a21";
/** Of the text of a badge, in pixels: an average letter of a sans-serif font of 11 pixels, and a wide character. */
const [letterWidth, wideWidth] = [6.4, 11];
const padding = 8;
const badgeHeight = 20;
/** A longer title is cut, so that a badge stays one line. */
const labelLengthMax = 40;

/** A picture as SVG. All text is escaped; there is no script, no link and no other file in it. */
export function drawPicture(picture: Picture, language: Language, theme: PictureTheme): string {
  const words = wordPicture(i18nFor(language), picture);
  const { width, height, content } = picture.kind === "streak" ? drawBadge(words) : drawYear(picture, words);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="t" lang="${formatLocale[language]}"><title id="t">${escapeXml(words.name)}</title><style>${styles[theme]}</style>${content}</svg>
`;
}

interface Drawing {
  width: number;
  height: number;
  content: string;
}

const font = 'font-family="Verdana,DejaVu Sans,Geneva,sans-serif" font-size="11"';

/** Two parts beside each other, in the proportions of shields.io. */
function drawBadge({ label, message }: { label: string; message: string }): Drawing {
  const short = cut(label, labelLengthMax);
  const [first, second] = [widthOf(short), widthOf(message)];
  const [left, right] = [first + 2 * padding, second + 2 * padding];
  const width = left + right;
  const text = (words: string, x: number, length: number, look: string) =>
    `<text x="${x}" y="14" textLength="${length}" lengthAdjust="spacingAndGlyphs" ${look}>${escapeXml(words)}</text>`;
  return {
    width,
    height: badgeHeight,
    content:
      `<rect class="l" width="${width}" height="${badgeHeight}" rx="4"/>` +
      `<path fill="${accent}" d="M${left} 0h${right - 4}a4 4 0 0 1 4 4v12a4 4 0 0 1-4 4H${left}z"/>` +
      `<g ${font}>${text(short, padding, first, 'fill="#fff"')}${text(message, left + padding, second, `fill="${onAccent}"`)}</g>`,
  };
}

const [cell, gap] = [10, 3];
const opacities = [0.3, 0.55, 0.8, 1];
const headHeight = 22;

/** A column for each week, a square for each day: an empty frame, an empty square, or one of four strengths. */
function drawYear({ levels }: Picture, { label, message }: { label: string; message: string }): Drawing {
  const step = cell + gap;
  const weeks = Math.ceil(levels.length / weekDays);
  const width = weeks * step - gap;
  const squares = levels.map((level, index) => {
    const at = `x="${Math.floor(index / weekDays) * step}" y="${headHeight + (index % weekDays) * step}"`;
    const size = `width="${cell}" height="${cell}" rx="2"`;
    if (level > 0) return `<rect ${at} ${size} fill="${accent}" fill-opacity="${opacities[level - 1] ?? 1}"/>`;
    return `<rect class="e" ${at} ${size}${level < 0 ? ' fill-opacity=".45"' : ""}/>`;
  });
  return {
    width,
    height: headHeight + weekDays * step - gap,
    content:
      `<g ${font}><text class="i" y="12">${escapeXml(cut(label, 2 * labelLengthMax))}</text>` +
      `<text class="i" x="${width}" y="12" text-anchor="end">${escapeXml(message)}</text></g>` +
      squares.join(""),
  };
}

function cut(text: string, max: number): string {
  const characters = [...text];
  return characters.length > max ? `${characters.slice(0, max - 1).join("")}…` : text;
}

/** About the width of a text. The drawing sets it as the length of the text, so that no font overflows. */
function widthOf(text: string): number {
  const wide = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{Emoji_Presentation}]/u;
  const sum = [...text].reduce((width, character) => width + (wide.test(character) ? wideWidth : letterWidth), 0);
  return Math.ceil(sum);
}
