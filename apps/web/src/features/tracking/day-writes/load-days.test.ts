import { fromDayNumber, toDayNumber } from "@daymark/domain/base/day";
import { expect, test } from "vitest";
import { rangesOf } from "./load-days.ts";

test("a thousand days of a habit are fetched in a few requests of at most a year each", () => {
  const days = Array.from({ length: 1000 }, (_, back) => ({
    id: 4,
    day: fromDayNumber(toDayNumber("2026-11-21") - back),
  }));
  const ranges = rangesOf(days);
  expect(ranges).toHaveLength(3);
  expect(days.every(({ day }) => ranges.some(({ from, to }) => from <= day && day <= to))).toBe(true);
});

test("only each habit's own days are fetched, and no years without days", () => {
  const days = [
    { id: 4, day: "2026-11-21" },
    { id: 5, day: "2026-11-20" },
    { id: 4, day: "2020-01-01" },
  ];
  const ranges = rangesOf(days);
  expect(ranges.map(({ id }) => id)).toEqual([4, 4, 5]);
  expect(ranges[0]?.from).toBe("2020-01-01");
  expect(ranges[1]?.to).toBe("2026-11-21");
  expect(ranges[2]).toEqual({ id: 5, from: "2026-11-20", to: "2026-11-20" });
});
