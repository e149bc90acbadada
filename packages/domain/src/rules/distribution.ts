import * as z from "zod/mini";
import { roundFigure, type Unit } from "../base/unit.ts";
import { amountOf, type DayEntry, type HabitRules, hasValue } from "./result.ts";

export const distributionSchema = z.object({
  /** How wide a bin is, in the habit's unit. */
  bin_width: z.number(),
  /** Ascending and without a gap; `from` is in it, `to` is in the next. The last may have no end. */
  bins: z.array(z.object({ from: z.number(), to: z.nullable(z.number()), days: z.int() })),
  minimum: z.number(),
  /** Of an even number of days the mean of the two in the middle. */
  median: z.number(),
  maximum: z.number(),
});
export type Distribution = z.infer<typeof distributionSchema>;

const binsMax = 12;
/** Where the greatest values are this many times what 95 % of days stay below, they share one bin without an end. */
const outlierRatio = 2;

/** Widths that people count a unit in; beyond the last, ten, twenty-five and fifty times it, and so on. */
const clockWidths = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600];
const widthsOf: Partial<Record<Unit, readonly number[]>> = {
  percentages: [1, 2, 5, 10, 20, 25, 50],
  seconds: clockWidths,
  minutes: clockWidths,
  hours: [0.25, 0.5, 1, 2, 3, 6, 12, 24],
};
const wholeWidths = [1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500];
/** For values that came out of a conversion with a fraction. */
const fineWidths = [0.0001, 0.0002, 0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.25, 0.5];

/**
 * How often which amounts were recorded, in at most 12 bins of a width fit for the unit, and one more for the few values
 * far above the others; null where nothing was.
 *
 * @param entries in any order
 */
export function computeDistribution(
  habit: Pick<HabitRules, "unit">,
  entries: readonly DayEntry[],
): Distribution | null {
  const values = entries.filter(hasValue).map((entry) => amountOf(habit, entry));
  values.sort((a, b) => a - b);
  const minimum = values[0];
  const maximum = values.at(-1);
  if (minimum === undefined || maximum === undefined) return null;
  // By nearest rank.
  const high = values[Math.ceil(values.length * 0.95) - 1] as number;
  const top = maximum > high * outlierRatio ? high : maximum;
  const width = widthFor(habit.unit, minimum, top, values.every(Number.isInteger));
  const first = binOf(minimum, width);
  const count = binOf(top, width) - first + 1;
  const bins = Array.from({ length: count }, (_, index) => ({
    from: roundFigure((first + index) * width),
    to: roundFigure((first + index + 1) * width) as number | null,
    days: 0,
  }));
  for (const value of values) {
    const bin = bins[Math.min(binOf(value, width) - first, count)] ?? addLast(bins);
    bin.days += 1;
  }
  return { bin_width: width, bins, minimum, median: medianOf(values), maximum };
}

/** In whole ten-thousandths, which values and widths are: a float's quotient may fall short of the bin it begins. */
function binOf(value: number, width: number): number {
  return Math.floor(Math.round(value * 1e4) / Math.round(width * 1e4));
}

/** The bin for everything above. */
function addLast(bins: Distribution["bins"]): Distribution["bins"][number] {
  const bin = { from: bins.at(-1)?.to ?? 0, to: null, days: 0 };
  bins.push(bin);
  return bin;
}

/** The smallest width of the unit's with which the values fit into the bins there may be. */
function widthFor(unit: Unit, minimum: number, top: number, isWhole: boolean): number {
  const own = widthsOf[unit] ?? wholeWidths;
  // Finer than a twentieth of the greatest value tells nothing.
  const fine = fineWidths.filter((width) => width < (own[0] as number) && width >= top / 20);
  const greater = Array.from({ length: 10 }, (_, power) => wholeWidths.map((width) => width * 10 ** (power + 1)));
  const widths = isWhole ? own.filter(isWholeWidth) : [...fine, ...own];
  const fit = [...widths, ...greater.flat()].find((width) => binOf(top, width) - binOf(minimum, width) < binsMax);
  if (fit === undefined) throw new RangeError(`no bins for ${minimum} to ${top}`);
  return fit;
}

function isWholeWidth(width: number): boolean {
  return Number.isInteger(width);
}

function medianOf(ascending: readonly number[]): number {
  const middle = (ascending.length - 1) / 2;
  const [low, high] = [ascending[Math.floor(middle)] as number, ascending[Math.ceil(middle)] as number];
  return roundFigure((low + high) / 2);
}
