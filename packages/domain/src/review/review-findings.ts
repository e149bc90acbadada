import { fromDayNumber } from "../base/day.ts";
import { dateOf } from "../base/period.ts";
import { roundFigure } from "../base/unit.ts";
import { associateSums } from "../insight/association.ts";
import { falseDiscoveryRate, selectDiscoveries } from "../insight/false-discovery.ts";
import { isWorthSaying, testWeekdays } from "../insight/patterns.ts";
import { autocorrelationsOf, lagsMax, residualOf } from "../insight/residual.ts";
import { type HabitSeries, withoutSilence } from "../insight/series.ts";
import type { Review } from "./review.ts";

/**
 * A month is compared if at least this many of its days counted: as many as two weeks have, which is also what insights need on
 * each side of a comparison. One more day done then changes the share of a single habit by about 7 percentage points. With
 * fewer days the best month would often be the one in which a habit began or most days were skipped: its only day is 100 %.
 */
const monthDaysMin = 14;
/** Of two months, "best" says no more than "better". */
const monthsMin = 3;
/** Fewer days say nothing about a weekday, nor about the growth of a habit. */
const daysMin = 60;
/** A smaller growth is not worth a sentence, however certain it is. */
const growthMin = 0.1;

interface MonthCounts {
  month: string;
  done: number;
  due: number;
  /** Days on which a good habit counted. */
  days: number;
}

/**
 * The month with the highest share of days done: a description of the year. Null if fewer than three months have 14 days
 * that counted, or if the second best looks the same as a whole percentage.
 */
export function findBestMonth(months: readonly MonthCounts[]): Review["best_month"] {
  const compared = months
    .filter(({ days }) => days >= monthDaysMin)
    .map(({ month, done, due, days }) => ({ month, days, share: done / due }))
    .toSorted((a, b) => b.share - a.share);
  const [best, second] = compared;
  if (!best || !second || compared.length < monthsMin) return null;
  if (Math.round(best.share * 100) === Math.round(second.share * 100)) return null;
  return { ...best, share: roundFigure(best.share), months: compared.length };
}

/**
 * The weekday on which a larger part of the day's habits was done than on the others, by the test of insights: from 60
 * days, 8 of the weekday, by 10 percentage points, and told by chance in one of a hundred years without such a weekday.
 *
 * @param series events of good habits that ask for every day; NaN on days that say nothing
 * @param firstDay day number of the first value
 * @param recorded 1 for each day on which any habit has an entry
 */
export function findBestWeekday(
  series: readonly HabitSeries[],
  firstDay: number,
  recorded: Uint8Array,
): Review["best_weekday"] {
  const [shares] = withoutSilence([sharesOf(series, recorded.length)], recorded);
  if (!shares || shares.days < daysMin) return null;
  const mean = averageShare(shares.happened);
  if (mean === 0 || mean === 1) return null;
  const tests = testWeekdays(shares, residualOf(shares.happened, firstDay), firstDay);
  const highest = Math.max(...tests.map(({ pattern }) => pattern.share));
  const [best] = selectDiscoveries(tests)
    .selected.map(({ pattern }) => pattern)
    .filter((pattern) => pattern.share === highest && pattern.estimate > 0 && isWorthSaying(pattern));
  return best
    ? {
        weekday: best.value,
        weekday_days: best.patternDays,
        other_days: best.days - best.patternDays,
        share: roundFigure(best.share),
        other_share: roundFigure(best.otherShare),
      }
    : null;
}

/** The part of the day's habits that was done, as one series. */
function sharesOf(series: readonly HabitSeries[], length: number): HabitSeries {
  const happened = new Float64Array(length).fill(Number.NaN);
  let days = 0;
  for (let index = 0; index < length; index += 1) {
    let [done, due] = [0, 0];
    for (const each of series) {
      const value = each.happened[index] as number;
      if (Number.isNaN(value)) continue;
      done += value;
      due += 1;
    }
    if (due === 0) continue;
    happened[index] = done / due;
    days += 1;
  }
  return { id: 0, event: "done", happened, recordedAmounts: happened, amounts: null, days };
}

