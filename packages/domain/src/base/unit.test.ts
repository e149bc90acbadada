import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { naiveConvert, naiveRatio, naiveUnits } from "../testing-oracle-amount.ts";
import {
  convertUnit,
  goalSteps,
  quickSteps,
  roundFigure,
  roundRatio,
  sumUnits,
  type Unit,
  unitFactor,
  unitKind,
  units,
} from "./unit.ts";

const pairs = units.flatMap((from) =>
  units.filter((to) => unitKind(from) === unitKind(to)).map((to) => [from, to] as const),
);

describe("units", () => {
  it("are those of the contract, in its order, each with its kind", () => {
    expect(units.map((unit) => [unit, unitKind(unit)])).toEqual(
      Object.entries(naiveUnits).map(([unit, { kind }]) => [unit, kind]),
    );
  });

  it("convert every recordable value exactly as fractions do", () => {
    const wrong: unknown[] = [];
    for (const [from, to] of pairs) {
      for (let value = 0; value <= 10_000; value += 1) {
        const converted = convertUnit(value, from, to);
        // Plain comparisons, because a million `expect` calls would take a minute.
        if (converted !== naiveConvert(value, from, to)) wrong.push({ value, from, to, converted });
      }
    }
    expect(wrong).toEqual([]);
    expect(pairs).toHaveLength(116);
  });

  it.each([
    [60, "seconds", "minutes", 1],
    [1, "seconds", "hours", 0.0003],
    [5280, "feet", "miles", 1],
    [1, "miles", "kilometers", 1.6093],
    [80, "ounces", "grams", 2267.9619],
    [14, "pounds", "stones", 1],
    [4, "fluid_ounces", "gallons", 0.0313],
    [16, "cups", "gallons", 1],
    [2, "kilocalories", "calories", 2000],
    [70, "percentages", "repetitions", 70],
    [7, "liters", "liters", 7],
  ] as const)("convert %d %s to %s as %d", (value, from, to, expected) => {
    expect(convertUnit(value, from, to)).toBe(expected);
  });

  it("cannot be converted to a unit of another kind", () => {
    fc.assert(
      fc.property(fc.constantFrom(...units), fc.constantFrom(...units), (from, to) => {
        fc.pre(unitKind(from) !== unitKind(to));
        expect(() => unitFactor(from, to)).toThrow(RangeError);
        expect(() => convertUnit(1, from, to)).toThrow(RangeError);
        expect(() => sumUnits(new Map([[from, 1]]), to)).toThrow(RangeError);
      }),
      { numRuns: 1000 },
    );
  });

  it("convert there and back within the rounding error", () => {
    fc.assert(
      fc.property(fc.constantFrom(...pairs), fc.integer({ min: 1, max: 10_000 }), ([from, to], value) => {
        const back = convertUnit(value, from, to) * unitFactor(to, from);
        expect(Math.abs(back - value)).toBeLessThanOrEqual(0.000_051 * unitFactor(to, from));
      }),
      { numRuns: 1000 },
    );
  });
});

describe("a sum of amounts in several units", () => {
  const amount = fc.integer({ min: 0, max: 400_000_000 });

  it("with one unit equals its conversion, however large", () => {
    fc.assert(
      fc.property(fc.constantFrom(...pairs), amount, ([from, to], value) => {
        expect(sumUnits(new Map([[from, value]]), to)).toBe(naiveConvert(value, from, to));
      }),
      { numRuns: 1000 },
    );
  });

  it("is rounded once, not once for each unit", () => {
    // Rounded separately, they would be 0.0003 and 0.0167.
    expect(
      sumUnits(
        new Map<Unit, number>([
          ["seconds", 1],
          ["minutes", 1],
        ]),
        "hours",
      ),
    ).toBe(0.0169);
    expect(sumUnits(new Map<Unit, number>([["seconds", 100]]), "hours")).toBe(0.0278);
  });

  it("of no amounts is 0", () => {
    expect(sumUnits(new Map(), "miles")).toBe(0);
  });
});

describe("rounding to four decimals", () => {
  it.each([
    [1.00005, 1.0001],
    [2.00015, 2.0002],
    [1.000049, 1],
    [0.00005, 0.0001],
    [0, 0],
    [10_000, 10_000],
  ])("rounds %d to %d", (value, expected) => {
    expect(roundFigure(value)).toBe(expected);
  });

  it.each([
    [1, 3, 0.3333],
    [2, 3, 0.6667],
    [1, 32, 0.0313],
    [3, 32, 0.0938],
    [0, 5, 0],
    [5, 5, 1],
    [0.0001, 2, 0.0001],
  ])("rounds the ratio %d / %d to %d", (numerator, denominator, expected) => {
    expect(roundRatio(numerator, denominator)).toBe(expected);
  });

  it("rounds a ratio as long division does", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 400_000_000 }), fc.integer({ min: 1, max: 40_000 }), (top, bottom) => {
        expect(roundRatio(top, bottom)).toBe(naiveRatio(top, bottom));
      }),
      { numRuns: 1000 },
    );
  });
});

describe("quick steps", () => {
  it.each(units)("for %s are three ascending amounts that can be recorded", (unit) => {
    const steps = quickSteps(unit);
    expect(steps).toHaveLength(3);
    expect([...steps].sort((a, b) => a - b)).toEqual(steps);
    expect(new Set(steps).size).toBe(3);
    for (const step of steps) expect(Number.isInteger(step) && step >= 1 && step <= 10_000).toBe(true);
  });

  it("are the common amounts for common units", () => {
    expect(quickSteps("repetitions")).toEqual([1, 5, 10]);
    expect(quickSteps("minutes")).toEqual([5, 15, 30]);
    expect(quickSteps("milliliters")).toEqual([100, 250, 500]);
  });

  it("fit the goal", () => {
    expect(goalSteps("repetitions", 1)).toEqual([1]);
    expect(goalSteps("repetitions", 4)).toEqual([1, 2]);
    expect(goalSteps("repetitions", 20)).toEqual([1, 5, 10]);
    expect(goalSteps("repetitions", 10_000)).toEqual([500, 1000, 5000]);
    expect(goalSteps("minutes", 10)).toEqual([1, 5]);
    expect(goalSteps("minutes", 30)).toEqual([5, 15, 30]);
    expect(goalSteps("meters", 10_000)).toEqual([100, 500, 1000]);
    // Half an hour, in hours.
    expect(goalSteps("hours", 0.5)).toEqual([1]);
  });

  it.each(units)("of %s ascend, and none is above any goal", (unit) => {
    for (const goal of [1, 2, 3, 7, 12, 45, 99, 100, 250, 1000, 4321, 10_000]) {
      const steps = goalSteps(unit, goal);
      expect([...new Set(steps)].sort((a, b) => a - b)).toEqual(steps);
      expect(steps.length).toBeGreaterThan(0);
      for (const step of steps) expect(Number.isInteger(step) && step >= 1 && step <= goal, `${goal}`).toBe(true);
    }
  });
});
