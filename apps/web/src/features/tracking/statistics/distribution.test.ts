import { expect, test } from "vitest";
import { columnOf } from "./distribution.ts";

const bins = [10, 20, 30].map((from) => ({ from, to: from + 10, days: 1 }));

test("a goal's line is before the amounts that reach it, and a limit's line after those that keep it", () => {
  expect(columnOf({ type: "good", target: 20 }, { bins, bin_width: 10 })).toBe(1);
  expect(columnOf({ type: "good", target: 25 }, { bins, bin_width: 10 })).toBe(1.5);
  expect(columnOf({ type: "bad", target: 19 }, { bins, bin_width: 10 })).toBe(1);
  const single = [1, 2, 3].map((from) => ({ from, to: from + 1, days: 1 }));
  expect(columnOf({ type: "bad", target: 2 }, { bins: single, bin_width: 1 })).toBe(2);
});

test("a goal outside all amounts has no line", () => {
  expect(columnOf({ type: "good", target: 5 }, { bins, bin_width: 10 })).toBeNull();
  expect(columnOf({ type: "good", target: 200 }, { bins, bin_width: 10 })).toBeNull();
  expect(columnOf({ type: "good", target: 2 }, { bins: [], bin_width: 10 })).toBeNull();
});
