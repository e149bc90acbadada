import { expect, test } from "vitest";
import { forgetDemoMarks, markedHabits, readDemoMarks, writeDemoMarks } from "./demo-marks.ts";

function storageOf(content?: string): Storage {
  const items = new Map(content === undefined ? [] : [["demo_marks", content]]);
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  } as Storage;
}

test("marks are stored until they are deleted", () => {
  const storage = storageOf();
  writeDemoMarks(storage, { read: { "2026-06-18": 20, "2026-06-17": 0 } });
  expect(readDemoMarks(storage)).toEqual({ read: { "2026-06-18": 20, "2026-06-17": 0 } });
  forgetDemoMarks(storage);
  expect(readDemoMarks(storage)).toEqual({});
});

test.each([
  "nonsense",
  "null",
  "[]",
  "7",
  '{"read":null}',
  '{"read":{"2026-06-18":"20"}}',
  '{"read":{"2026-06-18":10001}}',
  '{"read":{"2026-06-18":1.5}}',
  '{"read":{"tomorrow":20}}',
  '{"swim":{"2026-06-18":20}}',
])("%s in the storage is ignored", (content) => {
  expect(readDemoMarks(storageOf(content))).toEqual({});
});

test("only marks with a value are imported", () => {
  const marks = { read: { "2026-06-18": 20, "2026-06-17": 0 }, water: { "2026-06-18": 0 } };
  expect(markedHabits(marks).map(({ habit, days }) => [habit.id, days])).toEqual([["read", [["2026-06-18", 20]]]]);
});
