import type { Entry } from "@daymark/domain/tracking/progress";
import { expect, test } from "vitest";
import { indexEntries } from "./entry-index.ts";

const entry = (habit_id: number, day: string, value: number): Entry => ({
  habit_id,
  day,
  value,
  unit: "minutes",
  skipped: false,
  note: null,
  confirmed: false,
});
const byHabit = [(e: Entry) => e.habit_id, (e: Entry) => e.day] as const;

test("entries are found by row and cell", () => {
  const index = indexEntries([entry(1, "2026-11-20", 5), entry(2, "2026-11-20", 7)], ...byHabit);
  expect(index.get(2)?.get("2026-11-20")?.value).toBe(7);
  expect(index.get(3)).toBeUndefined();
});

test("a change replaces only its own row", () => {
  const untouched = entry(2, "2026-11-20", 7);
  const before = indexEntries([entry(1, "2026-11-20", 5), untouched], ...byHabit);
  const after = indexEntries([untouched, entry(1, "2026-11-20", 6)], ...byHabit, before);
  expect(after.get(2)).toBe(before.get(2));
  expect(after.get(1)).not.toBe(before.get(1));
  const emptied = indexEntries([untouched], ...byHabit, after);
  expect(emptied.get(2)).toBe(before.get(2));
  expect(emptied.get(1)).toBeUndefined();
});
