import { toDayNumber } from "@daymark/domain/base/day";
import { expect, test } from "vitest";
import { analyticsRange, analyticsWeeks, weeksOf } from "./analytics-range.ts";

test("analytics cover whole weeks, and never more days than one request may have", () => {
  for (const weeks of analyticsWeeks) {
    for (const today of ["2026-11-16", "2026-11-21", "2026-11-22"]) {
      const range = analyticsRange(weeks, today);
      const days = toDayNumber(range.to) - toDayNumber(range.from) + 1;
      expect(days).toBeLessThanOrEqual(366);
      expect(weeksOf(range)).toHaveLength(weeks);
      expect(weeksOf(range)[0]).toBe(range.from);
      expect(weeksOf(range).at(-1)).toBe("2026-11-16");
    }
  }
});

test("the range starts with the first week of the century at the earliest", () => {
  expect(analyticsRange(52, "2001-02-01").from).toBe("2001-01-01");
});
