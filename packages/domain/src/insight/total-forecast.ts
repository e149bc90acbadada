import { weekdayOf } from "../base/day.ts";
import { weekDays } from "../base/week.ts";
import { remainingUntilEnd } from "../rules/end.ts";
import { amountOf } from "../rules/result.ts";
import { daysOfTotal } from "../schedule/end.ts";
import type { HabitEnd } from "../tracking/schedule.ts";
import { averageOf } from "./moments.ts";
import { quantileOf, studentTail } from "./probability.ts";
import type { HabitHistory } from "./series.ts";
import { pastWeeks } from "./weeks.ts";

/** The day on which a habit may reach the total of its end, if the days to come are like the past weeks. */
export interface TotalForecast {
  habitId: number;
  /** In the habit's unit, as {@link recorded}. */
  total: number;
  recorded: number;
  /** Day numbers. In four of five the day is between the earliest and the latest. */
  earliest: number;
  expected: number;
  latest: number;
  /** The past days that it is computed from. */
  days: number;
}

/** The past half-year, at least eight weeks of it. */
const weeksMax = 26;
const weeksMin = 8;
/** With fewer days that have an amount, the pace is a guess. */
const amountDaysMin = 10;
/** Nothing is said about a day that is further away: three years. */
const daysAheadMax = 1_096;
const missShare = 0.2;
/** A larger resemblance of weeks would rest on a few of them. */
const resemblanceMax = 0.6;

/**
 * The range of the day on which a total is reached: the average of each weekday, and the spread of whole weeks as in the
 * prediction interval of a normal sample (Hahn and Meeker, Statistical intervals, 1991), widened by the resemblance of one
 * week to the next (an AR(1) process). Amounts are never negative, so the total is reached by a day exactly if the sum up to
 * that day is large enough. Skipped days, past and to come, say nothing; days off count with what was recorded.
 *
 * Null without a total, for one that is reached, too short a past, too few days with an amount, or a range that ends more than
 * three years ahead or after the days whose amounts count.
 *
 * @param today day number of the user's today
 */
export function forecastTotal(
  { id, habit, entries }: HabitHistory,
  end: HabitEnd | null,
  today: number,
): TotalForecast | null {
  if (end?.total === undefined) return null;
  const remaining = remainingUntilEnd(end, entries, habit.unit, today);
  if (!remaining?.amount) return null;
  const byDay = new Map(entries.map((entry) => [entry.day, entry]));
  const begin = Math.max(habit.firstDay, today - weeksMax * weekDays);
  const amounts = Float64Array.from({ length: Math.max(0, today - begin) }, (_, index) => {
    const entry = byDay.get(begin + index);
    return entry?.skipped ? Number.NaN : amountOf(habit, entry);
  });
  const past = pastWeeks(amounts, today);
  const count = past.weeks.length;
  if (count < weeksMin || amounts.filter((amount) => amount > 0).length < amountDaysMin) return null;

  const quantile = quantileOf((t) => studentTail(t, count - 1), missShare / 2);
  const variance = past.variance * varianceFactor(past.weeks);
  const reached: { earliest?: number; expected?: number } = {};
  let [sum, days] = [0, 0];
  const counted = daysOfTotal(end);
  const last = Math.min(today + daysAheadMax, counted.to);
  for (let day = Math.max(today, counted.from); day <= last; day += 1) {
    // What is recorded ahead counts already, and a planned vacation adds nothing.
    if (!byDay.has(day)) {
      sum += past.weekdays[weekdayOf(day) - 1] as number;
      days += 1;
    }
    const ahead = days / weekDays;
    const reach = quantile * Math.sqrt(variance * ahead * (1 + ahead / count));
    if (sum + reach >= remaining.amount) reached.earliest ??= day;
    if (sum >= remaining.amount) reached.expected ??= day;
    if (sum - reach < remaining.amount) continue;
    const { earliest = day, expected = day } = reached;
    const recorded = remaining.recorded ?? 0;
    return { habitId: id, total: end.total, recorded, earliest, expected, latest: day, days: past.days };
  }
  return null;
}

/** How much more the sum of many weeks varies than the sum of independent weeks: 1 if weeks do not resemble each other. */
function varianceFactor(weeks: readonly number[]): number {
  const average = averageOf(weeks);
  let [products, squares] = [0, 0];
  weeks.forEach((week, index) => {
    squares += (week - average) ** 2;
    if (index > 0) products += (week - average) * ((weeks[index - 1] as number) - average);
  });
  const resemblance = squares === 0 ? 0 : Math.min(resemblanceMax, Math.max(0, products / squares));
  return (1 + resemblance) / (1 - resemblance);
}
