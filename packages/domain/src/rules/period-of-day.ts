import type { Period } from "../base/period.ts";
import type { DayEntry, HabitRules } from "./result.ts";
import { periodAt } from "./walk.ts";

/** How far a habit is in a period of its schedule. */
export interface PeriodProgress {
  period: Period;
  /** Days, or an amount in the habit's unit. */
  done: number;
  /** What the period requires, less what its skipped days take away; or its limit. */
  goal: number;
  of: "days" | "amount";
}

/**
 * Progress in the period that a day belongs to; null if its schedule has no periods.
 *
 * @param day day number
 * @param entryOn returns the entry of a day; called for all days of the period
 * @param today day number
 */
export function periodProgress(
  habit: HabitRules,
  day: number,
  entryOn: (day: number) => DayEntry | undefined,
  today: number,
): PeriodProgress | null {
  const state = periodAt(habit, day, entryOn, today);
  if (!state) return null;
  const { period, amount, achieved, required } = state;
  return amount
    ? { period, done: amount.recorded, goal: amount.due, of: "amount" }
    : { period, done: achieved, goal: required, of: "days" };
}