function averageShare(values: Float64Array): number {
  const known = values.filter((value) => !Number.isNaN(value));
  return known.reduce((sum, value) => sum + value, 0) / Math.max(1, known.length);
}

interface Years {
  /** Day number of the first value of each series. */
  firstDay: number;
  /** Day numbers: the present year, up to yesterday at most. */
  from: number;
  to: number;
}

/**
 * The habit whose share of days grew most against the same days of the year before, from 60 days in both. Told if it grew
 * by 10 percentage points, and if chance makes so large a difference, of any of the habits, in less than one of a hundred
 * cases.
 *
 * @param series good habits whose goal and schedule are the same in both years; from the first day of the year before
 * @param recorded 1 for each day on which any habit has an entry
 */
export function findGrowth(
  series: readonly HabitSeries[],
  { firstDay, from, to }: Years,
  recorded: Uint8Array,
): Review["growth"] {
  const last = sameDayLastYear(to);
  const compared = withoutSilence(series, recorded).flatMap((each) => {
    const before = each.happened.subarray(0, last - firstDay + 1);
    const after = each.happened.subarray(from - firstDay, to - firstDay + 1);
    const growth = compareYears(each, before, after);
    return growth ? [growth] : [];
  });
  const told = compared
    .filter(({ share, previous_share }) => share - previous_share >= growthMin)
    .filter(({ probability }) => probability <= falseDiscoveryRate / compared.length)
    .toSorted((a, b) => b.share - b.previous_share - (a.share - a.previous_share));
  const [most] = told;
  if (!most) return null;
  const { probability: _, ...growth } = most;
  return { ...growth, share: roundFigure(most.share), previous_share: roundFigure(most.previous_share) };
}

function sameDayLastYear(day: number): number {
  const { year, month, date } = dateOf(day);
  // February 29 ends with February 28 of the year before.
  const isLeapDay = month === 1 && date === 29;
  return Date.UTC(year - 1, month, isLeapDay ? 28 : date) / 86_400_000;
}

function compareYears({ id, event }: HabitSeries, before: Float64Array, after: Float64Array) {
  const [previous, present] = [before, after].map(knownOf) as [Known, Known];
  if (previous.days < daysMin || present.days < daysMin) return null;
  const days = previous.days + present.days;
  const events = previous.events + present.events;
  const sums = { days, x: present.days, xx: present.days, y: events, yy: events, xy: present.events };
  const association = associateSums(sums, always, resemblanceOf(before, after, previous, present), 1);
  if (!association) return null;
  return {
    habit_id: id,
    event,
    days: present.days,
    previous_days: previous.days,
    share: present.events / present.days,
    previous_share: previous.events / previous.days,
    probability: association.probability,
  };
}

/** A year resembles itself on all days but one. */
const always = new Float64Array(lagsMax).fill(1);

interface Known {
  days: number;
  events: number;
}

function knownOf(happened: Float64Array): Known {
  let [days, events] = [0, 0];
  for (const value of happened) {
    if (Number.isNaN(value)) continue;
    days += 1;
    events += value;
  }
  return { days, events };
}

/** How much the days of both years resemble those before them, around the average of each year. */
function resemblanceOf(before: Float64Array, after: Float64Array, previous: Known, present: Known): Float64Array {
  const length = before.length + after.length;
  const [values, known] = [new Float64Array(length), new Float64Array(length)];
  const add = (happened: Float64Array, offset: number, { days, events }: Known) =>
    happened.forEach((value, index) => {
      if (Number.isNaN(value)) return;
      values[offset + index] = value - events / days;
      known[offset + index] = 1;
    });
  add(before, 0, previous);
  add(after, before.length, present);
  return autocorrelationsOf(values, known);
}

/** The months of a span, ascending, `YYYY-MM`. */
export function monthsOf(from: number, to: number): string[] {
  const months: string[] = [];
  for (let day = from; day <= to; day += dateOf(day).monthLength - dateOf(day).date + 1) {
    months.push(fromDayNumber(day).slice(0, 7));
  }
  return months;
}
