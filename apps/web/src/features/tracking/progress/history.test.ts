import { expect, test } from "vitest";
import { blankDay, type DayState } from "./day-state.ts";
import { type Change, type Edit, History } from "./history.ts";

const minutes = (value: number | null): DayState => ({ ...blankDay("minutes"), value });
const change = (habitId: number, day: string, value: number): Change => ({
  habitId,
  day,
  before: minutes(null),
  after: minutes(value),
});
const fill = (...changes: Change[]): Edit => ({ changes, words: () => `${changes.length} days` });

test("several days filled at once are taken back, and done again, at once", () => {
  const past = new History();
  past.record(fill(change(4, "2026-11-20", 5), change(4, "2026-11-21", 5)));
  expect(past.nextUndo?.words()).toBe("2 days");
  const back = past.undo();
  expect(back?.changes.map(({ change: { day }, apply }) => [day, apply(minutes(5)).value])).toEqual([
    ["2026-11-20", null],
    ["2026-11-21", null],
  ]);
  expect(past.nextUndo).toBeUndefined();
  expect(past.redo()?.changes.map(({ apply }) => apply(minutes(null)).value)).toEqual([5, 5]);
});

test("an undo leaves alone what was written on a day since", () => {
  const past = new History();
  past.record(fill(change(4, "2026-11-20", 5), change(4, "2026-11-21", 5)));
  const [first] = past.undo()?.changes ?? [];
  expect(first?.apply({ ...minutes(5), note: "late" })).toEqual({ ...minutes(null), note: "late" });
});

test("each of several failures puts a step back once", () => {
  const past = new History();
  const edit = fill(change(4, "2026-11-20", 5), change(4, "2026-11-21", 5));
  past.record(edit);
  const step = past.undo();
  step?.onRollback();
  step?.onRollback();
  expect(past.nextUndo).toBe(edit);
  expect(past.nextRedo).toBeUndefined();
  past.undo();
  expect(past.nextUndo).toBeUndefined();
});

test("of a habit that is gone nothing is taken back, of the others what was filled with it is", () => {
  const past = new History();
  past.record(fill(change(4, "2026-11-20", 5), change(5, "2026-11-20", 7)));
  past.record(fill(change(4, "2026-11-21", 5)));
  past.forgetHabit(4);
  expect(past.undo()?.changes.map((each) => each.change.habitId)).toEqual([5]);
  expect(past.nextUndo).toBeUndefined();
});
