import { toDayNumber } from "@daymark/domain/base/day";
import { ReviewCollector } from "@daymark/domain/review/collect-review";
import type { Review } from "@daymark/domain/review/review";
import { entryOf, habitOf } from "@daymark/domain/testing-days";
import { describe, expect, test } from "vitest";
import { paletteOf } from "../../share/palette.ts";
import { type ReviewCardWords, reviewCard, reviewCardSize } from "./review-card.ts";

const newYear = toDayNumber("2026-01-01");

/** Every third day of a year with one habit was done, up to November 28. */
function review(type: "good" | "bad" = "good"): Review {
  const collector = new ReviewCollector(2026, toDayNumber("2026-11-28"));
  const entries = Array.from({ length: 110 }, (_, index) => entryOf(newYear + index * 3, { value: 11 }));
  const history = { id: 1, habit: habitOf(newYear, { type }), entries, vacation: new Set<number>(), archived: false };
  collector.add(history);
  return collector.compute();
}

/** As if each character were half as wide as high. */
const measure = (text: string, size: number) => text.length * size * 0.5;
const fit = (text: string, size: number, _weight: number, width: number) =>
  text.slice(0, Math.floor(width / (size * 0.5)));

function card(words: Partial<ReviewCardWords> = {}, of = review()) {
  return reviewCard({
    review: of,
    words: {
      heading: "My year 2026",
      subtitle: "Jan 1 – Nov 28, 2026",
      months: Array.from({ length: 12 }, (_, index) => `Month ${index + 1}`),
      legend: "A square a day",
      figures: [],
      habits: [],
      more: (count) => `and ${count} more`,
      brand: "Daymark",
      ...words,
    },
    palette: paletteOf("light"),
    weekdays: [1, 2, 3, 4, 5, 6, 7],
    fit,
    wrap: (text, size, weight, width, linesMax) => Array(linesMax).fill(fit(text, size, weight, width)),
    measure,
  });
}

const long = "ж".repeat(100);
const figure = { name: long, value: long, title: long, note: long };
const habit = { title: long, figure: long, hue: 90 };
const textsOf = (scene: ReturnType<typeof card>) =>
  scene.shapes.flatMap((shape) => (shape.kind === "text" ? [shape.text] : []));

describe("the picture of a year in review", () => {
  test.each([
    ["an account without figures", 0, 0],
    ["six figures without names", 9, 0],
    ["one habit with its name", 6, 1],
    ["50 habits with long names", 9, 50],
  ])("keeps everything within its bounds: %s", (_, figures, habits) => {
    const scene = card({
      ...{ heading: long, subtitle: long, legend: long },
      figures: Array(figures).fill(figure),
      habits: Array(habits).fill(habit),
    });
    expect([scene.width, scene.height]).toEqual([reviewCardSize.width, reviewCardSize.height]);
    for (const shape of scene.shapes) {
      if (shape.kind === "line") continue;
      const width = shape.kind === "rect" ? shape.width : measure(shape.text, shape.size);
      const left = shape.kind === "text" && shape.align === "right" ? shape.x - width : shape.x;
      const [top, bottom] =
        shape.kind === "rect" ? [shape.y, shape.y + shape.height] : [shape.y - shape.size, shape.y + shape.size * 0.3];
      expect(left).toBeGreaterThanOrEqual(0);
      expect(left + width).toBeLessThanOrEqual(scene.width);
      expect(top).toBeGreaterThanOrEqual(0);
      expect(bottom).toBeLessThanOrEqual(scene.height);
    }
  });

  test("puts no text upon another", () => {
    for (const habits of [0, 1, 7, 50]) {
      const scene = card({
        figures: Array(9).fill({ ...figure, title: habits ? long : null }),
        habits: Array(habits).fill(habit),
      });
      const boxes = scene.shapes.flatMap((shape) => {
        if (shape.kind !== "text" || shape.text === "") return [];
        const width = measure(shape.text, shape.size);
        const left = shape.align === "right" ? shape.x - width : shape.x;
        return [{ left, right: left + width, top: shape.y - shape.size * 0.75, bottom: shape.y + shape.size * 0.22 }];
      });
      for (const [index, one] of boxes.entries()) {
        for (const other of boxes.slice(index + 1)) {
          const isApart =
            one.right <= other.left || other.right <= one.left || one.bottom <= other.top || other.bottom <= one.top;
          expect(isApart, JSON.stringify([one, other])).toBe(true);
        }
      }
    }
  });

  test("has a square for each day of the year, and says how many habits have no room", () => {
    const squares = (scene: ReturnType<typeof card>) => {
      const size = scene.shapes.filter((shape) => shape.kind === "rect").map((shape) => shape.width.toFixed(3));
      return Math.max(...Object.values(Object.groupBy(size, (each) => each)).map((each) => each?.length ?? 0));
    };
    expect(squares(card())).toBe(365);
    expect(textsOf(card({ habits: Array(50).fill(habit) }))).toContain("and 44 more");
  });

  test("of limits alone fills a square by those that were kept", () => {
    const fills = (of: Review) =>
      new Set(card({}, of).shapes.flatMap((shape) => (shape.kind === "rect" ? [shape.fill] : [])));
    expect(fills(review("bad"))).toContain(paletteOf("light").accent);
    const done = (of: Review) => of.days.filter((day) => day.kept > 0).length;
    expect(done(review("bad"))).toBe(332 - 110);
  });
});
