import { isFailure, isSuccess } from "@daymark/domain/rules/result";
import { isAssumedDay, monthColumns, type YearDay, yearGrid } from "../statistics/year/year.ts";
import type { Palette } from "./palette.ts";
import type { Scene } from "./scene.ts";

/** A habit and its year in a picture. */
export interface CardHabit {
  /** Null if the user hides the name. */
  title: string | null;
  hue: number;
  days: readonly YearDay[];
}

/** The texts on a picture, in the language of the page. */
export interface CardWords {
  /** At the top. */
  heading: string;
  year: string;
  /** The figures below the heading. */
  figures: readonly string[];
  /** "Jan" to "Dec". */
  months: readonly string[];
  brand: string;
}

interface CardInput {
  habits: readonly CardHabit[];
  words: CardWords;
  palette: Palette;
  /** ISO weekdays in the order of the week. */
  weekdays: readonly number[];
  /** Shortens a text to a width, measured with its font. */
  fit: (text: string, size: number, weight: number, width: number) => string;
}

const width = 1200;
const margin = 64;
/** If there are several habits, their names are left of their maps. */
const namesWidth = 208;

type Shapes = Scene["shapes"][number][];

/** A picture of a year: one large habit, or several below each other. */
export function yearCard({ habits, words, palette, weekdays, fit }: CardInput): Scene {
  const isAlone = habits.length === 1;
  const left = isAlone ? margin : margin + namesWidth;
  const pitch = (width - margin - left) / 54;
  const mapHeight = pitch * 7;
  const top = isAlone ? 290 : 216;
  const step = mapHeight + (isAlone ? 0 : 34);
  const height = Math.round(Math.max(630, top + 34 + habits.length * step + 96));
  const shapes: Shapes = [
    { kind: "rect", x: 0, y: 0, width, height, radius: 0, fill: palette.canvas },
    { kind: "rect", x: 24, y: 24, width: width - 48, height: height - 48, radius: 28, fill: palette.surface },
    ...heading({ habits, words, palette, fit }),
  ];
  const first = habits[0];
  if (first) {
    const months = monthColumns(yearGrid(first.days, weekdays));
    let column = 0;
    for (const { month, span } of months) {
      const text = words.months[Number(month.slice(5)) - 1] ?? "";
      shapes.push({ kind: "text", x: left + column * pitch, y: top, text, size: 17, weight: 500, fill: palette.muted });
      column += span;
    }
  }
  habits.forEach((habit, index) => {
    const y = top + 16 + index * step;
    if (!isAlone && habit.title !== null) {
      const text = fit(habit.title, 21, 600, namesWidth - 32);
      shapes.push(
        { kind: "rect", x: margin, y: y + 2, width: 6, height: 26, radius: 3, fill: palette.habit(habit.hue) },
        { kind: "text", x: margin + 18, y: y + 22, text, size: 21, weight: 600, fill: palette.ink },
      );
    }
    shapes.push(...map(habit, { left, top: y, pitch, weekdays, palette }));
  });
  shapes.push(...foot({ words, palette, height }));
  return { width, height, shapes };
}

function heading({ habits, words, palette, fit }: Pick<CardInput, "habits" | "words" | "palette" | "fit">): Shapes {
  const hue = habits.length === 1 ? habits[0]?.hue : undefined;
  const right = width - margin;
  return [
    {
      kind: "rect",
      x: margin,
      y: 74,
      width: 10,
      height: 52,
      radius: 5,
      fill: hue === undefined ? palette.accent : palette.habit(hue),
    },
    {
      kind: "text",
      x: margin + 30,
      y: 117,
      text: fit(words.heading, 46, 640, width - 2 * margin - 210),
      size: 46,
      weight: 640,
      fill: palette.ink,
    },
    { kind: "text", x: right, y: 117, text: words.year, size: 46, weight: 500, fill: palette.muted, align: "right" },
    {
      kind: "text",
      x: margin + 30,
      y: 164,
      text: fit(words.figures.join("  ·  "), 23, 500, width - 2 * margin - 30),
      size: 23,
      weight: 500,
      fill: palette.muted,
    },
  ];
}

