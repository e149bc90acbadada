import { normalTail, quantileOf } from "./probability.ts";
import type { HabitSeries } from "./series.ts";

/** How often a day succeeded after a number of successes in a row. */
export interface StreakShare {
  /** Days in a row before, both included; no upper end for the last one. */
  from: number;
  to: number | null;
  days: number;
  share: number;
  low: number;
  high: number;
}

const streakRanges = [
  { from: 0, to: 0 },
  { from: 1, to: 2 },
  { from: 3, to: 6 },
  { from: 7, to: 13 },
  { from: 14, to: null },
] as const;

type Count = (typeof streakRanges)[number] & { days: number; successes: number };

/** The index of the range of each length of a streak, up to the least one of the last range. */
const rangeOfStreak = Array.from({ length: 15 }, (_, streak) =>
  streakRanges.findIndex(({ to }) => to === null || streak <= to),
);

/** Fewer days say nothing. */
const rangeDaysMin = 20;

/**
 * How often the day after no, a short and a long streak succeeded, with Wilson's range of 95 %. It describes and compares
 * nothing: records cannot tell a streak that carries from a good month that brings both long streaks and good days.
 *
 * @param series of a habit whose days are judged one by one
 * @returns at least two ranges, or an empty list
 */
export function listStreakShares({ happened, event }: HabitSeries): StreakShare[] {
  const success = event === "exceeded" ? 0 : 1;
  const counts = streakRanges.map((range): Count => ({ ...range, days: 0, successes: 0 }));
  let streak = 0;
  // What came before the first day is unknown, so days count from the first failure on.
  let hasBegun = false;
  for (const value of happened) {
    if (Number.isNaN(value)) continue;
    const isSuccess = value === success;
    if (hasBegun) {
      const range = counts[rangeOfStreak[Math.min(streak, rangeOfStreak.length - 1)] as number] as Count;
      range.days += 1;
      if (isSuccess) range.successes += 1;
    }
    hasBegun ||= !isSuccess;
    streak = isSuccess ? streak + 1 : 0;
  }
  const shares = counts
    .filter(({ days }) => days >= rangeDaysMin)
    .map(({ from, to, days, successes }) => ({
      from,
      to,
      days,
      share: successes / days,
      ...wilsonRange(successes, days),
    }));
  return shares.length < 2 ? [] : shares;
}

/** The score interval of a proportion (Wilson 1927), 95 %. */
function wilsonRange(successes: number, days: number): { low: number; high: number } {
  const z = quantileOf(normalTail, 0.025);
  const middle = (successes + (z * z) / 2) / (days + z * z);
  const reach = (z / (days + z * z)) * Math.sqrt((successes * (days - successes)) / days + (z * z) / 4);
  return { low: Math.max(0, middle - reach), high: Math.min(1, middle + reach) };
}
