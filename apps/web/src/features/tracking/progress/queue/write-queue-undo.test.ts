import { beforeEach, describe, expect, test } from "vitest";
import type { DayState } from "../day-state.ts";
import { History } from "../history.ts";
import { day, habitId, minutes, openPage } from "./testing-queue.ts";

let { server, queue, shownValue, write } = openPage();

beforeEach(() => {
  ({ server, queue, shownValue, write } = openPage());
});

describe("undo and redo", () => {
  const history = () => new History();

  function record(past: History, state: DayState) {
    const before = queue.read(habitId, day, "minutes");
    const forget = past.record({ changes: [{ habitId, day, before, after: state }], words: () => "" });
    write(state, forget);
  }

  function step(past: History, direction: "undo" | "redo") {
    const next = direction === "undo" ? past.undo() : past.redo();
    if (!next) return false;
    for (const { apply } of next.changes) write(apply(queue.read(habitId, day, "minutes")), next.onRollback);
    return true;
  }

  test("go back and forth through the session", async () => {
    const past = history();
    for (const value of [10, 20, 30]) {
      record(past, minutes(value));
      await server.answerAll();
    }
    const seen = [];
    while (step(past, "undo")) {
      await server.answerAll();
      seen.push(server.rows.get(day)?.value ?? null);
    }
    expect(seen).toEqual([20, 10, null]);
    while (step(past, "redo")) await server.answerAll();
    expect(server.rows.get(day)?.value).toBe(30);
  });

  test("do not include a change that failed", async () => {
    const past = history();
    record(past, minutes(10));
    await server.answerAll();
    record(past, minutes(20));
    await server.answer(new Error("500"));
    step(past, "undo");
    await server.answerAll();
    expect(server.rows.has(day)).toBe(false);
    expect(past.nextUndo).toBeUndefined();
  });

  test("can be retried after a failed undo", async () => {
    const past = history();
    record(past, minutes(10));
    await server.answerAll();
    step(past, "undo");
    await server.answer(new Error("500"));
    expect(shownValue()).toBe(10);
    expect(past.nextUndo).toBeDefined();
    expect(past.nextRedo).toBeUndefined();
    step(past, "undo");
    await server.answerAll();
    expect(server.rows.has(day)).toBe(false);
  });

  test("keep what the change did not touch", async () => {
    const past = history();
    record(past, minutes(10));
    await server.answerAll();
    write({ ...minutes(10), note: "written since" });
    await server.answerAll();
    step(past, "undo");
    await server.answerAll();
    expect(server.rows.get(day)).toMatchObject({ value: null, note: "written since" });
  });

  test("end with a new change, which removes the redo steps", async () => {
    const past = history();
    record(past, minutes(10));
    await server.answerAll();
    step(past, "undo");
    await server.answerAll();
    record(past, minutes(5));
    expect(past.nextRedo).toBeUndefined();
  });

  test("are not possible for a deleted habit", () => {
    const past = history();
    record(past, minutes(10));
    past.forgetHabit(habitId);
    expect(past.nextUndo).toBeUndefined();
  });
});
