import { fromDayNumber, toDayNumber } from "@daymark/domain/base/day";
import { type DayEntry, type DayResult, isFailure, isSuccess } from "@daymark/domain/rules/result";
import { resultsOfRange } from "@daymark/domain/rules/walk";
import { type DemoDay, daysAfter, daysBefore, demoDates } from "./demo-days.ts";
import type { DemoHabit } from "./demo-habits.ts";
import type { DemoMarks } from "./demo-marks.ts";

const everyDay = [1, 2, 3, 4, 5, 6, 7];

/** The result of each day of a habit and its current streak, by the rules of the product. */
export function judgeDemo(habit: DemoHabit, marks: DemoMarks[DemoHabit["id"]], today: string) {
  const last = toDayNumber(today);
  const dates = demoDates(today);
  const entries = dates.flatMap((day, index) => entryOf(habit, day, marks?.[day], habit.past[index] ?? null));
  const first = last - daysBefore;
  const rules = {
    type: habit.type,
    unit: habit.unit,
    weekdays: everyDay,
    schedule: null,
    pastSchedules: [],
    end: null,
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
  { unit }: DemoHabit,
  date: string,
  marked: number | undefined,
  past: DemoHabit["past"][number],
): DayEntry[] {
  const day = toDayNumber(date);
  const entry = { day, unit, skipped: false, confirmed: false };
  if (marked !== undefined) return marked > 0 ? [{ ...entry, value: marked }] : [];
  if (past === null) return [];
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
