import { dayMin, fromDayNumber, toDayNumber } from "@daymark/domain/base/day";
import { firstOfWeek } from "@daymark/domain/base/week";

/** The time spans of analytics, in weeks. */
export const analyticsWeeks = [13, 26, 52] as const;
export type AnalyticsWeeks = (typeof analyticsWeeks)[number];

/**
 * Whole weeks up to today, including the current one; at most a year, the limit of one query.
 *
 * @param today `YYYY-MM-DD`
 * @param weekStart ISO weekday with which a week begins
 */
export function analyticsRange(weeks: AnalyticsWeeks, today: string, weekStart: number): { from: string; to: string } {
  const from = firstOfWeek(toDayNumber(today), weekStart) - 7 * (weeks - 1);
  return { from: fromDayNumber(Math.max(from, toDayNumber(dayMin))), to: today };
}

/**
 * The weeks of a range, by their first days.
 *
 * @param range from {@link analyticsRange}
 * @param weekStart ISO weekday with which a week begins
 */
export function weeksOf({ from, to }: { from: string; to: string }, weekStart: number): string[] {
  const first = firstOfWeek(toDayNumber(from), weekStart);
  const count = Math.floor((toDayNumber(to) - first) / 7) + 1;
  return Array.from({ length: count }, (_, index) => fromDayNumber(first + 7 * index));
}
