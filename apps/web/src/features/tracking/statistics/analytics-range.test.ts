import { toDayNumber } from "@daymark/domain/base/day";
import { expect, test } from "vitest";
import { analyticsRange, analyticsWeeks, weeksOf } from "./analytics-range.ts";

test("analytics cover whole weeks, and never more days than one request may have", () => {
  // The week of each of these days begins on a Monday, a Saturday or a Sunday.
  const begins = { 1: "2026-11-16", 6: "2026-11-14", 7: "2026-11-15" } as const;
  for (const [weeks, weekStart] of analyticsWeeks.flatMap((count) =>
    ([1, 6, 7] as const).map((day) => [count, day] as const),
  )) {
    for (const today of ["2026-11-16", "2026-11-19", "2026-11-20"]) {
      const range = analyticsRange(weeks, today, weekStart);
      const days = toDayNumber(range.to) - toDayNumber(range.from) + 1;
      expect(days).toBeLessThanOrEqual(366);
      expect(weeksOf(range, weekStart)).toHaveLength(weeks);
      expect(weeksOf(range, weekStart)[0]).toBe(range.from);
      expect(weeksOf(range, weekStart).at(-1)).toBe(begins[weekStart]);
    }
  }
});

test("the range starts with the first week of the century at the earliest", () => {
  expect(analyticsRange(52, "2001-02-01", 1).from).toBe("2001-01-01");
});
