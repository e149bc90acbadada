import { toDayNumber, weekdayOf } from "@daymark/domain/base/day";
import { describe, expect, test } from "vitest";
import { daysOfMonth } from "../clock/month.ts";
import { daysOf, rangeDaysMax, weeksOf, withEnd } from "./day-range.ts";

const week = { from: "2026-11-16", to: "2026-11-22" };

describe("a range of days", () => {
  test("keeps its other end if the order stays right", () => {
    expect(withEnd(week, "from", "2026-11-20")).toEqual({ from: "2026-11-20", to: "2026-11-22" });
    expect(withEnd(week, "to", "2026-12-03")).toEqual({ from: "2026-11-16", to: "2026-12-03" });
  });

  test("never ends before it begins", () => {
    expect(withEnd(week, "from", "2026-12-01")).toEqual({ from: "2026-12-01", to: "2026-12-01" });
    expect(withEnd(week, "to", "2026-11-01")).toEqual({ from: "2026-11-01", to: "2026-11-01" });
  });

  test("is never longer than the API allows", () => {
    expect(daysOf(withEnd(week, "to", "2030-01-01"))).toBe(rangeDaysMax);
    expect(daysOf(withEnd(week, "from", "2020-01-01"))).toBe(rangeDaysMax);
    expect(withEnd(week, "to", "2030-01-01").to).toBe("2030-01-01");
  });
});

test("a month is a table with each of its days once, under its weekday", () => {
  for (const weekdays of [
    [1, 2, 3, 4, 5, 6, 7],
    [7, 1, 2, 3, 4, 5, 6],
    [6, 7, 1, 2, 3, 4, 5],
  ]) {
    for (const month of ["2026-02", "2026-11", "2024-02", "2001-01", "2100-12"]) {
      const weeks = weeksOf(daysOfMonth(month), weekdays);
      expect(weeks.flat().filter(Boolean)).toEqual(daysOfMonth(month));
      for (const row of weeks) {
        row.forEach((day, index) => {
          if (day) expect(weekdayOf(toDayNumber(day))).toBe(weekdays[index]);
        });
      }
    }
  }
});
