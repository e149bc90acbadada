import type { DayResult } from "@daymark/domain/rules/result";
import { describe, expect, test } from "vitest";
import type { YearDay } from "../statistics/year/year.ts";
import { paletteOf } from "./palette.ts";
import { tallyYear, yearCard } from "./year-card.ts";

const results: DayResult[] = [
  "achieved",
  "not_achieved",
  "awaiting",
  "skipped",
  "rest",
  "not_exceeded",
  "exceeded",
  "upcoming",
];
const days: YearDay[] = Array.from({ length: 365 }, (_, index) => ({
  day: new Date(Date.UTC(2026, 0, 1 + index)).toISOString().slice(0, 10),
  result: results[index % results.length] as DayResult,
  entry: undefined,
}));
const input = {
  words: { heading: "Read", year: "2026", figures: ["5 days"], months: Array(12).fill("Mon"), brand: "Daymark" },
  palette: paletteOf("dark"),
  weekdays: [1, 2, 3, 4, 5, 6, 7],
  fit: (text: string) => text,
};
const card = (count: number, title: string | null = "Read") =>
  yearCard({ ...input, habits: Array.from({ length: count }, () => ({ title, hue: 90, days })) });
const textsOf = (scene: ReturnType<typeof card>) =>
  scene.shapes.flatMap((shape) => (shape.kind === "text" ? [shape.text] : []));

describe("the picture of a year", () => {
  test("keeps everything within its bounds, for any number of habits", () => {
    for (const count of [1, 2, 6, 12]) {
      const scene = card(count);
      for (const shape of scene.shapes) {
        if (shape.kind !== "rect") continue;
        expect(shape.x).toBeGreaterThanOrEqual(0);
        expect(shape.x + shape.width).toBeLessThanOrEqual(scene.width);
        expect(shape.y + shape.height).toBeLessThanOrEqual(scene.height);
      }
    }
  });

  test("has the proportions that social networks show uncropped, for one habit", () => {
    expect([card(1).width, card(1).height]).toEqual([1200, 630]);
  });

  test("does not contain a hidden name", () => {
    expect(textsOf(card(3))).toContain("Read");
    const hidden = yearCard({
      ...input,
      words: { ...input.words, heading: "A habit" },
      habits: [1, 2].map(() => ({ title: null, hue: 90, days })),
    });
    expect(textsOf(hidden).join(" ")).not.toContain("Read");
  });

  test("distinguishes each result by shape, not only by color", () => {
    const marksOf = (result: DayResult) =>
      yearCard({
        ...input,
        habits: [{ title: null, hue: 90, days: [{ day: "2026-01-01", result, entry: undefined }] }],
      })
        .shapes.filter((shape) => shape.kind !== "text")
        .map((shape) => {
          if (shape.kind !== "rect") return shape.kind;
          return [shape.radius, shape.width, shape.fill !== undefined, shape.stroke !== undefined, shape.opacity];
        });
    const forms = new Set(results.map((result) => JSON.stringify(marksOf(result))));
    // Achieved and not achieved are both squares: filled with the color of the habit or of a line, far apart in
    // lightness.
    expect(forms.size).toBe(results.length - 1);
  });
});

test("the figures of a year count streaks across neutral days", () => {
  const of = (...list: DayResult[]) =>
    tallyYear(list.map((result, index) => ({ day: `${index}`, result, entry: undefined })));
  expect(of("achieved", "skipped", "achieved", "rest", "achieved", "not_achieved", "achieved")).toEqual({
    done: 4,
    counted: 5,
    longest: 3,
  });
  expect(of("none", "upcoming")).toEqual({ done: 0, counted: 0, longest: 0 });
});
