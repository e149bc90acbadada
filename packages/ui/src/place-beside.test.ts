import { expect, test } from "vitest";
import { placeBeside, type Side } from "./place-beside.ts";

const within = { x: 8, y: 68, width: 384, height: 524 };
const size = { width: 100, height: 40 };
const middle = { x: 180, y: 300, width: 30, height: 30 };
const place = (anchor: typeof middle, sides: readonly Side[], free: readonly (typeof middle)[] = []) =>
  placeBeside({ anchor, size, within, free: [anchor, ...free], sides });

test("a tooltip touches its anchor, so that a pointer on its way meets nothing else", () => {
  expect(place(middle, ["top"])).toEqual({ x: 145, y: 260 });
  expect(place(middle, ["bottom"])).toEqual({ x: 145, y: 330 });
  expect(place(middle, ["left"])).toEqual({ x: 80, y: 295 });
  expect(place(middle, ["right"])).toEqual({ x: 210, y: 295 });
});

test("it moves along the edge of its anchor to stay on the page", () => {
  expect(place({ ...middle, x: 0 }, ["top"])).toEqual({ x: 8, y: 260 });
  expect(place({ ...middle, x: 380 }, ["top"])).toEqual({ x: 292, y: 260 });
});

test("without space, or over what must stay visible, it takes the next side", () => {
  expect(place({ ...middle, y: 80 }, ["top", "bottom"])).toEqual({ x: 145, y: 110 });
  expect(place(middle, ["top", "bottom"], [{ ...middle, y: 270 }])).toEqual({ x: 145, y: 330 });
  expect(place({ ...middle, x: 320 }, ["right", "left"])).toEqual({ x: 220, y: 295 });
});

test("it has no place if every side is taken", () => {
  const above = { ...middle, y: 270 };
  const below = { ...middle, y: 330 };
  expect(place(middle, ["top", "bottom"], [above, below])).toBeNull();
});
