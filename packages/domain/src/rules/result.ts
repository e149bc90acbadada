import { periodBounds } from "../base/period.ts";
import { convertUnit, type Unit } from "../base/unit.ts";
import type { HabitType } from "../tracking/habit.ts";
import type { Schedule } from "../tracking/schedule.ts";
import { type PeriodResult, settleAmount, settleTimes } from "./period-result.ts";
import { periodOf, scheduledDays, timesOf } from "./schedule.ts";

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
  /** Null if every one of the weekdays requires the habit. */
  schedule: Schedule | null;
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
 * The result of one day. With a schedule of periods, the result depends on the whole period.
 *
 * @param day day number of the day
 * @param entryOn returns the entry of a day; called for this day, and for all days of its period if there is one
 * @param today day number of the user's today
 */
export function dayResult(
  habit: HabitRules,
  day: number,
  entryOn: (day: number) => DayEntry | undefined,
  today: number,
): DayResult {
  const period = periodOf(habit);
  if (period === null) {
    return judge(habit, day, entryOn(day), today, scheduledDays(habit)(day), targetOn(habit.targets, day));
  }
  const { from, to } = periodBounds(period, day);
  const entries: DayEntry[] = [];
  for (let other = from; other <= to; other += 1) {
    const entry = entryOn(other);
    if (entry) entries.push(entry);
  }
  return resultsOfRange(habit, entries, day, day, today)[0] as DayResult;
}

/**
 * The result of every day of a range, both ends included.
 *
 * @param entries ascending by day, at most one a day, of the range and, with a schedule of periods, of all days of
 *   the periods it touches; the function ignores other days
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
  if (periodOf(habit) === null) walkDays(habit, entries, { from, to, today }, visit);
  else {
    walkPeriods(habit, entries, { from, to, today }, ({ days }) => {
      for (const { result, day, entry, target } of days) {
        if (day >= from && day <= to) visit(result, day, entry, target);
      }
    });
  }
}

/** A day of a period. */
export interface PeriodDay {
  day: number;
  result: DayResult;
  entry: DayEntry | undefined;
  target: number;
  /** True if the day is scheduled and not skipped. */
  isAvailable: boolean;
}

/**
 * Visits every period that a range touches, in order, as a whole. Only for a habit whose schedule has periods.
 *
 * @param entries as in {@link resultsOfRange}
 */
export function walkPeriods(
  habit: HabitRules,
  entries: readonly DayEntry[],
  { from, to, today }: Days,
  visit: (period: PeriodResult) => void,
): void {
  const period = periodOf(habit);
  if (period === null) throw new RangeError("the schedule has no periods");
  if (to < from) return;
  const times = timesOf(habit);
  const isScheduled = scheduledDays(habit);
  let bounds = periodBounds(period, from);
  let days: PeriodDay[] = [];
  const whole = { from: bounds.from, to: periodBounds(period, to).to, today };
  walkDays(habit, entries, whole, (result, day, entry, target) => {
    days.push({ day, result, entry, target, isAvailable: isRequired(habit, day, entry, isScheduled(day)) });
    if (day < bounds.to) return;
    visit(
      times
        ? settleTimes({ period, days, times: times.times })
        : settleAmount(habit, { period, days, today, isScheduled }),
    );
    days = [];
    bounds = periodBounds(period, day + 1);
  });
}

/**
 * True for a day, past or future, that requires something: it is not before the first day, not skipped and no day off.
 */
export function isAvailable(habit: HabitRules, day: number, entry: DayEntry | undefined): boolean {
  return isRequired(habit, day, entry, scheduledDays(habit)(day));
}

function isRequired(
  habit: Pick<HabitRules, "firstDay">,
  day: number,
  entry: DayEntry | undefined,
  isScheduled: boolean,
): boolean {
  if (day < habit.firstDay || entry?.skipped) return false;
  return (entry !== undefined && hasValue(entry)) || isScheduled;
}

/** Visits every day of a habit, each judged by its own entry alone. */
function walkDays(habit: HabitRules, entries: readonly DayEntry[], { from, to, today }: Days, visit: VisitDay): void {
  const isScheduled = scheduledDays(habit);
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
    visit(judge(habit, day, recorded, today, isScheduled(day), target), day, recorded, target);
  }
}

/** The first line that applies gives the result. A skipped day and a day off are neutral: they neither lengthen nor break a streak. */
function judge(
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

/** A day that extends a streak. */
export function isSuccess(result: DayResult): boolean {
  return result === "achieved" || result === "not_exceeded";
}

/** A day that breaks a streak. */
export function isFailure(result: DayResult): boolean {
  return result === "not_achieved" || result === "exceeded";
}
