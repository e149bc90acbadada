import type { Period } from "../base/period.ts";
import { rangeOfResults, segmentsOf, windowSpan } from "../schedule/history.ts";
import { windowOf } from "../schedule/schedule.ts";
import type { DayEntry, HabitRules } from "./result.ts";
import { periodAt } from "./walk.ts";
import { WindowCover, type WindowState } from "./windows.ts";

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

/**
 * The window of n days in any m that counts on a day, and how far the habit is in it; null for another schedule, for a day
 * after the end, and if no window in which the habit was done contains the day.
 *
 * @param day day number, not after today
 * @param entryOn returns the entry of a day; called for all days of {@link rangeOfResults}
 * @param today day number of the user's today
 */
export function windowOn(
  habit: HabitRules,
  day: number,
  entryOn: (day: number) => DayEntry | undefined,
  today: number,
): Pick<WindowState, "from" | "to" | "required" | "done"> | null {
  const segment = segmentsOf(habit).find(({ to }) => day <= to);
  const goal = segment && windowOf(segment);
  const last = Math.min(segment?.to ?? Infinity, habit.end?.lastDay ?? Infinity);
  if (!goal || day > last) return null;
  const range = rangeOfResults([habit], { from: day, to: day }, today);
  const entries: DayEntry[] = [];
  for (let each = day - windowSpan(goal); each <= Math.min(range.to, last); each += 1) {
    const entry = entryOn(each);
    if (entry) entries.push(entry);
  }
  // The windows of a schedule that has ended are those of its last day.
  const window = new WindowCover(goal, habit, entries, Math.min(today, last + 1)).state(Infinity, day);
  return window.done > 0 ? window : null;
}
