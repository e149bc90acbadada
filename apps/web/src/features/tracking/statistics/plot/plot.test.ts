import { describe, expect, test } from "vitest";
import { areaPath, bandsOf, linearScale, linePath, nearestIndex, niceTicks, shownLabels } from "./plot.ts";

describe("an axis", () => {
  test("reaches the largest value in a few round steps", () => {
    expect(niceTicks(100)).toEqual([0, 50, 100]);
    expect(niceTicks(7)).toEqual([0, 2, 4, 6, 8]);
    expect(niceTicks(0.6)).toEqual([0, 0.2, 0.4, 0.6]);
    expect(niceTicks(1)).toEqual([0, 0.5, 1]);
    for (const max of [1, 3, 9.99, 10, 11, 47, 480, 999, 10_000, 123_456.7]) {
      const ticks = niceTicks(max);
      expect(ticks[0]).toBe(0);
      expect(ticks.at(-1)).toBeGreaterThanOrEqual(max);
      expect(ticks.at(-2), `${max} needs its last step`).toBeLessThan(max);
      expect(ticks.length).toBeLessThanOrEqual(6);
    }
  });

  test("without values still has a height", () => {
    expect(niceTicks(0)).toEqual([0, 1]);
  });

  test("maps both ends exactly, and the values between proportionally", () => {
    const y = linearScale([0, 200], [140, 20]);
    expect([y(0), y(50), y(200)]).toEqual([140, 110, 20]);
    expect(linearScale([3, 3], [10, 90])(3)).toBe(10);
  });
});

describe("columns", () => {
  test("fill their span evenly and stay within it", () => {
    const bands = bandsOf(12, [30, 330]);
    expect(bands.step).toBe(25);
    expect(bands.center(0)).toBe(42.5);
    expect(bands.center(11)).toBe(317.5);
    expect(bands.left(0)).toBeGreaterThan(30);
    expect(bands.left(11) + bands.width).toBeLessThan(330);
  });

  test("are visible even if there are more than pixels", () => {
    expect(bandsOf(5000, [0, 300]).width).toBe(1);
  });

  test("are found by the nearest pointer position", () => {
    const centers = [10, 20, 30];
    expect([-50, 14, 16, 25.1, 400].map((x) => nearestIndex(centers, x))).toEqual([0, 0, 1, 2, 2]);
  });

  test("leave out labels without room, but never the newest", () => {
    const at = (step: number) => [0, 1, 2, 3, 4].map((index) => index * step);
    const labels = ["Jul", "Aug", "Sep", "Oct", "Nov"];
    expect(shownLabels(labels, at(30))).toEqual([true, true, true, true, true]);
    expect(shownLabels(labels, at(15))).toEqual([true, false, true, false, true]);
    expect(shownLabels(["2025", "", "", "2026", ""], at(15))).toEqual([true, false, false, true, false]);
  });

  test("are labelled at one distance, also if some labels are shorter", () => {
    const days = Array.from({ length: 28 }, (_, index) => (index < 4 ? `${index + 28} Oct` : `${index - 3} Nov`));
    for (const width of [320, 480, 700, 1000]) {
      const centers = days.map((_, index) => (index * width) / 27);
      const shown = shownLabels(days, centers).flatMap((isShown, index) => (isShown ? [index] : []));
      const distances = shown.slice(1).map((index, place) => index - (shown[place] ?? 0));
      expect(new Set(distances).size, `${width} px`).toBe(1);
      expect(shown.at(-1)).toBe(27);
    }
  });
});

describe("a line", () => {
  const [a, b, c] = [
    { x: 0, y: 10 },
    { x: 5, y: 4.06 },
    { x: 10, y: 0 },
  ];

  test("connects its points, but not across a gap", () => {
    expect(linePath([a, b, c])).toBe("M0,10L5,4.1L10,0");
    expect(linePath([a, b, null, c])).toBe("M0,10L5,4.1M10,0h0");
    expect(linePath([null, null])).toBe("");
  });

  test("has an area under each part", () => {
    expect(areaPath([a, b, null, c], 12)).toBe("M0,12L0,10L5,4.1L5,12ZM10,12L10,0L10,12Z");
  });
});
