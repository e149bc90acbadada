import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Unit, unitFactor, unitKind, units } from "../base/unit.ts";
import { baseFactor, wholeAmount } from "./unit-text.ts";

const typed = units.filter((unit) => unitKind(unit) !== "numeric");

function convert(quantity: number, text: string, habitUnit: Unit, chosen: Unit | null = null) {
  const factor = baseFactor(text, chosen, habitUnit);
  return typeof factor === "string" ? factor : wholeAmount(quantity * factor, habitUnit);
}

test.each<[number, string, Unit, number]>([
  [10, "km", "miles", 6],
  [3.2, "mi", "meters", 5150],
  [5420, "m", "kilometers", 5],
  [7.5, "hr", "minutes", 450],
  [2280, "s", "minutes", 38],
  [1255.2, "kJ", "kilocalories", 300],
  [300, "kcal", "calories", 10_000 * 30],
  [0.3, "Cal", "calories", 300],
  [300, "cal", "calories", 300],
  [250, "mL", "fluid_ounces", 8],
  [0.8, "l", "milliliters", 800],
  [16, "fl_oz_us", "milliliters", 473],
  [20, "fl_oz_imp", "milliliters", 568],
  [165, "lb", "kilograms", 75],
  [75.5, "kg", "pounds", 166],
  [75.5, "kg", "kilograms", 76],
  [61.4, "bpm", "repetitions", 61],
  [98.6, "%", "percentages", 99],
  [5.5, "km", "repetitions", 6],
])("%d %s are, in %s, %d", (quantity, text, unit, amount) => {
  expect(convert(quantity, text, unit)).toBe(amount);
});

test("amounts that cannot become the habit's unit are refused with the reason", () => {
  expect(convert(5, "bpm", "minutes")).toBe("unit_unknown");
  expect(convert(5, "", "minutes")).toBe("unit_unknown");
  expect(convert(5, "constructor", "minutes")).toBe("unit_unknown");
  expect(convert(5, "km", "minutes")).toBe("unit_kind_differs");
  expect(convert(5, "count", "minutes")).toBe("unit_kind_differs");
});

test("a unit that the user chose replaces the unit of the app", () => {
  expect(convert(90, "", "hours", "minutes")).toBe(2);
  expect(convert(90, "km", "hours", "minutes")).toBe(2);
  expect(convert(90, "min", "hours", "meters")).toBe("unit_kind_differs");
});

describe("by property", () => {
  const unit = fc.constantFrom(...typed);
  const amount = fc.double({ min: 0, max: 10_000, noNaN: true });

  test("an amount is converted by the exact factor into a unit of its kind, to half a unit", () => {
    fc.assert(
      fc.property(unit, unit, amount, (from, to, quantity) => {
        fc.pre(unitKind(from) === unitKind(to));
        const exact = quantity * unitFactor(from, to);
        expect(Math.abs((convert(quantity, from, to) as number) - exact)).toBeLessThanOrEqual(0.5 + 1e-4);
      }),
    );
  });

  test("a whole amount in the habit's own unit stays the same", () => {
    fc.assert(
      fc.property(unit, fc.integer({ min: 0, max: 10_000 }), (own, quantity) => {
        expect(convert(quantity, own, own)).toBe(quantity);
      }),
    );
  });

  test("more of one unit is never less of another", () => {
    fc.assert(
      fc.property(unit, unit, amount, amount, (from, to, one, other) => {
        fc.pre(unitKind(from) === unitKind(to));
        const [less, more] = [Math.min(one, other), Math.max(one, other)].map(
          (each) => convert(each, from, to) as number,
        );
        expect(less).toBeLessThanOrEqual(more as number);
      }),
    );
  });

  test("the user's choice and the app's name of the same unit give the same", () => {
    fc.assert(
      fc.property(unit, amount, (own, quantity) => {
        expect(convert(quantity, "", own, own)).toBe(convert(quantity, own, own));
      }),
    );
  });
});
