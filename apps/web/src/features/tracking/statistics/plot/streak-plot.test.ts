import { expect, test } from "vitest";
import { labelledStreaks } from "./streak-plot.tsx";

test("the longest of adjacent streaks are labelled, without overlaps", () => {
  const streaks = [3, 40, 5, 2].map((length) => ({ length, figure: String(length) }));
  const boxes = [0, 12, 60, 66].map((left) => ({ left, width: 5 }));
  expect([...labelledStreaks(streaks, boxes, 300)].sort()).toEqual([1, 2]);
  const apart = [0, 60, 120, 180].map((left) => ({ left, width: 5 }));
  expect(labelledStreaks(streaks, apart, 300).size).toBe(4);
});
