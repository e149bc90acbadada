import { expect, test } from "vitest";
import { selectDiscoveries } from "./false-discovery.ts";
import { fisherProbability, kolmogorovTail, normalTail, quantileOf, studentTail } from "./probability.ts";

/** Relative to the value, because small probabilities decide. */
function expectNear(value: number, expected: number): void {
  expect(Math.abs(value / expected - 1)).toBeLessThan(1e-5);
}

test("tails agree with the tables of statistics, also far out", () => {
  expectNear(normalTail(1.959964), 0.025);
  expectNear(normalTail(-1), 0.8413447);
  expectNear(normalTail(6), 9.865876e-10);
  expectNear(studentTail(2.776445, 4), 0.025);
  expectNear(studentTail(12.7062, 1), 0.025);
  expectNear(studentTail(3.645959, 30), 0.0005);
  expectNear(kolmogorovTail(1.358099), 0.05);
  expectNear(kolmogorovTail(1.949475), 0.001);
});

test("a quantile is the inverse of its tail", () => {
  expectNear(quantileOf(normalTail, 0.025), 1.959964);
  expectNear(
    quantileOf((t) => studentTail(t, 4), 0.1),
    1.533206,
  );
});

test("Fisher's exact test agrees with his tea and with a large table", () => {
  // Both tails of 3 of 4 cups: 17 of 70 in each.
  expectNear(fisherProbability(3, 1, 1, 3), 34 / 70);
  expectNear(fisherProbability(0, 5, 5, 0), 2 / 252);
  expect(fisherProbability(10, 10, 10, 10)).toBe(1);
  expectNear(fisherProbability(300, 200, 150, 350), 1.3404989754842e-21);
  expect(fisherProbability(2000, 0, 0, 2000)).toBe(0);
});

test("discoveries are chosen as in the example of Benjamini and Hochberg, and their ranges widen with what was looked at", () => {
  const probabilities = [0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.324];
  const tests = probabilities.toReversed().map((probability) => ({ probability }));
  const { selected, intervalError } = selectDiscoveries(tests);
  expect(selected.map(({ probability }) => probability)).toEqual([0.0001, 0.0004, 0.0019]);
  expectNear(intervalError, 0.05 * (3 / 10));
  expect(selectDiscoveries(tests, 10_000).selected).toEqual([]);
  expect(selectDiscoveries([])).toEqual({ selected: [], intervalError: 0 });
});
