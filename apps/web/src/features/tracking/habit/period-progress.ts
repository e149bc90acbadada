import { fromDayNumber, toDayNumber } from "@daymark/domain/base/day";
import { type Period, periodBounds } from "@daymark/domain/base/period";
import type { HabitRules } from "@daymark/domain/rules/result";
import { periodAt } from "@daymark/domain/rules/walk";
import { periodOf, timesOf } from "@daymark/domain/schedule/schedule";
import type { Habit } from "@daymark/domain/tracking/habit";
import type { Entry } from "@daymark/domain/tracking/progress";
import { dayEntryOf } from "./rules.ts";

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
 * Progress in the present period of a habit's schedule; undefined for a habit without periods or one that has ended.
 *
 * @param entryOn returns the entry of a day; called for all days of the period
 */
export function periodProgressOf(
  habit: Habit,
  rules: HabitRules,
  entryOn: (day: string) => Entry | undefined,
  today: string,
): PeriodProgress | undefined {
  if (rules.end && toDayNumber(today) > rules.end.lastDay) return undefined;
  const read = (day: number) => {
    const entry = entryOn(fromDayNumber(day));
    return entry && dayEntryOf(entry);
  };
  const state = periodAt(rules, toDayNumber(today), read, toDayNumber(today));
  if (!state) return undefined;
  const { period, amount, achieved, required } = state;
  // A goal shrinks with skipped days; a period without any day left of it still has its goal.
  if (amount) return { period, done: amount.recorded, goal: amount.due || habit.target, of: "amount" };
  return { period, done: achieved, goal: timesOf(habit)?.times ?? required, of: "days" };
}
