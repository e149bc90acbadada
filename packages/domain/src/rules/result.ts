import { weekdayOf } from "../base/day.ts";
import { convertUnit, type Unit } from "../base/unit.ts";
import { mondayOf, requiredDays, type WeekResult, weekDays, weekResult } from "../base/week.ts";
import type { HabitType } from "../tracking/habit.ts";

/** The result of a habit's day. The names are those of the REST API. */
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

/** The habit data that the rules need. Days are day numbers (see day.ts). */
export interface HabitRules {
  type: HabitType;
  unit: Unit;
  /** ISO weekdays on which the habit is scheduled; the others are days off. */
  weekdays: readonly number[];
  /** A good habit's weekly goal in days, 1..7; null if every scheduled day requires it. */
  timesPerWeek: number | null;
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
export function hasValue(entry: Pick<DayEntry, "value">): boolean {
  return entry.value !== null && entry.value > 0;
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
 * The result of one day. With a weekly goal, the result depends on the whole week.
 *
 * @param day day number of the day
 * @param entryOn returns the entry of a day; called for this day, and with a weekly goal for its whole ISO week
 * @param today day number of the user's today
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
 * The result of every day of a range, both ends included.
 *
 * @param entries ascending by day, at most one a day, of the range and, with a weekly goal, of all days of the ISO
 *   weeks it touches; the function ignores other days
 * @param from day number; the first of the list
 * @param to day number; the list is empty if it is before `from`
 * @param today day number of the user's today
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

/** The days on whose entries the results of a range depend: with a weekly goal, whole weeks. */
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

/** Receives the result of a day, its number, its entry, and the target in force. */
export type VisitDay = (result: DayResult, day: number, entry: DayEntry | undefined, target: number) => void;

/**
 * Visits the result of every day of a range, in order, in one pass over days, entries and targets.
 *
 * @param entries as in {@link resultsOfRange}
 * @param visit is called with each day in turn
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

/** A day of a week. */
export interface WeekDay {
  day: number;
  result: DayResult;
  entry: DayEntry | undefined;
  target: number;
  /** True if the day is scheduled and not skipped. */
  isAvailable: boolean;
}

/** An ISO week of a weekly goal with its seven days. */
export interface Week {
  /** Day number. */
  monday: number;
  days: readonly WeekDay[];
  /** How many days the week requires, and how many are done. */
  required: number;
  achieved: number;
  /** Available days, from today on, that are not done. */
  left: number;
  result: WeekResult;
}

/**
 * Visits every ISO week that a range touches, in order, as a whole. Only for a habit with a weekly goal.
 *
 * A past day that is not done is `not_achieved` if with it the goal becomes unreachable. So a missed week has as many
 * failures as days were missing, and a met week has none. Every other past day that is not done is `rest`. Today is
 * `awaiting` until it is done, and `rest` once the week's goal is met without it.
 *
 * @param entries as in {@link resultsOfRange}
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

/**
 * Computes the results of a week's days: first how many days the week requires, then for each day whether the goal is
 * still possible after it.
 */
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

/**
 * True for a day, past or future, that requires something: it is not before the first day, not skipped and no day off.
 */
export function isAvailable(habit: HabitRules, day: number, entry: DayEntry | undefined): boolean {
  if (day < habit.firstDay || entry?.skipped) return false;
  return (entry !== undefined && hasValue(entry)) || habit.weekdays.includes(weekdayOf(day));
}

/** Visits every day of a habit without a weekly goal. */
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

/** The first line that applies gives the result. A skipped day and a day off are neutral: they neither lengthen nor break a streak. */
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

/** The recorded amount of a day in the habit's unit, to four decimals; 0 if there is none. */
export function amountOf(habit: Pick<HabitRules, "unit">, entry: DayEntry | undefined): number {
  return entry?.value ? convertUnit(entry.value, entry.unit, habit.unit) : 0;
}

/** A day that extends a streak. */
export function isSuccess(result: DayResult): boolean {
  return result === "achieved" || result === "not_exceeded";
}

/** A day that breaks a streak. */
export function isFailure(result: DayResult): boolean {
  return result === "not_achieved" || result === "exceeded";
}
