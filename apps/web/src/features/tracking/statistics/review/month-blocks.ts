import { toDayNumber, weekdayOf } from "@daymark/domain/base/day";
import type { Review } from "@daymark/domain/review/review";
import type { Palette } from "../../share/palette.ts";
import type { Scene } from "../../share/scene.ts";

type Shapes = Scene["shapes"][number][];
type Day = Review["days"][number];

interface Blocks {
  review: Review;
  /** "January" to "December". */
  months: readonly string[];
  /** ISO weekdays in the order of the week. */
  weekdays: readonly number[];
  palette: Palette;
  place: { left: number; top: number; width: number; columns: number; gap: number };
  /** Size of a month's name. */
  nameSize: number;
  /** Shortens a text to a width, measured with its font. */
  fit: (text: string, size: number, weight: number, width: number) => string;
}

const weekRows = 6;
const weekDays = 7;

/** Twelve small calendars with a square for each day: the darker, the larger the part of the day's habits that was done. */
export function monthBlocks({ review, months, weekdays, palette, place, nameSize, fit }: Blocks): {
  shapes: Shapes;
  height: number;
} {
  const width = (place.width - place.gap * (place.columns - 1)) / place.columns;
  const pitch = width / weekDays;
  const head = nameSize * 1.5;
  const step = head + pitch * weekRows + place.gap * 0.6;
  const days = new Map(review.days.map((day) => [day.day, day]));
  const hasGood = review.due_days > 0;
  const shapes = months.flatMap((name, index): Shapes => {
    const left = place.left + (index % place.columns) * (width + place.gap);
    const top = place.top + Math.floor(index / place.columns) * step;
    const text = fit(name, nameSize, 560, width);
    return [
      { kind: "text", x: left, y: top + nameSize, text, size: nameSize, weight: 560, fill: palette.muted },
      ...daysOfMonth(review.year, index + 1).flatMap((day, date): Shapes => {
        const cell = date + weekdays.indexOf(weekdayOf(toDayNumber(`${day.slice(0, 7)}-01`)));
        const x = left + (cell % weekDays) * pitch;
        const y = top + head + Math.floor(cell / weekDays) * pitch;
        return [square(days.get(day), { x, y, size: pitch * 0.82 }, { palette, hasGood })];
      }),
    ];
  });
  return { shapes, height: Math.ceil(months.length / place.columns) * step - place.gap * 0.6 };
}

function daysOfMonth(year: number, month: number): string[] {
  const length = new Date(Date.UTC(year, month, 0)).getUTCDate();
  const two = (number: number) => String(number).padStart(2, "0");
  return Array.from({ length }, (_, index) => `${year}-${two(month)}-${two(index + 1)}`);
}

/** Opacities of the parts of a day's habits: some, most, nearly all, all. */
export const partOpacities = [0.3, 0.55, 0.78, 1] as const;

function square(
  day: Day | undefined,
  { x, y, size }: { x: number; y: number; size: number },
  { palette, hasGood }: { palette: Palette; hasGood: boolean },
): Shapes[number] {
  const box = { kind: "rect", x, y, width: size, height: size, radius: size * 0.24 } as const;
  const part = day && partOf(day, hasGood);
  // A day to come, or one that asked for nothing.
  if (part === undefined) return { ...box, fill: palette.line, opacity: 0.3 };
  if (part === null) {
    return day?.vacation
      ? { ...box, stroke: palette.muted, opacity: 0.45 }
      : { ...box, fill: palette.line, opacity: 0.3 };
  }
  if (part === 0) return { ...box, fill: palette.line };
  return { ...box, fill: palette.accent, opacity: partOpacities[Math.ceil(part * 4) - 1] ?? 1 };
}

/**
 * The part of a day's good habits that was done; without good habits in the year, of the limits that were kept. Null if
 * nothing counted.
 */
function partOf({ done, due, kept, exceeded }: Day, hasGood: boolean): number | null {
  const [part, whole] = hasGood ? [done, due] : [kept, kept + exceeded];
  return whole === 0 ? null : part / whole;
}
