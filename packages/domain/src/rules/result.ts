import { convertUnit, type Unit } from "../base/unit.ts";
import type { EndingHistory } from "../schedule/history.ts";
import type { HabitType } from "../tracking/habit.ts";

/** The result of a habit's day. The names are those of the REST API. */
export type DayResult =
  | "none"
  | "upcoming"
  | "skipped"
  | "rest"
  | "achieved"
  | "covered"
  | "awaiting"
  | "not_achieved"
  | "not_exceeded"
  | "exceeded";

/** The habit data that the rules need. Days are day numbers (see day.ts). */
export interface HabitRules extends EndingHistory {
  type: HabitType;
  unit: Unit;
  /**
   * Ascending by `from`, at most one a day, at least one in all, in the unit of the habit. Each holds from its day to
   * the next; the first also holds for all earlier days.
   */
  targets: readonly { from: number; target: number }[];
  /** The rules ignore all days before it: see {@link firstDayOf}. */
  firstDay: number;
}

/** The record of a day. A day without a record has no entry. */
export interface DayEntry {
  day: number;
  /** In `unit`. Null if the day is skipped or has only a note; 0 after an increment that reduced it to nothing. */
  value: number | null;
  unit: Unit;
  skipped: boolean;
  /** For a day of a bad habit without a value: the owner confirmed that there was nothing. It changes no result. */
  confirmed: boolean;
}

/** True if a day has a value; 0 counts as none. */
export function hasValue(entry: Pick<DayEntry, "value"> | undefined): boolean {
  return entry !== undefined && entry.value !== null && entry.value > 0;
}

/**
 * The first day of a habit: its creation date, or an earlier day with a value or a skip. A note alone does not count.
 *
 * @param createdOn day number of the user's today when the habit was created
 * @param entries in any order
 */
export function firstDayOf(createdOn: number, entries: Iterable<DayEntry>): number {
  let first = createdOn;
  for (const entry of entries) {
    if (entry.day < first && (entry.skipped || hasValue(entry))) first = entry.day;
  }
  return first;
}

/** The target in force on a day. */
export function targetOn(targets: HabitRules["targets"], day: number): number {
  let inForce = targets[0];
  for (const target of targets) {
    if (target.from > day) break;
    inForce = target;
  }
  if (!inForce) throw new RangeError("a habit has at least one target");
  return inForce.target;
}

/**
 * The result of a day by its own entry alone. The first line that applies gives it. A skipped day and a day off are
 * neutral: they neither lengthen nor break a streak.
 */
export function judgeDay(
  habit: HabitRules,
  day: number,
  entry: DayEntry | undefined,
  today: number,
  isScheduled: boolean,
  target: number,
): DayResult {
  if (day < habit.firstDay) return "none";
  if (day > today) return "upcoming";
  if (entry?.skipped) return "skipped";
  const recorded = entry?.value ?? 0;
  if (recorded === 0 && !isScheduled) return "rest";
  const value = amountOf(habit, entry);
  if (habit.type === "bad") return value > target ? "exceeded" : "not_exceeded";
  if (value >= target) return "achieved";
  return day === today ? "awaiting" : "not_achieved";
}

/** The recorded amount of a day in the habit's unit, to four decimals; 0 if there is none. */
export function amountOf(habit: Pick<HabitRules, "unit">, entry: DayEntry | undefined): number {
  return entry?.value ? convertUnit(entry.value, entry.unit, habit.unit) : 0;
}

/** A day whose goal was reached, or whose limit was kept. */
export function isSuccess(result: DayResult): boolean {
  return result === "achieved" || result === "not_exceeded";
}

/** A day that extends a streak of days: a success, or a day for which the days around it suffice (see windows.ts). */
export function extendsStreak(result: DayResult): boolean {
  return isSuccess(result) || result === "covered";
}

/** A day that breaks a streak. */
export function isFailure(result: DayResult): boolean {
  return result === "not_achieved" || result === "exceeded";
}
