import { weekdayOf } from "./day.ts";
import type { HabitType } from "./habit.ts";
import { convertUnit, type Unit } from "./unit.ts";

/** What a day of a habit came to, in the words of the contract. */
export type DayResult =
  | "none"
  | "upcoming"
  | "skipped"
  | "rest"
  | "achieved"
  | "awaiting"
  | "not_achieved"
  | "not_exceeded"
  | "exceeded";

/** What the rules need to know of a habit. Days are day numbers (see day.ts). */
export interface HabitRules {
  type: HabitType;
  unit: Unit;
  /** ISO weekdays that count; the others are days off. */
  weekdays: readonly number[];
  /** Ascending by `from`, at least one. Each holds from its day to the next; the first for all earlier days too. */
  targets: readonly { from: number; target: number }[];
  /** The day before which nothing counts: see {@link firstDayOf}. */
  firstDay: number;
}

/** What is recorded on a day; nothing recorded is no entry. */
export interface DayEntry {
  day: number;
  /** In `unit`, or null where the day is skipped or has only a note. */
  value: number | null;
  unit: Unit;
  skipped: boolean;
}

/** The first day of a habit: its creation date, or an earlier day with a value or a skip. A note alone moves nothing. */
export function firstDayOf(createdOn: number, entries: Iterable<DayEntry>): number {
  let first = createdOn;
  for (const entry of entries) {
    if (entry.day < first && (entry.value !== null || entry.skipped)) first = entry.day;
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
 * The result of one day, by the table of the contract, read from top to bottom.
 *
 * @param day day number of the day judged
 * @param entry what is recorded on that day, if anything
 * @param today day number of the person's today
 */
export function dayResult(habit: HabitRules, day: number, entry: DayEntry | undefined, today: number): DayResult {
  if (day < habit.firstDay) return "none";
  if (day > today) return "upcoming";
  if (entry?.skipped) return "skipped";
  const recorded = entry?.value ?? null;
  if (recorded === null && !habit.weekdays.includes(weekdayOf(day))) return "rest";
  const value = recorded === null ? 0 : convertUnit(recorded, entry?.unit ?? habit.unit, habit.unit);
  const target = targetOn(habit.targets, day);
  if (habit.type === "bad") return value > target ? "exceeded" : "not_exceeded";
  if (value >= target) return "achieved";
  return day === today ? "awaiting" : "not_achieved";
}

/** A day that lengthens a streak. */
export function isSuccess(result: DayResult): boolean {
  return result === "achieved" || result === "not_exceeded";
}

/** A day that breaks a streak. */
export function isFailure(result: DayResult): boolean {
  return result === "not_achieved" || result === "exceeded";
}
