import { describe, expect, test } from "vitest";
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

test("several days filled at once are undone and redone at once", () => {
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

test("an undo keeps what was written on a day later", () => {
  const past = new History();
  past.record(fill(change(4, "2026-11-20", 5), change(4, "2026-11-21", 5)));
  const [first] = past.undo()?.changes ?? [];
  expect(first?.apply({ ...minutes(5), note: "late" })).toEqual({ ...minutes(null), note: "late" });
});

test("an undo step with several failures is restored once", () => {
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

test("the changes of a deleted habit are not undone, and those of other habits in the same step are", () => {
  const past = new History();
  past.record(fill(change(4, "2026-11-20", 5), change(5, "2026-11-20", 7)));
  past.record(fill(change(4, "2026-11-21", 5)));
  past.forgetHabit(4);
  expect(past.undo()?.changes.map((each) => each.change.habitId)).toEqual([5]);
  expect(past.nextUndo).toBeUndefined();
});

describe("a habit that was deleted", () => {
  const day = fill(change(4, "2026-11-20", 5));
  /** A deletion, with what was called. */
  const createDeletion = (habitId: number) => {
    const called: string[] = [];
    const call = (name: string) => async () => {
      called.push(name);
      return true;
    };
    const edit: Edit = {
      changes: [],
      ofHabit: { habitId, undo: call("undo"), redo: call("redo") },
      words: () => "deleted",
    };
    return { edit, called };
  };

  test("is brought back by one step, and its days by those before", async () => {
    const past = new History();
    const { edit, called } = createDeletion(4);
    past.record(day);
    past.record(edit);
    await past.undo()?.call?.();
    await past.redo()?.call?.();
    await past.undo()?.call?.();
    expect(called).toEqual(["undo", "redo", "undo"]);
    expect(past.undo()?.edit).toBe(day);
  });

  test("can be retried after a failure, and is forgotten after a permanent deletion", () => {
    const past = new History();
    const { edit } = createDeletion(4);
    past.record(day);
    past.record(edit);
    const step = past.undo();
    step?.onRollback();
    expect(past.nextUndo).toBe(edit);
    past.undo();
    past.forgetHabit(4);
    step?.onRollback();
    expect([past.nextUndo, past.nextRedo]).toEqual([undefined, undefined]);
  });

  test("and was restored elsewhere keeps the steps of its days alone", () => {
    const past = new History();
    const other = createDeletion(5).edit;
    past.record(fill(change(4, "2026-11-20", 5)));
    past.record(other);
    past.record(createDeletion(4).edit);
    past.forgetHabitEdits(4);
    expect(past.undo()?.edit).toBe(other);
    expect(past.undo()?.changes).toHaveLength(1);
  });
});
