import { weekDays } from "../base/week.ts";
import { averageOf, squaresOf } from "./moments.ts";
import { kolmogorovTail, normalTail, quantileOf } from "./probability.ts";
import type { HabitSeries } from "./series.ts";

/** The day since which a habit is something else than before. */
export interface Change {
  habitId: number;
  /** What changed: how often the event happens, or the amount of a day. */
  measure: "share" | "amount";
  /** Index of the first day after the change, mostly to within three weeks. */
  since: number;
  /** Days that say something before it (up to a year, or to an earlier change) and after it. */
  daysBefore: number;
  daysAfter: number;
  /** Share of days, or average amount of a day. */
  before: number;
  after: number;
}

export interface ChangeTest {
  change: Change;
  probability: number;
  /** The range of `after` less `before`. @param error probability that it misses the true value */
  rangeOf: (error: number) => [number, number];
}

/** A series is looked at from a year on, and a change has twelve weeks on each side. */
const weeksMin = 52;
const sideWeeksMin = 12;
/** Weeks that resemble each other tell less than their number; from fewer independent ones nothing is said. */
const independentWeeksMin = 8;
/** A change that is found divides the series; the later part may have another one. */
const depthMax = 4;
const yearWeeks = 52;
const leastShare = 0.1;
/** Of the larger level. */
const leastRatio = 0.2;
/** Within a series, an earlier split is taken for certain below it. */
const splitLevel = 0.001;

/**
 * The latest change of a habit by the CUSUM test over its weeks (Page 1954; Ploberger and Krämer 1992), whose variance
 * allows for weeks that resemble the ones before. Binary segmentation (Vostrikova 1981) looks for further changes before and
 * after each one. An empty list if the series is too short.
 */
export function testChanges({ id, happened, amounts }: HabitSeries): ChangeTest[] {
  const tests = [testChange(id, "share", happened), amounts && testChange(id, "amount", amounts)];
  return tests.filter((test) => test !== null);
}

/** True if a change is large enough to be said. */
export function isChangeWorthSaying({ measure, before, after }: Change): boolean {
  const difference = Math.abs(after - before);
  if (measure === "share" && difference < leastShare) return false;
  return difference >= leastRatio * Math.max(before, after);
}

interface Week {
  /** Index of its first day. */
  first: number;
  days: number;
  mean: number;
}

interface Split {
  /** Index of the first week after it. */
  at: number;
  /** Index of the first week of the part that it divides. */
  from: number;
  probability: number;
}

function testChange(habitId: number, measure: Change["measure"], series: Float64Array): ChangeTest | null {
  const weeks = listWeeks(series);
  const first = findSplit(weeks, 0, weeks.length);
  if (!first) return null;
  const splits = first.probability <= splitLevel ? listSplits(weeks, 0, weeks.length) : [first];
  const split = splits.reduce((latest, each) => (each.at > latest.at ? each : latest));
  const start = Math.max(split.from, split.at - yearWeeks, ...splits.map(({ at }) => (at < split.at ? at : 0)));
  const [before, after] = [weeks.slice(start, split.at), weeks.slice(split.at)];
  const [earlier, later] = [before, after].map((part) => part.map(({ mean }) => mean)) as [number[], number[]];
  const change: Change = {
    habitId,
    measure,
    since: (after[0] as Week).first,
    daysBefore: sumOfDays(before),
    daysAfter: sumOfDays(after),
    before: averageOf(earlier),
    after: averageOf(later),
  };
  const difference = change.after - change.before;
  const deviation = Math.sqrt(longRunVariance(earlier) / earlier.length + longRunVariance(later) / later.length);
  return {
    change,
    probability: split.probability,
    rangeOf: (error) => {
      const reach = deviation * quantileOf(normalTail, error / 2);
      return [difference - reach, difference + reach];
    },
  };
}

/** The weeks that say something, each of seven days from the first of the series on. */
function listWeeks(series: Float64Array): Week[] {
  const weeks: Week[] = [];
  for (let first = 0; first + weekDays <= series.length; first += weekDays) {
    let [sum, days] = [0, 0];
    for (let index = first; index < first + weekDays; index += 1) {
      const value = series[index] as number;
      if (Number.isNaN(value)) continue;
      sum += value;
      days += 1;
    }
    if (days > 0) weeks.push({ first, days, mean: sum / days });
  }
  return weeks;
}

function sumOfDays(weeks: readonly Week[]): number {
  return weeks.reduce((sum, { days }) => sum + days, 0);
}

/** The splits of the weeks `from` to `to` (excluded), and of the parts that they leave. */
function listSplits(weeks: readonly Week[], from: number, to: number, depth = 0): Split[] {
  const split = findSplit(weeks, from, to);
  if (!split || split.probability > splitLevel) return [];
  if (depth === depthMax) return [split];
  return [split, ...listSplits(weeks, from, split.at, depth + 1), ...listSplits(weeks, split.at, to, depth + 1)];
}

/** The week from which the level differs most; null if the part is too short or never changes. */
function findSplit(weeks: readonly Week[], from: number, to: number): Split | null {
  const count = to - from;
  if (count < weeksMin) return null;
  const values = weeks.slice(from, to).map(({ mean }) => mean);
  const average = averageOf(values);
  let [sum, largest, at] = [0, 0, 0];
  for (let index = 0; index < count - sideWeeksMin; index += 1) {
    sum += (values[index] as number) - average;
    if (index + 1 < sideWeeksMin || Math.abs(sum) <= largest) continue;
    [largest, at] = [Math.abs(sum), index + 1];
  }
  if (at === 0) return null;
  // The level of each side is taken away first, because a change would count as resemblance of the weeks.
  const [earlier, later] = [values.slice(0, at), values.slice(at)];
  const residuals = [earlier, later].flatMap((part) => {
    const level = averageOf(part);
    return part.map((value) => value - level);
  });
  const variance = longRunVariance(residuals);
  const independentWeeks = squaresOf(residuals) / variance;
  if (variance === 0 || independentWeeks < independentWeeksMin) return null;
  return { from, at: from + at, probability: kolmogorovTail(largest / Math.sqrt(count * variance)) };
}

/**
 * The variance that the average of weeks shows, times their number, if each week resembles the one before (an AR(1)
 * process): at least the variance of independent weeks. A short series shows less resemblance than there is (Kendall 1954), and
 * what it shows is uncertain, so the resemblance is taken two standard errors higher.
 */
function longRunVariance(values: readonly number[]): number {
  const { length } = values;
  const average = averageOf(values);
  const squares = squaresOf(values);
  if (squares === 0) return 0;
  let products = 0;
  for (let index = 1; index < length; index += 1) {
    products += ((values[index] as number) - average) * ((values[index - 1] as number) - average);
  }
  const shown = products / squares;
  const resemblance = Math.min(
    resemblanceMax,
    shown + (1 + 3 * shown) / length + 2 * Math.sqrt((1 - shown ** 2) / length),
  );
  return (squares / Math.max(1, length - 1)) * Math.max(1, (1 + resemblance) / (1 - resemblance));
}

/** A series that resembles itself more than this has no level that could change. */
const resemblanceMax = 0.97;
