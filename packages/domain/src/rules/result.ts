import { weekdayOf } from "../base/day.ts";
import { convertUnit, type Unit } from "../base/unit.ts";
import { mondayOf, requiredDays, type WeekResult, weekDays, weekResult } from "../base/week.ts";
import type { HabitType } from "../tracking/habit.ts";

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
  /** A good habit's goal of so many days a week, 1..7; null where every day that counts has to do. */
  timesPerWeek: number | null;
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
  /** A day of a bad habit without a value, of which its owner said that there was nothing. It changes no result. */
  confirmed: boolean;
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
 * The result of one day. A day of a weekly goal is judged with its week, so more than the day itself is asked for.
 *
 * @param day day number of the day judged
 * @param entryOn tells what is recorded on a day; asked for this day, and with a weekly goal for its whole ISO week
 * @param today day number of the person's today
 */
export function dayResult(
  habit: HabitRules,
  day: number,
  entryOn: (day: number) => DayEntry | undefined,
  today: number,
): DayResult {
  if (habit.timesPerWeek === null) {
    return judge(habit, day, entryOn(day), today, weekdayOf(day), targetOn(habit.targets, day));
  }
  const monday = mondayOf(day);
  const entries: DayEntry[] = [];
  for (let other = monday; other < monday + weekDays; other += 1) {
    const entry = entryOn(other);
    if (entry) entries.push(entry);
  }
  return resultsOfRange(habit, entries, day, day, today)[0] as DayResult;
}

/**
 * The result of every day from one to another, both counted.
 *
 * @param entries ascending by day, at most one a day, of the range and, with a weekly goal, of all days of the ISO weeks
 * it touches; those beyond are passed over
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

/** The days whose entries the results of a range follow from: with a weekly goal, whole weeks. */
function judgedRange(
  habit: Pick<HabitRules, "timesPerWeek">,
  { from, to }: { from: number; to: number },
): { from: number; to: number } {
  if (habit.timesPerWeek === null || to < from) return { from, to };
  return { from: mondayOf(from), to: mondayOf(to) + weekDays - 1 };
}

interface Days {
  from: number;
  to: number;
  today: number;
}

/** A day that is judged: what it came to, its number, what is recorded on it, and the target in force. */
export type VisitDay = (result: DayResult, day: number, entry: DayEntry | undefined, target: number) => void;

/**
 * Visits the result of every day of a range, in order: one pass over days, entries and targets alike.
 *
 * @param entries as {@link resultsOfRange} takes them
 * @param visit is given each day in turn
 */
export function walkResults(
  habit: HabitRules,
  entries: readonly DayEntry[],
  { from, to, today }: Days,
  visit: VisitDay,
): void {
  if (habit.timesPerWeek === null) walkDays(habit, entries, { from, to, today }, visit);
  else {
    walkWeeks(habit, entries, { from, to, today }, ({ days }) => {
      for (const { result, day, entry, target } of days) {
        if (day >= from && day <= to) visit(result, day, entry, target);
      }
    });
  }
}

/** A day as a week holds it. */
export interface WeekDay {
  day: number;
  result: DayResult;
  entry: DayEntry | undefined;
  target: number;
  /** It counts and is not skipped. */
  isAvailable: boolean;
}

/** An ISO week of a weekly goal with its seven days. */
export interface Week {
  /** Day number. */
  monday: number;
  days: readonly WeekDay[];
  /** How many days the week asks for, and how many are done. */
  required: number;
  achieved: number;
  /** Available days that are not over and not done: today and later ones. */
  left: number;
  result: WeekResult;
}

/**
 * Visits every ISO week that a range touches, in order, whole. Only of a habit with a weekly goal.
 *
 * A day that is over and not done is `not_achieved` where with it the goal can no longer be met, so that a missed week
 * has as many failures as days were missing, and a met one has none; else it is `rest`. Today is `awaiting` until it
 * is done, and `rest` once the week's goal is met without it.
 *
 * @param entries as {@link resultsOfRange} takes them
 */
export function walkWeeks(
  habit: HabitRules,
  entries: readonly DayEntry[],
  { from, to, today }: Days,
  visit: (week: Week) => void,
): void {
  const { timesPerWeek } = habit;
  if (timesPerWeek === null) throw new RangeError("the habit has no weekly goal");
  let days: WeekDay[] = [];
  walkDays(habit, entries, { ...judgedRange(habit, { from, to }), today }, (result, day, entry, target) => {
    days.push({ day, result, entry, target, isAvailable: isAvailable(habit, day, entry) });
    if (days.length < weekDays) return;
    visit(settleWeek(days, timesPerWeek));
    days = [];
  });
}

/** Judges the days of a week together: first what the week asks for, then each day by what is still possible after it. */
function settleWeek(days: WeekDay[], timesPerWeek: number): Week {
  const isOpen = ({ result, isAvailable }: WeekDay) => isAvailable && (result === "awaiting" || result === "upcoming");
  const available = days.filter((day) => day.isAvailable).length;
  const required = requiredDays(timesPerWeek, available);
  const left = days.filter(isOpen).length;
  let achieved = 0;
  let possible = available;
  for (const day of days) {
    if (day.result === "achieved") achieved += 1;
    if (day.result === "awaiting" && achieved >= required) day.result = "rest";
    if (day.result !== "not_achieved") continue;
    possible -= 1;
    if (possible >= required) day.result = "rest";
  }
  const result = weekResult(timesPerWeek, { available, achieved, left });
  return { monday: (days[0] as WeekDay).day, days, required, achieved, left, result };
}

/** True for a day that asks for something, whenever it is: the habit is there, and it is neither skipped nor off. */
export function isAvailable(habit: HabitRules, day: number, entry: DayEntry | undefined): boolean {
  if (day < habit.firstDay || entry?.skipped) return false;
  return (entry !== undefined && hasValue(entry)) || habit.weekdays.includes(weekdayOf(day));
}

/** Visits every day as if each had to do by itself. */
function walkDays(habit: HabitRules, entries: readonly DayEntry[], { from, to, today }: Days, visit: VisitDay): void {
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
    const recorded = entry?.day === day ? entry : undefined;
    visit(judge(habit, day, recorded, today, weekday, target), day, recorded, target);
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
  const value = amountOf(habit, entry);
  if (habit.type === "bad") return value > target ? "exceeded" : "not_exceeded";
  if (value >= target) return "achieved";
  return day === today ? "awaiting" : "not_achieved";
}

/** What is recorded on a day in the habit's unit, to four decimals; 0 where nothing is. */
export function amountOf(habit: Pick<HabitRules, "unit">, entry: DayEntry | undefined): number {
  return entry?.value ? convertUnit(entry.value, entry.unit, habit.unit) : 0;
}

/** A day that lengthens a streak. */
export function isSuccess(result: DayResult): boolean {
  return result === "achieved" || result === "not_exceeded";
}

/** A day that breaks a streak. */
export function isFailure(result: DayResult): boolean {
  return result === "not_achieved" || result === "exceeded";
}
