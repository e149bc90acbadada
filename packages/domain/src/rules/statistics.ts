import * as z from "zod/mini";
import { roundRatio } from "../base/unit.ts";
import { AmountSum } from "./amount.ts";
import {
  type DayEntry,
  type DayResult,
  type HabitRules,
  hasValue,
  isFailure,
  isSuccess,
  walkResults,
  walkWeeks,
} from "./result.ts";
import { isCounted, StrengthMeter } from "./strength.ts";

/** The unit of a streak: days, or the weeks of a weekly goal. */
export const streakUnits = ["days", "weeks"] as const;
export type StreakUnit = (typeof streakUnits)[number];

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
): Omit<Statistics, "habit_id"> {
  const days = habit.timesPerWeek === null ? countDays(habit, entries, today) : countWeeks(habit, entries, today);
  const amounts = new AmountSum();
  for (const entry of entries) amounts.add(entry);
  return {
    total: amounts.total(habit.unit),
    current_streak: days.current,
    longest_streak: days.longest,
    streak_unit: habit.timesPerWeek === null ? "days" : "weeks",
    assumed_days: days.assumed,
    at_risk: days.isAtRisk,
    recorded_days: amounts.days,
    successful_days: days.successes,
    counted_days: days.counted,
    success_rate: days.counted === 0 ? null : roundRatio(days.successes, days.counted),
    average: amounts.average(habit.unit),
    strength: days.strength,
  };
}

function countDays(habit: HabitRules, entries: readonly DayEntry[], today: number) {
  const meter = new StrengthMeter(habit);
  let current = 0;
  let longest = 0;
  let successes = 0;
  let counted = 0;
  let assumed = 0;
  let last: DayResult | undefined;
  walkResults(habit, entries, { from: habit.firstDay, to: today, today }, (result, day, entry, target) => {
    if (isSuccess(result)) {
      successes += 1;
      counted += 1;
      current += 1;
      if (current > longest) longest = current;
      if (isAssumed(result, entry)) assumed += 1;
    } else if (isFailure(result)) {
      counted += 1;
      current = 0;
      assumed = 0;
    }
    if (day < today) meter.add(result, entry, target, isCounted(result));
    last = result;
  });
  const isAtRisk = current > 0 && last === "awaiting";
  return { current, longest, successes, counted, assumed, isAtRisk, strength: meter.strength };
}

function countWeeks(habit: HabitRules, entries: readonly DayEntry[], today: number) {
  const meter = new StrengthMeter(habit);
  let current = 0;
  let longest = 0;
  let successes = 0;
  let counted = 0;
  let isAtRisk = false;
  walkWeeks(habit, entries, { from: habit.firstDay, to: today, today }, (week) => {
    for (const { result, day, entry, target, isAvailable } of week.days) {
      if (isSuccess(result)) successes += 1;
      if (isSuccess(result) || isFailure(result)) counted += 1;
      if (day >= habit.firstDay && day < today) meter.add(result, entry, target, isAvailable);
    }
    if (week.result === "met") current += 1;
    if (week.result === "missed") current = 0;
    if (current > longest) longest = current;
    const awaitsToday = week.days.some(({ result }) => result === "awaiting");
    isAtRisk = current > 0 && awaitsToday && week.result === "open" && week.left === week.required - week.achieved;
  });
  return { current, longest, successes, counted, assumed: 0, isAtRisk, strength: meter.strength };
}

/** True for an assumed success of a bad habit: the user recorded nothing and confirmed nothing. */
export function isAssumed(result: DayResult, entry: DayEntry | undefined): boolean {
  return result === "not_exceeded" && !(entry && (entry.confirmed || hasValue(entry)));
}
