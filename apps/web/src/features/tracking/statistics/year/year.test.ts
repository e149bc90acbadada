import { toDayNumber, weekdayOf } from "@daymark/domain/base/day";
import type { HabitRules } from "@daymark/domain/rules/result";
import { habitOf } from "@daymark/domain/testing-habits";
import type { Entry } from "@daymark/domain/tracking/progress";
import { describe, expect, test } from "vitest";
import { isNotNeeded } from "../../progress/result-words.ts";
import { isAssumedDay, monthColumns, monthFigures, yearDays, yearGrid, yearRanges } from "./year.ts";

const rules: HabitRules = {
  type: "good",
  unit: "minutes",
  weekdays: [1, 2, 3, 4, 5, 6, 7],
  schedule: null,
  pastSchedules: [],
  end: null,
  targets: [{ from: toDayNumber("2026-10-30"), target: 20 }],
  firstDay: toDayNumber("2026-10-30"),
};
const entry = (day: string, value: number | null, skipped = false): Entry => ({
  habit_id: 1,
  day,
  value,
  unit: "minutes",
  skipped,
  note: null,
  confirmed: false,
});
const entries = [entry("2026-11-02", 25), entry("2026-10-31", 20), entry("2026-11-01", null, true)];
const days = yearDays(rules, entries, 2026, "2026-11-03");
const monday = [1, 2, 3, 4, 5, 6, 7];
const sunday = [7, 1, 2, 3, 4, 5, 6];

describe("a year", () => {
  test("has every day once, with its result", () => {
    expect(days).toHaveLength(365);
    expect(yearDays(rules, [], 2024, "2026-11-03")).toHaveLength(366);
    const result = (day: string) => days.find((other) => other.day === day)?.result;
    expect(result("2026-10-29")).toBe("none");
    expect(result("2026-10-30")).toBe("not_achieved");
    expect(result("2026-10-31")).toBe("achieved");
    expect(result("2026-11-01")).toBe("skipped");
    expect(result("2026-11-03")).toBe("awaiting");
    expect(result("2026-11-04")).toBe("upcoming");
  });

  test("is a table of weekdays and weeks with each day once, for any first weekday", () => {
    for (const weekdays of [monday, sunday]) {
      for (const year of [2024, 2025, 2026, 2027, 2028]) {
        const grid = yearGrid(yearDays(rules, [], year, "2026-11-03"), weekdays);
        const shown = grid.flatMap((row) => row.flatMap((day) => (day ? [day.day] : [])));
        expect(new Set(shown).size).toBe(year % 4 === 0 ? 366 : 365);
        grid.forEach((row, index) => {
          for (const day of row) if (day) expect(weekdayOf(toDayNumber(day.day))).toBe(weekdays[index]);
        });
      }
    }
  });

  test("names each month once, over the weeks that start in it", () => {
    const months = monthColumns(yearGrid(days, monday));
    expect(months.map(({ month }) => month)).toHaveLength(12);
    expect(months.reduce((sum, { span }) => sum + span, 0)).toBe(yearGrid(days, monday)[0]?.length);
  });

  test("has the same monthly figures as its days", () => {
    expect(monthFigures(days)).toEqual([
      { month: "2026-10", successes: 1, failures: 1, skipped: 0, recorded: 1 },
      { month: "2026-11", successes: 1, failures: 0, skipped: 1, recorded: 1 },
    ]);
  });

  test("with a weekly goal fetches the weeks that cross its ends", () => {
    const everyDay = { weekdays: [1, 2, 3, 4, 5, 6, 7], schedule: null, pastSchedules: [] };
    const weekly = [everyDay, { ...everyDay, schedule: { times_per_week: 3 } }];
    expect(yearRanges(2026, [everyDay], "2026-11-20")).toEqual([{ from: "2026-01-01", to: "2026-12-31" }]);
    expect(yearRanges(2026, weekly, "2026-11-20")).toEqual([
      { from: "2026-01-01", to: "2026-12-31" },
      { from: "2025-12-29", to: "2025-12-31" },
      { from: "2027-01-01", to: "2027-01-03" },
    ]);
    // 1 January 2001 was a Monday; earlier days are not supported.
    expect(yearRanges(2001, weekly, "2026-11-20")[1]).toEqual({ from: "2002-01-01", to: "2002-01-06" });
    expect(yearRanges(2100, weekly, "2026-11-20")).toHaveLength(2);
  });

  test("with n days in any m fetches all days up to today, and those of the windows before the year", () => {
    const habit = {
      weekdays: [1, 2, 3, 4, 5, 6, 7],
      schedule: { times_in_days: { times: 2, days: 7 } },
      pastSchedules: [],
    };
    expect(yearRanges(2025, [habit], "2026-11-20")).toEqual([
      { from: "2025-01-01", to: "2025-12-31" },
      { from: "2024-12-18", to: "2024-12-31" },
      { from: "2026-01-01", to: "2026-12-04" },
    ]);
    // No query covers more than 366 days.
    expect(yearRanges(2024, [habit], "2026-11-20")).toEqual([
      { from: "2024-01-01", to: "2024-12-31" },
      { from: "2023-12-18", to: "2023-12-31" },
      { from: "2025-01-01", to: "2026-01-01" },
      { from: "2026-01-02", to: "2026-12-04" },
    ]);
  });

  test("distinguishes a bad habit's known days from assumed ones", () => {
    const bad: HabitRules = { ...rules, type: "bad" };
    const known = [{ ...entry("2026-10-31", null), confirmed: true }, entry("2026-11-01", 3), entry("2026-11-02", 90)];
    const assumed = yearDays(bad, known, 2026, "2026-11-03").filter(isAssumedDay);
    expect(assumed.map(({ day }) => day)).toEqual(["2026-10-30", "2026-11-03"]);
    expect(days.filter(isAssumedDay)).toEqual([]);
  });

  test("distinguishes a day that a weekly goal did not need from a day off", () => {
    const weekly: HabitRules = { ...rules, schedule: { times_per_week: 1 }, weekdays: [1, 2, 3, 4, 5, 6] };
    const done = [entry("2026-11-02", 30)];
    const notNeeded = yearDays(weekly, done, 2026, "2026-11-08").filter((day) =>
      isNotNeeded(habitOf({ schedule: { times_per_week: 1 }, weekdays: [1, 2, 3, 4, 5, 6] }), day),
    );
    // Sunday 8 November is a day off, and so is 1 November.
    expect(notNeeded.map(({ day }) => day).filter((day) => day >= "2026-11-01")).toEqual([
      "2026-11-03",
      "2026-11-04",
      "2026-11-05",
      "2026-11-06",
      "2026-11-07",
    ]);
  });

  test("calls each day after the end of a habit a day off", () => {
    const habit = habitOf({ schedule: { times_per_week: 1 }, end: { until: "2026-11-03" } });
    const results = ["2026-11-03", "2026-11-04"].map((day) => isNotNeeded(habit, { day, result: "rest" }));
    expect(results).toEqual([true, false]);
  });
});
