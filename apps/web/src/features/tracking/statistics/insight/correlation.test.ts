import { expect, test } from "vitest";
import { conditionalRates, strengthOf } from "./correlation.ts";

test("a coefficient is classified by its absolute value", () => {
  expect([0, 0.09, -0.1, 0.29, 0.3, -0.49, 0.5, -1].map(strengthOf)).toEqual([
    "none",
    "none",
    "weak",
    "weak",
    "moderate",
    "moderate",
    "strong",
    "strong",
  ]);
});

test("days with and without the first habit together are all days", () => {
  const counts = { both: 12, only_first: 4, only_second: 6, neither: 18 };
  const { withFirst, withoutFirst } = conditionalRates(counts);
  expect(withFirst).toEqual({ days: 16, done: 12, rate: 0.75 });
  expect(withoutFirst).toEqual({ days: 24, done: 6, rate: 0.25 });
});

test("without such days the rate is null, not 0", () => {
  const { withoutFirst } = conditionalRates({ both: 3, only_first: 1, only_second: 0, neither: 0 });
  expect(withoutFirst.rate).toBeNull();
});
