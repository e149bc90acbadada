import { brand } from "@daymark/domain/base/brand";
import sharp from "sharp";
import { loadFonts, outline, widthOf, wrap } from "./font.ts";

/** The texts on the preview picture of a link to a page. */
export interface Card {
  /** The kind of the page. */
  kicker: string;
  title: string;
  /** Below the title, smaller; empty if there is nothing to add. */
  text: string;
  /** The host of the site. */
  host: string;
}

/** In pixels, as apps/web/src/lib/page/describe.ts announces them. */
const width = 1200;
const height = 630;
const margin = 80;
const inner = width - 2 * margin;

/** The colors of the dark theme (ui/tokens.css) in sRGB, the only color space of the picture. */
const colors = {
  canvas: "#0b0f15",
  line: "#1b222b",
  ink: "#f3f4f6",
  muted: "#a7adb8",
  accent: "#fb923c",
  accentText: "#fda65a",
};

/** A week of days as the calendar shows them: their hue and opacity. */
const days: readonly [hue: number, opacity: number][] = [
  [152, 1],
  [152, 1],
  [38, 1],
  [250, 0.35],
  [38, 1],
  [152, 1],
  [310, 0.35],
];

/** The title takes the largest size at which it fits on three lines. */
const titleSizes = [84, 72, 62, 54] as const;
const titleLinesMax = 3;

/** Draws a card as PNG. */
export async function drawCard(card: Card): Promise<Buffer> {
  await loadFonts();
  return sharp(Buffer.from(svgOf(card)))
    .png({ compressionLevel: 9 })
    .toBuffer();
}

/** All texts are outlines, so that no text of a user is markup and no font of the machine is needed. */
export function svgOf({ kicker, title, text, host }: Card): string {
  const size = titleSizes.find(
    (size) => wrap(title, { weight: 700, size }, { width: inner, linesMax: 99 }).length <= titleLinesMax,
  );
  const titleSetting = { weight: 700, size: size ?? 54 } as const;
  const lines = wrap(title, titleSetting, { width: inner, linesMax: titleLinesMax });
  const textSetting = { weight: 500, size: 30 } as const;
  const words = wrap(text, textSetting, { width: inner, linesMax: lines.length > 2 ? 1 : 2 });
  const hostSetting = { weight: 500, size: 26 } as const;
  const titleTop = 214;
  const lineHeight = Math.round(titleSetting.size * 1.14);
  const textTop = titleTop + lines.length * lineHeight + 44;
  const path = (d: string, fill: string) => (d === "" ? "" : `<path d="${d}" fill="${fill}"/>`);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    `<defs><radialGradient id="glow" cx="0.86" cy="0.12" r="0.7"><stop offset="0" stop-color="${colors.accent}" stop-opacity="0.22"/><stop offset="1" stop-color="${colors.accent}" stop-opacity="0"/></radialGradient></defs>`,
    `<rect width="${width}" height="${height}" fill="${colors.canvas}"/>`,
    chart(),
    `<rect width="${width}" height="${height}" fill="url(#glow)"/>`,
    logo(),
    path(outline(brand, margin + 62, 104, { weight: 700, size: 38 }), colors.ink),
    path(outline(kicker, width - margin - widthOf(kicker, hostSetting), 101, hostSetting), colors.accentText),
    ...lines.map((line, index) =>
      path(outline(line, margin, titleTop + titleSetting.size * 0.8 + index * lineHeight, titleSetting), colors.ink),
    ),
    ...words.map((line, index) => path(outline(line, margin, textTop + index * 44, textSetting), colors.muted)),
    week(),
    path(outline(host, width - margin - widthOf(host, hostSetting), height - margin + 18, hostSetting), colors.muted),
    "</svg>",
  ].join("");
}

/** The grid behind the product's first screens. */
function chart(): string {
  const steps = (end: number) => Array.from({ length: Math.floor(end / 80) }, (_, index) => (index + 1) * 80);
  const d = [...steps(width).map((x) => `M${x} 0V${height}`), ...steps(height).map((y) => `M0 ${y}H${width}`)].join("");
  return `<path d="${d}" stroke="${colors.line}" stroke-width="1"/>`;
}

/** The same as in apps/web/src/layout/logo.tsx. */
function logo(): string {
  return `<g transform="translate(${margin} 66) scale(1.7)"><path d="M14 1.6 26 13H2L14 1.6Z" fill="${colors.accent}"/><path d="M2.6 15.6h22.8L14 26.4 2.6 15.6Z" fill="none" stroke="${colors.ink}" stroke-width="2" stroke-linejoin="round"/></g>`;
}

function week(): string {
  return days
    .map(([hue, opacity], index) => {
      const fill = `hsl(${hue} 48% 62%)`;
      return `<rect x="${margin + index * 44}" y="${height - margin - 16}" width="34" height="34" rx="9" fill="${fill}" fill-opacity="${opacity}"/>`;
    })
    .join("");
}
