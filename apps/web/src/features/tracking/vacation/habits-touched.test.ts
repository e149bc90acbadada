import { habitOf } from "@daymark/domain/testing-habits";
import type { Habit } from "@daymark/domain/tracking/habit";
import type { Entry } from "@daymark/domain/tracking/progress";
import { expect, test } from "vitest";
import { habitsTouched } from "./habits-touched.ts";

const habit = (id: number, members: Partial<Habit> = {}) => habitOf({ id, ...members });
const entry = (habit_id: number, day: string, members: Partial<Entry> = {}) =>
  ({
    habit_id,
    day,
    value: null,
    unit: "repetitions",
    skipped: false,
    note: null,
    confirmed: false,
    ...members,
  }) as Entry;
// Saturday and Sunday.
const weekend = { from: "2026-11-21", to: "2026-11-22" };

test("a habit is affected by a vacation that skips at least one of its days", () => {
  expect(habitsTouched([habit(1), habit(2)], [entry(1, "2026-11-21", { value: 3 })], weekend)).toBe(2);
});

test("a habit recorded on every day is not affected, and a note alone is no record", () => {
  const entries = [
    entry(1, "2026-11-21", { value: 3 }),
    entry(1, "2026-11-22", { skipped: true }),
    entry(2, "2026-11-21", { confirmed: true }),
    entry(2, "2026-11-22", { note: "Rain" }),
  ];
  expect(habitsTouched([habit(1), habit(2)], entries, weekend)).toBe(1);
});

test("a habit with days off then, or that starts later, is not affected", () => {
  const workday = habit(1, { weekdays: [1, 2, 3, 4, 5] });
  expect(habitsTouched([workday, habit(2, { first_day: "2026-11-23" })], [], weekend)).toBe(0);
  expect(habitsTouched([habit(2, { first_day: "2026-11-22" })], [], weekend)).toBe(1);
});
