import { habitOf } from "@daymark/domain/testing-habits";
import type { Entry } from "@daymark/domain/tracking/progress";
import { expect, test } from "vitest";
import { rulesOf } from "../../habit/rules.ts";
import { isOpenToday, nextOpenHabit } from "./open-habit.ts";

const today = "2026-11-21";

function isOpen(members: Parameters<typeof habitOf>[0], entry?: Partial<Entry>): boolean {
  const habit = habitOf(members);
  const recorded = { habit_id: 1, day: today, value: null, unit: habit.unit, skipped: false, note: null };
  const entryOn = (day: string) => (entry && day === today ? { ...recorded, confirmed: false, ...entry } : undefined);
  return isOpenToday(habit, rulesOf(habit), entryOn, today);
}

test("a goal is open until it is achieved, skipped, or not due", () => {
  expect(isOpen({})).toBe(true);
  expect(isOpen({}, { value: 9 })).toBe(true);
  expect(isOpen({}, { note: "later" })).toBe(true);
  expect(isOpen({}, { value: 10 })).toBe(false);
  expect(isOpen({}, { skipped: true })).toBe(false);
  // 21 November 2026 is a Saturday.
  expect(isOpen({ weekdays: [1] })).toBe(false);
});

test("a goal for the sum of a week is open until several days together reach it", () => {
  const habit = habitOf({ target: 20, schedule: { target_per: "week" } });
  const days = new Map([
    ["2026-11-16", 9],
    ["2026-11-18", 10],
  ]);
  const entryOn = (day: string): Entry | undefined => {
    const value = days.get(day);
    const rest = { habit_id: 1, day, unit: habit.unit, skipped: false, confirmed: false, note: null };
    return value === undefined ? undefined : { ...rest, value };
  };
  expect(isOpenToday(habit, rulesOf(habit), entryOn, today)).toBe(true);
  days.set("2026-11-19", 1);
  expect(isOpenToday(habit, rulesOf(habit), entryOn, today)).toBe(false);
});

test("a bad habit is open until its day has a record", () => {
  const type = "bad";
  expect(isOpen({ type })).toBe(true);
  expect(isOpen({ type }, { value: 0 })).toBe(true);
  expect(isOpen({ type }, { value: 1 })).toBe(false);
  expect(isOpen({ type }, { confirmed: true })).toBe(false);
  expect(isOpen({ type }, { skipped: true })).toBe(false);
});

test("the next open habit is below, and after the last one above", () => {
  const open =
    (...ids: number[]) =>
    (id: number) =>
      ids.includes(id);
  expect(nextOpenHabit([5, 3, 8, 1], open(3, 8))).toBe(3);
  expect(nextOpenHabit([5, 3, 8, 1], open(3, 8), 3)).toBe(8);
  expect(nextOpenHabit([5, 3, 8, 1], open(3, 8), 8)).toBe(3);
  expect(nextOpenHabit([5, 3, 8, 1], open(8), 8)).toBeUndefined();
});
