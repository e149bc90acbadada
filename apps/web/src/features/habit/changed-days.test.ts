import type { Habit } from "@daymark/domain/habit";
import { describe, expect, test } from "vitest";
import { countChangedDays, pastYears } from "./changed-days.ts";

const habit: Habit = {
  id: 1,
  title: "Read",
  description: "",
  type: "good",
  target: 20,
  targets: [
    { from: "2026-11-01", target: 10 },
    { from: "2026-11-05", target: 20 },
  ],
  unit: "minutes",
  hue: 225,
  weekdays: [1, 2, 3, 4, 5, 6, 7],
  position: 0,
  archived: false,
  first_day: "2026-11-01",
  created_at: "2026-11-01T08:00:00.000Z",
};
const entry = (day: string, value: number) => ({
  habit_id: 1,
  day,
  value,
  unit: "minutes" as const,
  skipped: false,
  note: null,
});

describe("a target that holds for all days", () => {
  test("changes the past days whose result it turns, and no other", () => {
    const entries = [entry("2026-11-06", 15), entry("2026-11-02", 15), entry("2026-11-03", 30), entry("2026-11-07", 5)];
    // 15 minutes reached 10 on the 2nd and missed 20 on the 6th; the 3rd and the 7th are the same by either measure.
    expect(countChangedDays(habit, { target: 20, unit: "minutes" }, entries, "2026-11-10")).toBe(1);
    expect(countChangedDays(habit, { target: 15, unit: "minutes" }, entries, "2026-11-10")).toBe(1);
    expect(countChangedDays(habit, { target: 5, unit: "minutes" }, entries, "2026-11-10")).toBe(2);
  });

  test("is measured in the unit it is given in", () => {
    expect(countChangedDays(habit, { target: 1, unit: "hours" }, [entry("2026-11-03", 30)], "2026-11-10")).toBe(1);
  });

  test("does not count today", () => {
    expect(countChangedDays(habit, { target: 5, unit: "minutes" }, [entry("2026-11-06", 15)], "2026-11-06")).toBe(0);
  });

  test("is asked for year by year from the first day", () => {
    expect(pastYears("2024-03-05", "2026-11-21")).toEqual([
      { from: "2024-03-05", to: "2024-12-31" },
      { from: "2025-01-01", to: "2025-12-31" },
      { from: "2026-01-01", to: "2026-12-31" },
    ]);
    expect(pastYears("2026-11-21", "2026-11-21")).toEqual([]);
    expect(pastYears("2026-12-01", "2026-11-21")).toEqual([]);
  });
});
