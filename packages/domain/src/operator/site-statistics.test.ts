import { describe, expect, test } from "vitest";
import { fromDayNumber, toDayNumber } from "../base/day.ts";
import { monthOf, monthsIn, nextMonth, rangeBefore, siteRange, weeksIn } from "./site-statistics.ts";

const today = toDayNumber("2026-11-21");
const days = (list: readonly number[]) => list.map(fromDayNumber);
const range = (from: string, to: string) => ({ from: toDayNumber(from), to: toDayNumber(to) });

describe("the range of a call", () => {
  test("defaults to the 28 days up to today, cut at the first possible day", () => {
    expect(siteRange({}, today)).toEqual({ range: range("2026-10-25", "2026-11-21") });
    expect(siteRange({ to: "2001-01-10" }, today)).toEqual({ range: range("2001-01-01", "2001-01-10") });
  });

  test("is at most a leap year long and may not be reversed", () => {
    expect(siteRange({ from: "2025-11-21", to: "2026-11-21" }, today)).toEqual({
      range: range("2025-11-21", "2026-11-21"),
    });
    expect(siteRange({ from: "2025-11-20", to: "2026-11-21" }, today)).toEqual({
      errors: { to: [{ code: "range_too_long" }] },
    });
    expect(siteRange({ from: "2026-11-22" }, today)).toEqual({ errors: { from: [{ code: "range_reversed" }] } });
  });
});

test("the previous range ends the day before and has as many days as have begun", () => {
  expect(rangeBefore(range("2026-11-15", "2026-11-21"), today)).toEqual(range("2026-11-08", "2026-11-14"));
  expect(rangeBefore(range("2026-11-20", "2026-12-31"), today)).toEqual(range("2026-11-18", "2026-11-19"));
  expect(rangeBefore(range("2026-12-01", "2026-12-02"), today)).toEqual(range("2026-11-29", "2026-11-30"));
});

test("the weeks and months of a range include those that it only partly covers", () => {
  expect(days(weeksIn(range("2026-11-15", "2026-11-16")))).toEqual(["2026-11-09", "2026-11-16"]);
  expect(days(weeksIn(range("2026-11-16", "2026-11-22")))).toEqual(["2026-11-16"]);
  expect(weeksIn(range("2026-11-22", "2026-11-16"))).toEqual([]);
  expect(days(monthsIn(range("2025-12-31", "2026-02-01")))).toEqual(["2025-12-01", "2026-01-01", "2026-02-01"]);
  expect(fromDayNumber(nextMonth(monthOf(toDayNumber("2028-01-31"))))).toBe("2028-02-01");
});
