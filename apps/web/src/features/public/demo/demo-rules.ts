import { fromDayNumber, toDayNumber, weekdayOf } from "@daymark/domain/base/day";
import { type DayEntry, type DayResult, isFailure, isSuccess, resultsOfRange } from "@daymark/domain/rules/result";
import type { DemoHabit } from "./demo-habits.ts";
import type { DemoMarks } from "./demo-marks.ts";

export interface DemoDay {
  day: string;
  result: DayResult;
  /** 0 where nothing is recorded. */
  value: number;
}

/** Days before today, today, and days to come, as the picture of the calendar has them. */
export const daysBefore = 10;
const daysAfter = 7;

/** The days that are shown. */
export function demoDates(today: string): string[] {
  const from = toDayNumber(today) - daysBefore;
  return Array.from({ length: daysBefore + 1 + daysAfter }, (_, index) => fromDayNumber(from + index));
}

/** Each day of a habit and its current streak, by the rules of the product. */
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

/** Successes of the run that reaches the last day. */
function streakOf(results: readonly DayResult[]): number {
  const sinceFailure = results.slice(results.findLastIndex(isFailure) + 1);
  return sinceFailure.filter(isSuccess).length;
}

/** What a press makes of a day. */
export function nextValue({ step, most }: DemoHabit, value: number): number {
  // What was recorded before may be no whole number of steps.
  const next = (Math.floor(value / step) + 1) * step;
  return next > most ? 0 : next;
}
