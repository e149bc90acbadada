import { expect, test } from "vitest";
import { bucketSecondsOf, logBucketsMax } from "./log-buckets.ts";

test.each([
  [86_400, 900],
  [3_600, 60],
  [60, 1],
  [1, 1],
])("%d seconds are counted in steps of %d", (length, step) => {
  expect(bucketSecondsOf(length * 1000)).toBe(step);
});

test("no time has more buckets than the limit", () => {
  for (const seconds of [0.5, 95, 97, 3_601, 86_399, 86_401, 31_536_000]) {
    expect(seconds / bucketSecondsOf(seconds * 1000)).toBeLessThanOrEqual(logBucketsMax);
  }
});
