import { type Period, periodBounds } from "../base/period.ts";
import type { PeriodResult } from "./period-result.ts";
import { type DayEntry, type HabitRules, walkPeriods } from "./result.ts";
import { periodOf } from "./schedule.ts";

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
 * Progress in the period that a day belongs to; null for a habit without periods.
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
  const period = periodOf(habit);
  if (period === null) return null;
  const { from, to } = periodBounds(period, day);
  const entries: DayEntry[] = [];
  for (let other = from; other <= to; other += 1) {
    const entry = entryOn(other);
    if (entry) entries.push(entry);
  }
  let state: PeriodResult | undefined;
  walkPeriods(habit, entries, { from: day, to: day, today }, (each) => {
    state = each;
  });
  const { amount, achieved, required } = state as unknown as PeriodResult;
  return amount
    ? { period, done: amount.recorded, goal: amount.due, of: "amount" }
    : { period, done: achieved, goal: required, of: "days" };
}
