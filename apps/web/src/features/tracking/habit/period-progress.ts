import { fromDayNumber, toDayNumber } from "@daymark/domain/base/day";
import { type Period, periodBounds } from "@daymark/domain/base/period";
import { type HabitRules, isSuccess, walkPeriods } from "@daymark/domain/rules/result";
import { periodOf, timesOf } from "@daymark/domain/rules/schedule";
import type { Habit } from "@daymark/domain/tracking/habit";
import type { Entry } from "@daymark/domain/tracking/progress";
import { dayEntryOf, resultAmong } from "./rules.ts";

/** Progress in the present period of a schedule. */
export interface PeriodProgress {
  period: Period;
  /** Days, or an amount in the habit's unit. */
  done: number;
  goal: number;
  of: "days" | "amount";
}

/** The first and the last day of the period of a habit that a day belongs to; null if the habit has no periods. */
export function periodAround(habit: Pick<Habit, "schedule">, day: string): { from: string; to: string } | null {
  const period = periodOf(habit);
  if (period === null) return null;
  const { from, to } = periodBounds(period, toDayNumber(day));
  return { from: fromDayNumber(from), to: fromDayNumber(to) };
}

/**
 * Progress in the present period of a habit's schedule; undefined for a habit without periods.
 *
 * @param entryOn returns the entry of a day; called for all days of the period
 */
export function periodProgressOf(
  habit: Habit,
  rules: HabitRules,
  entryOn: (day: string) => Entry | undefined,
  today: string,
): PeriodProgress | undefined {
  const period = periodOf(habit);
  if (period === null) return undefined;
  const { from, to } = periodBounds(period, toDayNumber(today));
  const days = Array.from({ length: to - from + 1 }, (_, index) => fromDayNumber(from + index));
  const times = timesOf(habit);
  if (times) {
    const done = days.filter((day) => day <= today && isSuccess(resultAmong(rules, day, entryOn, today))).length;
    return { period, done, goal: times.times, of: "days" };
  }
  const entries = days.flatMap((day) => entryOn(day) ?? []).map(dayEntryOf);
  let progress: PeriodProgress | undefined;
  walkPeriods(rules, entries, { from, to, today: toDayNumber(today) }, ({ amount }) => {
    // A goal shrinks with skipped days; a period without any day left of it still has its goal.
    if (amount) progress = { period, done: amount.recorded, goal: amount.due || habit.target, of: "amount" };
  });
  return progress;
}
