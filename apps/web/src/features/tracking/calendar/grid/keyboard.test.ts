import { describe, expect, test } from "vitest";
import { commandOf, historyCommandOf } from "./keyboard.ts";

const plain = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };
const press = (key: string, held: Partial<typeof plain> & { code?: string } = {}, isSingleAllowed = true) =>
  commandOf({ key, ...plain, ...held }, { isSingleAllowed });

describe("the keys of the calendar", () => {
  test("arrows, Home and End move", () => {
    expect(press("ArrowLeft")).toEqual({ kind: "move", move: "left" });
    expect(press("ArrowRight")).toEqual({ kind: "move", move: "right" });
    expect(press("ArrowUp")).toEqual({ kind: "move", move: "up" });
    expect(press("ArrowDown")).toEqual({ kind: "move", move: "down" });
    expect(press("Home")).toEqual({ kind: "move", move: "row-start" });
    expect(press("End")).toEqual({ kind: "move", move: "row-end" });
    expect(press("Home", { ctrlKey: true })).toEqual({ kind: "move", move: "grid-start" });
    expect(press("End", { ctrlKey: true })).toEqual({ kind: "move", move: "grid-end" });
    expect(press("End", { metaKey: true })).toEqual({ kind: "move", move: "grid-end" });
  });

  test("Page keys turn months, with Shift years", () => {
    expect(press("PageUp")).toEqual({ kind: "month", by: -1 });
    expect(press("PageDown")).toEqual({ kind: "month", by: 1 });
    expect(press("PageUp", { shiftKey: true })).toEqual({ kind: "month", by: -12 });
    expect(press("PageDown", { shiftKey: true })).toEqual({ kind: "month", by: 12 });
  });

  test("Enter edits, Space records, a digit starts the entry, Backspace and Delete clear", () => {
    expect(press("Enter")).toEqual({ kind: "activate" });
    expect(press(" ")).toEqual({ kind: "record" });
    for (const digit of "0123456789") expect(press(digit)).toEqual({ kind: "type", digit });
    expect(press("Backspace")).toEqual({ kind: "clear" });
    expect(press("Delete")).toEqual({ kind: "clear" });
  });

  test("Shift with arrows and End selects, and Escape clears the selection", () => {
    expect(press("ArrowLeft", { shiftKey: true })).toEqual({ kind: "select", move: "left" });
    expect(press("End", { shiftKey: true })).toEqual({ kind: "select", move: "row-end" });
    expect(press("Escape")).toEqual({ kind: "drop" });
  });

  test("letters and symbols record, also with Caps Lock", () => {
    expect(press("s")).toEqual({ kind: "skip" });
    expect(press("S")).toEqual({ kind: "skip" });
    expect(press("y")).toEqual({ kind: "copy", isForAll: false });
    expect(press("Y", { shiftKey: true })).toEqual({ kind: "copy", isForAll: true });
    expect(press("n")).toEqual({ kind: "open", isNote: true });
    expect(press("F2")).toEqual({ kind: "open", isNote: false });
    expect(press("+", { shiftKey: true })).toEqual({ kind: "step", by: 1 });
    expect(press("=")).toEqual({ kind: "step", by: 1 });
    expect(press("-")).toEqual({ kind: "step", by: -1 });
  });

  test("in another alphabet the keys at the Latin positions are used", () => {
    expect(press("і", { code: "KeyS" })).toEqual({ kind: "skip" });
    expect(press("Н", { code: "KeyY", shiftKey: true })).toEqual({ kind: "copy", isForAll: true });
    expect(press("ж", { code: "Semicolon" })).toBeUndefined();
  });

  test("with single-key shortcuts off letters and symbols do nothing, and the other keys still work", () => {
    for (const key of ["s", "y", "n", "+", "-", "?"]) expect(press(key, {}, false)).toBeUndefined();
    expect(press("5", {}, false)).toEqual({ kind: "type", digit: "5" });
    expect(press("Y", { shiftKey: true }, false)).toBeUndefined();
    expect(press("Enter", {}, false)).toEqual({ kind: "activate" });
    expect(press(" ", {}, false)).toEqual({ kind: "record" });
    expect(press("F2", {}, false)).toEqual({ kind: "open", isNote: false });
    expect(press("Backspace", {}, false)).toEqual({ kind: "clear" });
    expect(press("ArrowUp", { shiftKey: true }, false)).toEqual({ kind: "select", move: "up" });
  });

  test("other keys are left to the browser", () => {
    expect(press("a")).toBeUndefined();
    expect(press("Tab")).toBeUndefined();
    expect(press("5", { ctrlKey: true })).toBeUndefined();
    expect(press("ArrowLeft", { altKey: true })).toBeUndefined();
    expect(press("PageDown", { ctrlKey: true })).toBeUndefined();
    expect(press("F5")).toBeUndefined();
  });
});

describe("the keys of the history", () => {
  const undo = (key: string, held: Partial<typeof plain> & { code?: string } = {}) =>
    historyCommandOf({ key, ...plain, ...held });

  test("Ctrl+Z and Cmd+Z undo; with Shift, or Ctrl+Y, redo", () => {
    expect(undo("z", { ctrlKey: true })).toBe("undo");
    expect(undo("z", { metaKey: true })).toBe("undo");
    expect(undo("Z", { ctrlKey: true, shiftKey: true })).toBe("redo");
    expect(undo("y", { ctrlKey: true })).toBe("redo");
    expect(undo("я", { ctrlKey: true, code: "KeyZ" })).toBe("undo");
    expect(undo("z")).toBeUndefined();
    expect(undo("z", { ctrlKey: true, altKey: true })).toBeUndefined();
  });
});
