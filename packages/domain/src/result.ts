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
  /**
   * Ascending by `from`, at most one a day, at least one in all, in the unit of the habit. Each holds from its day to
   * the next; the first for all earlier days too.
   */
  targets: readonly { from: number; target: number }[];
  /** The day before which nothing counts: see {@link firstDayOf}. */
  firstDay: number;
}

/** What is recorded on a day; nothing recorded is no entry. */
export interface DayEntry {
  day: number;
  /** In `unit`; null where the day is skipped or has only a note, or 0 after an increment down to nothing. */
  value: number | null;
  unit: Unit;
  skipped: boolean;
}

/** True where a day has a value; 0 is none. */
export function hasValue(entry: Pick<DayEntry, "value">): boolean {
  return entry.value !== null && entry.value > 0;
}

/**
 * The first day of a habit: its creation date, or an earlier day with a value or a skip. A note alone moves nothing.
 *
 * @param createdOn day number of the person's today when the habit was created
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
 * The result of one day.
 *
 * @param day day number of the day judged
 * @param entry what is recorded on that day, if anything
 * @param today day number of the person's today
 */
export function dayResult(habit: HabitRules, day: number, entry: DayEntry | undefined, today: number): DayResult {
  return judge(habit, day, entry, today, weekdayOf(day), targetOn(habit.targets, day));
}

/**
 * The result of every day from one to another, both counted.
 *
 * @param entries ascending by day, at most one a day; those outside the range are passed over
 * @param from day number; the first of the list
 * @param to day number; the list is empty where it is before `from`
 * @param today day number of the person's today
 */
export function resultsOfRange(
  habit: HabitRules,
  entries: readonly DayEntry[],
  from: number,
  to: number,
  today: number,
): DayResult[] {
  const results: DayResult[] = [];
  walkResults(habit, entries, { from, to, today }, (result) => results.push(result));
  return results;
}

/**
 * Visits the result of every day of a range, in order: one pass over days, entries and targets alike.
 *
 * @param entries as {@link resultsOfRange} takes them
 * @param visit is given each result and its day number
 */
export function walkResults(
  habit: HabitRules,
  entries: readonly DayEntry[],
  { from, to, today }: { from: number; to: number; today: number },
  visit: (result: DayResult, day: number) => void,
): void {
  let weekday = weekdayOf(from);
  let target = targetOn(habit.targets, from);
  const laterTargets = habit.targets.filter((later) => later.from > from && later.from <= to);
  let nextTarget = 0;
  let nextEntry = 0;
  for (let day = from; day <= to; day += 1) {
    const later = laterTargets[nextTarget];
    if (later?.from === day) {
      target = later.target;
      nextTarget += 1;
    }
    let entry = entries[nextEntry];
    while (entry && entry.day < day) {
      nextEntry += 1;
      entry = entries[nextEntry];
    }
    visit(judge(habit, day, entry?.day === day ? entry : undefined, today, weekday, target), day);
    weekday = weekday === 7 ? 1 : weekday + 1;
  }
}

/** The table of the contract, read from top to bottom. */
function judge(
  habit: HabitRules,
  day: number,
  entry: DayEntry | undefined,
  today: number,
  weekday: number,
  target: number,
): DayResult {
  if (day < habit.firstDay) return "none";
  if (day > today) return "upcoming";
  if (entry?.skipped) return "skipped";
  const recorded = entry?.value ?? 0;
  if (recorded === 0 && !habit.weekdays.includes(weekday)) return "rest";
  const value = entry ? convertUnit(recorded, entry.unit, habit.unit) : 0;
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
