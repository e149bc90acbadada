import { dayMin, fromDayNumber, toDayNumber } from "@daymark/domain/base/day";
import { mondayOf } from "@daymark/domain/base/week";

/** The time spans of analytics, in weeks. */
export const analyticsWeeks = [13, 26, 52] as const;
export type AnalyticsWeeks = (typeof analyticsWeeks)[number];

/**
 * Whole weeks up to today, including the current one; at most a year, the limit of one query.
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
 * @param range from {@link analyticsRange}
 */
export function weeksOf({ from, to }: { from: string; to: string }): string[] {
  const first = mondayOf(toDayNumber(from));
  const count = Math.floor((toDayNumber(to) - first) / 7) + 1;
  return Array.from({ length: count }, (_, index) => fromDayNumber(first + 7 * index));
}
