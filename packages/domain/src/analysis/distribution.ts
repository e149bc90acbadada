import * as z from "zod/mini";
import { roundFigure, type Unit } from "../base/unit.ts";
import { amountOf, type DayEntry, type HabitRules, hasValue } from "../rules/result.ts";

export const distributionSchema = z.object({
  /** The width of a bin, in the habit's unit. */
  bin_width: z.number(),
  /** Ascending and without a gap; `from` is inclusive, `to` exclusive. The last bin may have no upper end. */
  bins: z.array(z.object({ from: z.number(), to: z.nullable(z.number()), days: z.int() })),
  minimum: z.number(),
  /** For an even number of days, the mean of the two middle values. */
  median: z.number(),
  maximum: z.number(),
});
export type Distribution = z.infer<typeof distributionSchema>;

const binsMax = 12;
/**
 * If the greatest value exceeds the 95th percentile by this factor, the outliers share one bin without an upper end.
 */
const outlierRatio = 2;

/** Bin widths that suit clock units. Beyond the last one, ten, twenty-five and fifty times it, and so on. */
const clockWidths = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600];
const widthsOf: Partial<Record<Unit, readonly number[]>> = {
  percentages: [1, 2, 5, 10, 20, 25, 50],
  seconds: clockWidths,
  minutes: clockWidths,
  hours: [0.25, 0.5, 1, 2, 3, 6, 12, 24],
};
const wholeWidths = [1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500];
/** Bin widths for converted values with a fraction. */
const fineWidths = [0.0001, 0.0002, 0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.25, 0.5];

/**
 * The histogram of recorded amounts: at most 12 bins of a width that suits the unit, and one more for outliers. Null if
 * nothing was recorded.
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
  // The percentile by nearest rank.
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

/** Computes with whole ten-thousandths, because a float quotient can fall just below the bin's lower end. */
function binOf(value: number, width: number): number {
  return Math.floor(Math.round(value * 1e4) / Math.round(width * 1e4));
}

/** Adds the bin without an upper end. */
function addLast(bins: Distribution["bins"]): Distribution["bins"][number] {
  const bin = { from: bins.at(-1)?.to ?? 0, to: null, days: 0 };
  bins.push(bin);
  return bin;
}

/** The smallest width with which the values fit into the maximum number of bins. */
function widthFor(unit: Unit, minimum: number, top: number, isWhole: boolean): number {
  const own = widthsOf[unit] ?? wholeWidths;
  // A bin finer than a twentieth of the greatest value is not useful.
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
