import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toDayNumber } from "../base/day.ts";
import type { Unit } from "../base/unit.ts";
import { amountOf, hasValue } from "../rules/result.ts";
import { entryOf } from "../testing-days.ts";
import { history, rulesOf } from "../testing-histories.ts";
import { computeDistribution, distributionSchema } from "./distribution.ts";

const first = toDayNumber("2026-01-01");

function distribute(values: number[], unit: Unit = "repetitions", entered: Unit = unit) {
  const entries = values.map((value, index) => entryOf(first + index, { value, unit: entered }));
  return computeDistribution({ unit }, entries);
}

describe("a distribution", () => {
  it("is null if no value is recorded", () => {
    expect(distribute([])).toBe(null);
    expect(computeDistribution({ unit: "minutes" }, [entryOf(first, { skipped: true })])).toBe(null);
  });

  it("of a few small numbers has a bin for each number", () => {
    expect(distribute([3, 1, 1, 5])).toEqual({
      bin_width: 1,
      bins: [
        { from: 1, to: 2, days: 2 },
        { from: 2, to: 3, days: 0 },
        { from: 3, to: 4, days: 1 },
        { from: 4, to: 5, days: 0 },
        { from: 5, to: 6, days: 1 },
      ],
      minimum: 1,
      median: 2,
      maximum: 5,
    });
  });

  it.each([
    ["repetitions", [0, 100], 10],
    ["percentages", [5, 100], 10],
    ["minutes", [5, 90], 10],
    ["minutes", [5, 170], 15],
    ["seconds", [10, 3600], 600],
    ["kilometers", [3, 42], 5],
    ["hours", [1, 23], 2],
  ] as const)("of %s from %j has bins of a common width", (unit, [low, high], width) => {
    expect(distribute([low || 1, high], unit)?.bin_width).toBe(width);
  });

  it("of converted values has bins of a fraction of the unit, only as fine as useful", () => {
    // 30, 45 and 90 minutes of a habit that is counted in hours now.
    expect(distribute([30, 45, 90], "hours", "minutes")).toMatchObject({
      bin_width: 0.1,
      minimum: 0.5,
      median: 0.75,
      maximum: 1.5,
    });
    expect(distribute([90], "hours", "minutes")?.bins).toEqual([{ from: 1.5, to: 1.6, days: 1 }]);
  });

  it("puts a few outliers into one open bin at the end", () => {
    const usual = Array.from({ length: 40 }, (_, index) => 1 + (index % 8));
    const told = distribute([...usual, 10_000]);
    expect(told?.bin_width).toBe(1);
    expect(told?.bins).toHaveLength(9);
    expect(told?.bins.at(-1)).toEqual({ from: 9, to: null, days: 1 });
    expect(told?.maximum).toBe(10_000);
  });

  it("counts each day with a value once, in its bin, for any history", () => {
    fc.assert(
      fc.property(history, (case_) => {
        const { habit, entries } = rulesOf(case_);
        const told = computeDistribution(habit, entries);
        const values = entries.filter(hasValue).map((entry) => amountOf(habit, entry));
        if (!told) {
          expect(values).toEqual([]);
          return;
        }
        expect(distributionSchema.safeParse(told).success).toBe(true);
        expect(told.bins.length).toBeLessThanOrEqual(13);
        for (const { from, to, days } of told.bins) {
          expect(days).toBe(values.filter((value) => value >= from && (to === null || value < to)).length);
        }
        expect(told.bins.reduce((sum, { days }) => sum + days, 0)).toBe(values.length);
        for (const [index, { to }] of told.bins.entries()) {
          const next = told.bins[index + 1];
          if (next) expect(to).toBe(next.from);
        }
        expect([told.minimum, told.maximum]).toEqual([Math.min(...values), Math.max(...values)]);
      }),
      { numRuns: 1000 },
    );
  });
});
