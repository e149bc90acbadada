import { fromDayNumber, toDayNumber, weekdayOf } from "@daymark/domain/base/day";
import { type DayEntry, type DayResult, isFailure, isSuccess, resultsOfRange } from "@daymark/domain/rules/result";
import type { DemoHabit } from "./demo-habits.ts";
import type { DemoMarks } from "./demo-marks.ts";

export interface DemoDay {
  day: string;
  result: DayResult;
  /** 0 if nothing is recorded. */
  value: number;
}

/** The numbers of days before and after today that the calendar shows. */
export const daysBefore = 10;
const daysAfter = 7;

/** The shown days. */
export function demoDates(today: string): string[] {
  const from = toDayNumber(today) - daysBefore;
  return Array.from({ length: daysBefore + 1 + daysAfter }, (_, index) => fromDayNumber(from + index));
}

/** The result of each day of a habit and its current streak, by the rules of the product. */
export function judgeDemo(habit: DemoHabit, marks: DemoMarks[DemoHabit["id"]], today: string) {
  const last = toDayNumber(today);
  const dates = demoDates(today);
  const entries = dates.flatMap((day, index) => entryOf(habit, day, marks?.[day], habit.past[index] ?? null));
  const first = last - daysBefore;
  const rules = {
    type: habit.type,
    unit: habit.unit,
    weekdays: habit.weekdays,
    timesPerWeek: null,
    targets: [{ from: first, target: habit.target }],
    firstDay: first,
  };
  const results = resultsOfRange(rules, entries, first, last + daysAfter, last);
  const values = new Map(entries.map((entry) => [fromDayNumber(entry.day), entry.value ?? 0]));
  const days = dates.map(
    (day, index): DemoDay => ({
      day,
      result: results[index] ?? "upcoming",
      value: values.get(day) ?? 0,
    }),
  );
  return { days, streak: streakOf(results.slice(0, daysBefore + 1)) };
}

function entryOf(
  { unit, weekdays }: DemoHabit,
  date: string,
  marked: number | undefined,
  past: DemoHabit["past"][number],
): DayEntry[] {
  const day = toDayNumber(date);
  const entry = { day, unit, skipped: false, confirmed: false };
  if (marked !== undefined) return marked > 0 ? [{ ...entry, value: marked }] : [];
  if (past === null || !weekdays.includes(weekdayOf(day))) return [];
  return [past === "skipped" ? { ...entry, value: null, skipped: true } : { ...entry, value: past }];
}

/** The successes of the streak that includes the last day. */
function streakOf(results: readonly DayResult[]): number {
  const sinceFailure = results.slice(results.findLastIndex(isFailure) + 1);
  return sinceFailure.filter(isSuccess).length;
}

/** The new value of a day after a press. */
export function nextValue({ step, most }: DemoHabit, value: number): number {
  // An earlier value may not be a whole number of steps.
  const next = (Math.floor(value / step) + 1) * step;
  return next > most ? 0 : next;
}
