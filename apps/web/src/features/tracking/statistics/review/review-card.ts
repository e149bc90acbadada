import type { Review } from "@daymark/domain/review/review";
import type { Palette } from "../../share/palette.ts";
import type { Scene } from "../../share/scene.ts";
import { monthBlocks, partOpacities } from "./month-blocks.ts";

interface CardFigure {
  name: string;
  value: string;
  /** The name of the habit that it is about, if names are shown. */
  title: string | null;
  note: string;
}

/** The texts on the picture, in the language of the page. */
export interface ReviewCardWords {
  heading: string;
  /** The days of the review, and the number of habits. */
  subtitle: string;
  months: readonly string[];
  /** What a square means. */
  legend: string;
  figures: readonly CardFigure[];
  /** The habits with names; empty if names are hidden. */
  habits: readonly { title: string; figure: string; hue: number }[];
  /** "and 3 more", if there are more habits than have room. */
  more: (count: number) => string;
  brand: string;
}

interface CardInput {
  review: Review;
  words: ReviewCardWords;
  palette: Palette;
  weekdays: readonly number[];
  /** Shortens a text to a width, measured with its font. */
  fit: (text: string, size: number, weight: number, width: number) => string;
  /** Breaks a text into lines of a width. */
  wrap: (text: string, size: number, weight: number, width: number, linesMax: number) => string[];
  /** The width of a text. */
  measure: (text: string, size: number, weight: number) => number;
}

type Shapes = Scene["shapes"][number][];

/** The portrait format that social networks show uncropped. */
export const reviewCardSize = { width: 1080, height: 1350 } as const;
const { width, height } = reviewCardSize;
const margin = 60;
const inner = width - 2 * margin;
const tileColumns = 3;
const tileGap = 24;
const tileHeight = 152;
/** More figures have no room. */
const tilesMax = 6;
const rowHeight = 45;
/** Rows of habits, the last of which may say how many more there are. */
const rowsMax = 7;

/** The picture of a year in review: the year in the middle, its figures below, and habits with names if there are any. */
export function reviewCard(input: CardInput): Scene {
  const { words, palette } = input;
  const hasNames = words.habits.length > 0;
  const place = { left: margin, top: 212, width: inner, columns: hasNames ? 6 : 4, gap: hasNames ? 24 : 34 };
  const blocks = monthBlocks({ ...input, months: words.months, place, nameSize: hasNames ? 19 : 22 });
  const legendTop = place.top + blocks.height + 14;
  const tilesTop = legendTop + (hasNames ? 48 : 56);
  const tiles = words.figures.slice(0, tilesMax);
  const rowsTop = tilesTop + Math.ceil(tiles.length / tileColumns) * tileHeight + 4;
  return {
    width,
    height,
    shapes: [
      { kind: "rect", x: 0, y: 0, width, height, radius: 0, fill: palette.canvas },
      { kind: "rect", x: 22, y: 22, width: width - 44, height: height - 44, radius: 32, fill: palette.surface },
      ...header(input),
      ...blocks.shapes,
      ...legend(input, legendTop),
      ...tiles.flatMap((figure, index) => tile(input, figure, index, tilesTop)),
      ...rows(input, rowsTop),
      ...foot(input),
    ],
  };
}

function header({ words, palette, fit }: CardInput): Shapes {
  return [
    { kind: "rect", x: margin, y: 70, width: 12, height: 62, radius: 6, fill: palette.accent },
    text(fit(words.heading, 62, 680, inner - 36), { x: margin + 34, y: 122, size: 62, weight: 680, fill: palette.ink }),
    text(fit(words.subtitle, 25, 500, inner - 36), {
      ...{ x: margin + 34, y: 170, size: 25, weight: 500, fill: palette.muted },
    }),
  ];
}

function legend({ words, palette, fit }: CardInput, top: number): Shapes {
  const size = 18;
  const squares = [palette.line, ...partOpacities].map((fill, index): Shapes[number] => {
    const box = { kind: "rect", x: margin + index * (size + 6), y: top, width: size, height: size, radius: 4 } as const;
    return typeof fill === "string" ? { ...box, fill } : { ...box, fill: palette.accent, opacity: fill };
  });
  const left = squares.length * (size + 6) + 8;
  return [
    ...squares,
    text(fit(words.legend, 19, 480, inner - left), {
      ...{ x: margin + left, y: top + 16, size: 19, weight: 480, fill: palette.muted },
    }),
  ];
}

function tile(
  { palette, fit, wrap }: CardInput,
  { name, value, title, note }: CardFigure,
  index: number,
  top: number,
): Shapes {
  const tileWidth = (inner - tileGap * (tileColumns - 1)) / tileColumns;
  const x = margin + (index % tileColumns) * (tileWidth + tileGap);
  const y = top + Math.floor(index / tileColumns) * tileHeight;
  return [
    text(fit(name, 20, 560, tileWidth), { x, y: y + 20, size: 20, weight: 560, fill: palette.muted }),
    text(fit(value, 38, 660, tileWidth), { x, y: y + 63, size: 38, weight: 660, fill: palette.ink }),
    ...[...(title === null ? [] : [fit(title, 18, 480, tileWidth)]), ...wrap(note, 18, 480, tileWidth, 2)].map(
      (line, row) => text(line, { x, y: y + 90 + row * 22, size: 18, weight: 480, fill: palette.muted }),
    ),
  ];
}

function rows({ words, palette, fit, measure }: CardInput, top: number): Shapes {
  const { habits, more } = words;
  const shown = habits.slice(0, habits.length > rowsMax ? rowsMax - 1 : rowsMax);
  return [
    ...shown.flatMap(({ title, figure, hue }, index): Shapes => {
      const y = top + index * rowHeight;
      const told = fit(figure, 20, 500, inner * 0.6);
      const room = inner - measure(told, 20, 500) - 60;
      return [
        { kind: "rect", x: margin, y: y + 4, width: 6, height: 28, radius: 3, fill: palette.habit(hue) },
        text(fit(title, 22, 600, room), { x: margin + 20, y: y + 26, size: 22, weight: 600, fill: palette.ink }),
        text(told, {
          ...{ x: width - margin, y: y + 26, size: 20, weight: 500, fill: palette.muted, align: "right" },
        }),
      ];
    }),
    ...(shown.length < habits.length
      ? [
          text(fit(more(habits.length - shown.length), 20, 500, inner), {
            ...{ x: margin + 20, y: top + shown.length * rowHeight + 26, size: 20, weight: 500, fill: palette.muted },
          }),
        ]
      : []),
  ];
}

function foot({ words, palette }: CardInput): Shapes {
  const y = height - 52;
  const at = (x: number, down: number) => [margin + x, y - 24 + down] as const;
  return [
    // The logo: a diamond in two halves.
    {
      kind: "line",
      points: [at(15, 0), at(28, 12.4), at(2, 12.4), at(15, 0)],
      stroke: palette.accent,
      width: 1,
      fill: palette.accent,
    },
    { kind: "line", points: [at(3, 16.6), at(27, 16.6), at(15, 28), at(3, 16.6)], stroke: palette.ink, width: 2 },
    text(words.brand, { x: margin + 42, y, size: 22, weight: 640, fill: palette.ink }),
  ];
}

function text(value: string, look: Omit<Extract<Shapes[number], { kind: "text" }>, "kind" | "text">): Shapes[number] {
  return { kind: "text", text: value, ...look };
}
