import * as z from "zod/mini";
import { type DayEntry, type HabitRules, hasValue, isFailure, isSuccess, walkResults } from "./result.ts";
import { roundRatio, sumUnits, type Unit } from "./unit.ts";

export const statisticsSchema = z.object({
  habit_id: z.int(),
  /** Sum of all values, future days too, in the habit's unit, four decimals. */
  total: z.number(),
  current_streak: z.int(),
  longest_streak: z.int(),
  /** Days with a value. */
  recorded_days: z.int(),
  successful_days: z.int(),
  /** Successes and failures; neutral and awaiting days are not counted. */
  counted_days: z.int(),
  success_rate: z.nullable(z.number()),
  average: z.nullable(z.number()),
});
export type Statistics = z.infer<typeof statisticsSchema>;

export const statisticsListSchema = z.object({ results: z.array(statisticsSchema) });

/**
 * The figures of a habit as of today. Derived every time, never stored: one walk from the first day to today.
 *
 * @param entries ascending by day, at most one a day
 * @param today day number of the person's today
 */
export function computeStatistics(
  habit: HabitRules,
  entries: readonly DayEntry[],
  today: number,
): Omit<Statistics, "habit_id"> {
  const days = countDays(habit, entries, today);
  const { sums, recordedDays } = sumValues(entries);
  const total = sumUnits(sums, habit.unit);
  return {
    total,
    current_streak: days.current,
    longest_streak: days.longest,
    recorded_days: recordedDays,
    successful_days: days.successes,
    counted_days: days.counted,
    success_rate: days.counted === 0 ? null : roundRatio(days.successes, days.counted),
    average: recordedDays === 0 ? null : roundRatio(total, recordedDays),
  };
}

function countDays(habit: HabitRules, entries: readonly DayEntry[], today: number) {
  let current = 0;
  let longest = 0;
  let successes = 0;
  let counted = 0;
  walkResults(habit, entries, { from: habit.firstDay, to: today, today }, (result) => {
    if (isSuccess(result)) {
      successes += 1;
      counted += 1;
      current += 1;
      if (current > longest) longest = current;
    } else if (isFailure(result)) {
      counted += 1;
      current = 0;
    }
  });
  return { current, longest, successes, counted };
}

/** The values of each unit that entries were made in, added up before any conversion, so that no rounding adds up. */
function sumValues(entries: readonly DayEntry[]) {
  const sums = new Map<Unit, number>();
  let recordedDays = 0;
  for (const entry of entries) {
    if (entry.value === null || !hasValue(entry)) continue;
    recordedDays += 1;
    sums.set(entry.unit, (sums.get(entry.unit) ?? 0) + entry.value);
  }
  return { sums, recordedDays };
}
