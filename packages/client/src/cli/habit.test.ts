import { expect, test } from "vitest";
import { amountText } from "./habit.ts";

test.each([
  [1, "kilometers", null, "1 kilometer"],
  [5, "fluid_ounces", null, "5 fluid ounces"],
  [1, "repetitions", "page, pages", "1 page"],
  [20, "repetitions", "page, pages", "20 pages"],
  [22, "repetitions", "сторінка, сторінки, сторінок", "22 сторінки"],
  // Recorded before the unit was changed.
  [50, "percentages", "page, pages", "50 percentages"],
] as const)("%d %s of a habit with the word %j is printed as “%s”", (value, unit, label, text) => {
  expect(amountText(value, unit, label)).toBe(text);
});
