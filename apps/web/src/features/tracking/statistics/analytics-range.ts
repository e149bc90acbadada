import { dayMin, fromDayNumber, toDayNumber } from "@daymark/domain/base/day";
import { mondayOf } from "@daymark/domain/base/week";

/** How far analytics look back, in weeks. */
export const analyticsWeeks = [13, 26, 52] as const;
export type AnalyticsWeeks = (typeof analyticsWeeks)[number];

/**
 * Whole weeks up to today, the current one among them; at most a year, which is all that one question may ask for.
 *
 * @param today `YYYY-MM-DD`
 */
export function analyticsRange(weeks: AnalyticsWeeks, today: string): { from: string; to: string } {
  const from = mondayOf(toDayNumber(today)) - 7 * (weeks - 1);
  return { from: fromDayNumber(Math.max(from, toDayNumber(dayMin))), to: today };
}

/**
 * The weeks of a range, by their Mondays.
 *
 * @param range as {@link analyticsRange} makes it
 */
export function weeksOf({ from, to }: { from: string; to: string }): string[] {
  const first = mondayOf(toDayNumber(from));
  const count = Math.floor((toDayNumber(to) - first) / 7) + 1;
  return Array.from({ length: count }, (_, index) => fromDayNumber(first + 7 * index));
}
