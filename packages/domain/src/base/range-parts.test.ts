import { expect, test } from "vitest";
import { toDayNumber } from "./day.ts";
import { rangeParts, supportedParts } from "./range-parts.ts";

test("a range of years is split into adjacent parts of at most a year", () => {
  const parts = rangeParts({ from: "2024-01-01", to: "2026-11-21" });
  expect(parts[0]?.from).toBe("2024-01-01");
  expect(parts.at(-1)?.to).toBe("2026-11-21");
  parts.forEach(({ from, to }, index) => {
    expect(toDayNumber(to) - toDayNumber(from)).toBeLessThan(366);
    const next = parts[index + 1];
    if (next) expect(toDayNumber(next.from)).toBe(toDayNumber(to) + 1);
  });
  expect(rangeParts({ from: "2026-11-21", to: "2026-11-21" })).toHaveLength(1);
  expect(rangeParts({ from: "2026-11-21", to: "2026-11-20" })).toEqual([]);
  expect(rangeParts({ from: "2026-12-01", to: "2026-11-20" })).toEqual([]);
});

test("the parts to fetch leave out the days before and after the century", () => {
  const number = toDayNumber;
  expect(supportedParts({ from: number("2000-06-01"), to: number("2001-01-07") })).toEqual([
    { from: "2001-01-01", to: "2001-01-07" },
  ]);
  expect(supportedParts({ from: number("2099-12-31"), to: number("2101-12-31") })).toEqual([
    { from: "2099-12-31", to: "2100-12-31" },
  ]);
  expect(supportedParts({ from: number("2101-01-01"), to: number("2101-12-31") })).toEqual([]);
});
