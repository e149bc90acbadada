import { toDayNumber } from "@daymark/domain/base/day";
import { expect, test } from "vitest";
import { rangeParts } from "./range-parts.ts";

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
