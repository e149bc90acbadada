import { describe, expect, test } from "vitest";
import { CellHint } from "./cell-hint.ts";

const monday = { habitId: 3, day: "2026-11-23" };
const tuesday = { habitId: 3, day: "2026-11-24" };

/** A hint whose delays end when the test says so. */
function createHint() {
  const waiting = new Set<() => void>();
  const hint = new CellHint((callback) => {
    waiting.add(callback);
    return () => waiting.delete(callback);
  });
  const pass = () => {
    for (const callback of waiting) callback();
    waiting.clear();
  };
  return { hint, pass };
}

describe("the tooltip of a cell", () => {
  test("opens once the pointer has rested, and moves with it", () => {
    const { hint, pass } = createHint();
    hint.point(monday);
    expect(hint.read()).toBeNull();
    pass();
    expect(hint.read()).toEqual({ ...monday, by: "pointer" });
    hint.point(tuesday);
    expect(hint.read()).toEqual({ ...monday, by: "pointer" });
    pass();
    expect(hint.read()).toEqual({ ...tuesday, by: "pointer" });
  });

  test("never opens for a pointer that only crosses", () => {
    const { hint, pass } = createHint();
    hint.point(monday);
    hint.point(null);
    pass();
    expect(hint.read()).toBeNull();
  });

  test("stays while the pointer is in it, also after another cell on the way", () => {
    const { hint, pass } = createHint();
    hint.point(monday);
    pass();
    hint.point(tuesday);
    hint.hold();
    pass();
    expect(hint.read()).toEqual({ ...monday, by: "pointer" });
    hint.release();
    pass();
    expect(hint.read()).toBeNull();
  });

  test("that was hidden returns once the pointer has left the cell", () => {
    const { hint, pass } = createHint();
    hint.point(monday);
    pass();
    hint.hide();
    hint.point(monday);
    pass();
    expect(hint.read()).toBeNull();
    hint.point(null);
    hint.point(monday);
    pass();
    expect(hint.read()).toEqual({ ...monday, by: "pointer" });
  });

  test("opens by keys on the cell where they rest, and closes when the focus moves", () => {
    const { hint, pass } = createHint();
    hint.rest(monday);
    pass();
    expect(hint.read()).toEqual({ ...monday, by: "keys" });
    hint.point(null);
    pass();
    expect(hint.read()).toEqual({ ...monday, by: "keys" });
    hint.moveFocus(tuesday);
    expect(hint.read()).toBeNull();
  });

  test("never opens for a cell that the keys have left, nor over an open entry", () => {
    const { hint, pass } = createHint();
    hint.rest(monday);
    hint.moveFocus(tuesday);
    pass();
    expect(hint.read()).toBeNull();
    hint.block(true);
    hint.rest(tuesday);
    hint.point(monday);
    pass();
    expect(hint.read()).toBeNull();
  });
});
