import * as z from "zod/mini";
import { streakUnits } from "../base/period.ts";
import { roundRatio } from "../base/unit.ts";
import { AmountSum } from "./amount.ts";
import { remainingSchema } from "./end.ts";
import type { DayEntry, HabitRules } from "./result.ts";
import { countStreaks } from "./streak-counts.ts";
import { StrengthMeter } from "./strength.ts";

export const statisticsSchema = z.object({
  habit_id: z.int(),
  /** Sum of all values, including future days, in the habit's unit, four decimals. */
  total: z.number(),
  current_streak: z.int(),
  longest_streak: z.int(),
  streak_unit: z.enum(streakUnits),
  /** Days of a bad habit's current streak without information: neither a value nor a confirmation. */
  assumed_days: z.int(),
  /** True if the current streak ends today unless the user acts. */
  at_risk: z.boolean(),
  /** Days with a value. */
  recorded_days: z.int(),
  successful_days: z.int(),
  /** Successes and failures, without neutral and awaiting days. */
  counted_days: z.int(),
  success_rate: z.nullable(z.number()),
  average: z.nullable(z.number()),
  /** 0..1, four decimals, as of the end of yesterday (see strength.ts); null before any day has ended. */
  strength: z.nullable(z.number()),
  /** Null for a habit without an end. */
  remaining: z.nullable(remainingSchema),
});
export type Statistics = z.infer<typeof statisticsSchema>;

export const statisticsListSchema = z.object({ results: z.array(statisticsSchema) });

/**
 * The statistics of a habit as of today, computed in one pass from the first day to today. They are never stored.
 *
 * @param entries ascending by day, at most one a day
 * @param today day number of the user's today
 */
export function computeStatistics(
  habit: HabitRules,
  entries: readonly DayEntry[],
  today: number,
): Omit<Statistics, "habit_id" | "remaining"> {
  const meter = new StrengthMeter(habit);
  const counts = countStreaks(
    habit,
    entries,
    { from: habit.firstDay, today },
    (result, day, entry, target, isRequired) => {
      if (day < today) meter.add(day, { result, entry, target, isAvailable: isRequired });
    },
  );
  const amounts = new AmountSum();
  for (const entry of entries) amounts.add(entry);
  return {
    total: amounts.total(habit.unit),
    current_streak: counts.current,
    longest_streak: counts.longest,
    streak_unit: counts.unit,
    assumed_days: counts.assumed,
    at_risk: counts.current > 0 && counts.endsToday,
    recorded_days: amounts.days,
    successful_days: counts.successes,
    counted_days: counts.counted,
    success_rate: counts.counted === 0 ? null : roundRatio(counts.successes, counts.counted),
    average: amounts.average(habit.unit),
    strength: meter.strength,
  };
}
