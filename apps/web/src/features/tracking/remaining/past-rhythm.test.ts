import { habitOf } from "@daymark/domain/testing-habits";
import type { Habit } from "@daymark/domain/tracking/habit";
import type { Entry } from "@daymark/domain/tracking/progress";
import { expect, test } from "vitest";
import { rulesOf } from "../habit/rules.ts";
import { pastRhythmOf } from "./past-rhythm.ts";

// A Friday; the week before it begins on Monday, the 9th.
const today = "2026-11-20";

/** @param amounts by day of November */
function rhythmOn(day: number, members: Partial<Habit>, amounts: Record<number, number>) {
  const rules = rulesOf(habitOf({ first_day: "2026-08-01", ...members }));
  const entries = new Map(
    Object.entries(amounts).map(([date, value]): [string, Entry] => {
      const on = dateOf(Number(date));
      const plain = { skipped: false, confirmed: false, note: null } as const;
      return [on, { habit_id: 1, day: on, value, unit: "minutes", ...plain }];
    }),
  );
  return pastRhythmOf(rules, (asked) => entries.get(asked), { day: dateOf(day), today });
}

const dateOf = (day: number) => `2026-11-${String(day).padStart(2, "0")}`;
const week = { from: dateOf(9), to: dateOf(15) };

test("a day of a past week tells how often the habit was done in that week", () => {
  const weekly = { schedule: { times_per_week: 3 } };
  expect(rhythmOn(10, weekly, { 9: 10, 14: 10, 16: 10 })).toEqual({ ...week, done: 2, goal: 3, of: "days" });
});

test("a day of a past period with an amount tells the sum, as a goal or as a limit", () => {
  const sum = { target: 300, schedule: { target_per: "week" as const } };
  const amount = { ...week, done: 120, goal: 300, of: "amount" };
  expect(rhythmOn(15, sum, { 9: 50, 14: 70 })).toEqual(amount);
  expect(rhythmOn(15, { ...sum, type: "bad" }, { 9: 50, 14: 70 })).toEqual(amount);
});

test("a past month and a past quarter count too", () => {
  const october = (schedule: Habit["schedule"]) => {
    const rules = rulesOf(habitOf({ first_day: "2026-01-01", schedule }));
    return pastRhythmOf(rules, () => undefined, { day: "2026-09-30", today });
  };
  expect(october({ times_per_month: 4 })).toMatchObject({ from: "2026-09-01", to: "2026-09-30", done: 0, goal: 4 });
  expect(october({ times_per_quarter: 9 })).toMatchObject({ from: "2026-07-01", to: "2026-09-30", done: 0, goal: 9 });
});

test("a day of a window tells how often the habit was done in it, also while it lasts", () => {
  const often = { schedule: { times_in_days: { times: 2, days: 7 } } };
  expect(rhythmOn(12, often, { 9: 10, 11: 10 })).toEqual({ ...week, done: 2, goal: 2, of: "days" });
  expect(rhythmOn(20, often, { 19: 10 })).toMatchObject({ from: dateOf(19), to: dateOf(25), done: 1, goal: 2 });
});

test("the present period, days to come, a period that required nothing, and single days have no message", () => {
  const weekly = { schedule: { times_per_week: 3 } };
  expect(rhythmOn(17, weekly, { 16: 10 })).toBeNull();
  expect(rhythmOn(24, weekly, {})).toBeNull();
  expect(rhythmOn(10, { ...weekly, first_day: dateOf(16) }, {})).toBeNull();
  expect(rhythmOn(10, {}, { 10: 10 })).toBeNull();
});
