import { habitOf } from "@daymark/domain/testing-habits";
import type { Habit } from "@daymark/domain/tracking/habit";
import { describe, expect, test } from "vitest";
import { countChangedDays } from "./changed-days.ts";

const habit = habitOf({
  target: 20,
  targets: [
    { from: "2026-11-01", target: 10 },
    { from: "2026-11-05", target: 20 },
  ],
});
const entry = (day: string, value: number) => ({
  habit_id: 1,
  day,
  value,
  unit: "minutes" as const,
  skipped: false,
  note: null,
  confirmed: false,
});

describe("a target set for all days", () => {
  test("counts the past days whose result changes, and no others", () => {
    const entries = [entry("2026-11-06", 15), entry("2026-11-02", 15), entry("2026-11-03", 30), entry("2026-11-07", 5)];
    // 15 minutes reached 10 on the 2nd and missed 20 on the 6th; the 3rd and the 7th have the same result with either
    // target.
    expect(countChangedDays(habit, { target: 20, unit: "minutes" }, entries, "2026-11-10")).toBe(1);
    expect(countChangedDays(habit, { target: 15, unit: "minutes" }, entries, "2026-11-10")).toBe(1);
    expect(countChangedDays(habit, { target: 5, unit: "minutes" }, entries, "2026-11-10")).toBe(2);
  });

  test("is compared in its own unit", () => {
    expect(countChangedDays(habit, { target: 1, unit: "hours" }, [entry("2026-11-03", 30)], "2026-11-10")).toBe(1);
  });

  test("counts days that get worse and days that get better", () => {
    const bad: Habit = { ...habit, type: "bad", targets: [{ from: "2026-11-01", target: 10 }], target: 10 };
    const entries = [entry("2026-11-02", 8), entry("2026-11-03", 12), entry("2026-11-04", 30)];
    expect(countChangedDays(bad, { target: 5, unit: "minutes" }, entries, "2026-11-10")).toBe(1);
    expect(countChangedDays(bad, { target: 20, unit: "minutes" }, entries, "2026-11-10")).toBe(1);
    expect(countChangedDays(bad, { target: 40, unit: "minutes" }, entries, "2026-11-10")).toBe(2);
  });

  test("judges a weekly goal by weeks, so one changed day may change others of its week", () => {
    const weekly: Habit = {
      ...habit,
      targets: [{ from: "2026-11-01", target: 10 }],
      target: 10,
      schedule: { times_per_week: 2 },
    };
    // The week of the 2nd has its two days and needs no more; with 20 minutes one of them is missing.
    const entries = [entry("2026-11-02", 10), entry("2026-11-03", 25)];
    const before = countChangedDays(weekly, { target: 10, unit: "minutes" }, entries, "2026-11-09");
    const after = countChangedDays(weekly, { target: 20, unit: "minutes" }, entries, "2026-11-09");
    expect(before).toBe(0);
    // The 2nd itself, and the last day of the week, on which the goal becomes unreachable.
    expect(after).toBe(2);
  });

  test("excludes today", () => {
    expect(countChangedDays(habit, { target: 5, unit: "minutes" }, [entry("2026-11-06", 15)], "2026-11-06")).toBe(0);
  });
});