function foot({ words, palette, height }: { words: CardWords; palette: Palette; height: number }): Shapes {
  const y = height - 58;
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
    {
      kind: "line",
      points: [at(3, 16.6), at(27, 16.6), at(15, 28), at(3, 16.6)],
      stroke: palette.ink,
      width: 2,
    },
    { kind: "text", x: margin + 42, y, text: words.brand, size: 23, weight: 640, fill: palette.ink },
  ];
}

interface MapPlace {
  left: number;
  top: number;
  pitch: number;
  weekdays: readonly number[];
  palette: Palette;
}

function map({ days, hue }: CardHabit, { left, top, pitch, weekdays, palette }: MapPlace): Shapes {
  return yearGrid(days, weekdays).flatMap((row, index) =>
    row.flatMap((day, column) =>
      day ? mark(day, { x: left + column * pitch, y: top + index * pitch, size: pitch * 0.8 }, hue, palette) : [],
    ),
  );
}

/** A day as in the maps of the pages: shape and fill distinguish the results, also in greyscale. */
function mark(
  day: YearDay,
  { x, y, size }: { x: number; y: number; size: number },
  hue: number,
  palette: Palette,
): Shapes {
  const box = { kind: "rect", x, y, width: size, height: size } as const;
  const [square, round] = [size * 0.24, size / 2];
  const at = (part: number, other: number) => [x + size * part, y + size * other] as const;
  switch (day.result) {
    case "achieved":
      return [{ ...box, radius: square, fill: palette.habit(hue) }];
    case "covered":
      return [{ ...box, radius: square, fill: palette.habit(hue), opacity: 0.35 }];
    case "awaiting":
      return [{ ...box, radius: square, stroke: palette.habitLine(hue) }];
    case "not_achieved":
      return [{ ...box, radius: square, fill: palette.line }];
    case "not_exceeded":
      return isAssumedDay(day)
        ? [{ ...box, radius: round, stroke: palette.habitLine(hue) }]
        : [{ ...box, radius: round, fill: palette.habit(hue), opacity: 0.7 }];
    case "exceeded":
      return [
        { ...box, radius: round, stroke: palette.danger },
        { kind: "line", points: [at(0.36, 0.36), at(0.64, 0.64)], stroke: palette.danger, width: 2 },
        { kind: "line", points: [at(0.64, 0.36), at(0.36, 0.64)], stroke: palette.danger, width: 2 },
      ];
    case "skipped":
      return [{ kind: "line", points: [at(0.4, 0.25), at(0.65, 0.5), at(0.4, 0.75)], stroke: palette.muted, width: 2 }];
    case "rest":
      return [
        {
          ...box,
          x: x + size * 0.4,
          y: y + size * 0.4,
          width: size * 0.2,
          height: size * 0.2,
          radius: size * 0.1,
          fill: palette.muted,
        },
      ];
    case "upcoming":
      return [{ ...box, radius: square, fill: palette.line, opacity: 0.4 }];
    default:
      return [{ ...box, radius: square, fill: palette.line, opacity: 0.16 }];
  }
}

/**
 * Totals of a year: days that succeeded, days that counted, and the longest streak of successes without a failure. With a
 * weekly goal that run has no meaning, because its streaks consist of weeks.
 */
export function tallyYear(days: readonly YearDay[]): { done: number; counted: number; longest: number } {
  let [done, counted, run, longest] = [0, 0, 0, 0];
  for (const { result } of days) {
    if (isSuccess(result)) {
      done += 1;
      run += 1;
      longest = Math.max(longest, run);
    } else if (isFailure(result)) run = 0;
    if (isSuccess(result) || isFailure(result)) counted += 1;
  }
  return { done, counted, longest };
}
