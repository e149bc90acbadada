import { expect, test } from "vitest";
import { countLevels, halvesOf, levelsOf, medianOf, ranksOf, tableOf } from "./levels.ts";

const nothing = Number.NaN;
const series = Float64Array.of(20, nothing, 1.5, 20, 3, nothing, 1.5, 20);

test("a series has one level for each distinct value, and one for days that say nothing", () => {
  const { values, ofDay } = levelsOf(series);
  expect([...values]).toEqual([1.5, 3, 20]);
  expect([...ofDay]).toEqual([2, 3, 0, 2, 1, 3, 0, 2]);
});

test("the median is the middle value, or the average of the two in the middle", () => {
  const levels = levelsOf(series);
  expect(medianOf(levels, countLevels(levels))).toBe((3 + 20) / 2);
  expect(medianOf(levels, Uint32Array.of(2, 2, 1))).toBe(3);
  expect(medianOf(levels, Uint32Array.of(0, 0, 1))).toBe(20);
});

test("the table counts the days that say something about both series", () => {
  const other = levelsOf(Float64Array.of(1, 1, 0, nothing, 0, 1, 1, 1));
  const halves = halvesOf(levelsOf(series), 3);
  const tableAfter = (lag: number) => tableOf(halves, other, lag).map((row) => [...row]);
  // Days up to 3: the third, the fifth and the seventh. Days above it: the first, the fourth and the last.
  expect(tableAfter(0)).toEqual([
    [2, 1],
    [0, 2],
  ]);
  expect(tableAfter(1)).toEqual([
    [0, 2],
    [1, 1],
  ]);
});

test("equal values share the middle of their ranks", () => {
  const ranks = [...ranksOf(levelsOf(series))].map((rank) => rank * 6);
  expect(ranks).toEqual([4, nothing, 0.5, 4, 2, nothing, 0.5, 4]);
});
