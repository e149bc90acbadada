import * as z from "zod/mini";
import { type DayEntry, dayResult, type HabitRules, isFailure, isSuccess } from "./result.ts";
import { roundFigure, type Unit, unitFactor } from "./unit.ts";

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
  const streaks = walkStreaks(habit, entries, today);
  const { total, recordedDays } = sumValues(habit.unit, entries);
  return {
    total,
    current_streak: streaks.current,
    longest_streak: streaks.longest,
    recorded_days: recordedDays,
    successful_days: streaks.successes,
    counted_days: streaks.counted,
    success_rate: streaks.counted === 0 ? null : roundFigure(streaks.successes / streaks.counted),
    average: recordedDays === 0 ? null : roundFigure(total / recordedDays),
  };
}

function walkStreaks(habit: HabitRules, entries: readonly DayEntry[], today: number) {
  let current = 0;
  let longest = 0;
  let successes = 0;
  let counted = 0;
  let next = 0;
  for (let day = habit.firstDay; day <= today; day += 1) {
    while (next < entries.length && (entries[next] as DayEntry).day < day) next += 1;
    const candidate = entries[next];
    const result = dayResult(habit, day, candidate?.day === day ? candidate : undefined, today);
    if (isSuccess(result)) {
      successes += 1;
      counted += 1;
      current += 1;
      if (current > longest) longest = current;
    } else if (isFailure(result)) {
      counted += 1;
      current = 0;
    }
  }
  return { current, longest, successes, counted };
}

function sumValues(unit: Unit, entries: readonly DayEntry[]) {
  // Whole values are summed in the unit they were entered in and converted once, so that no rounding adds up.
  const sums = new Map<Unit, number>();
  let recordedDays = 0;
  for (const entry of entries) {
    if (entry.value === null) continue;
    recordedDays += 1;
    sums.set(entry.unit, (sums.get(entry.unit) ?? 0) + entry.value);
  }
  let total = 0;
  for (const [from, sum] of sums) total += sum * unitFactor(from, unit);
  return { total: roundFigure(total), recordedDays };
}
