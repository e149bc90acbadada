import type { Entry, ProgressSetInput } from "@daymark/domain/tracking/progress";
import { QueryClient } from "@tanstack/react-query";
import { beforeEach, describe, expect, test } from "vitest";
import { blankDay, type DayState } from "../day-state.ts";
import { History } from "../history.ts";
import { ProgressCache } from "../progress-cache.ts";
import { type WriteFailure, WriteQueue } from "./write-queue.ts";

const habitId = 4;
const day = "2026-11-21";
const range = { from: "2026-11-01", to: "2026-11-30" };
const listKey = [["progress", "list"], { input: range, type: "query" }];
const blank = blankDay("minutes");
const minutes = (value: number): DayState => ({ ...blank, value });

/** A server whose responses the test releases one by one, in the order of the calls. */
class HeldServer {
  readonly rows = new Map<string, Entry>();
  readonly calls: string[] = [];
  readonly #held: ((error?: Error) => void)[] = [];

  set = (input: ProgressSetInput) =>
    this.#hold(`set ${JSON.stringify({ ...input, id: undefined, day: undefined })}`, () => {
      const old = this.rows.get(input.day) ?? { habit_id: input.id, day: input.day, ...blank };
      const entry: Entry = {
        ...old,
        ...(input.value !== undefined && { value: input.value, skipped: false }),
        ...(input.skipped !== undefined && { skipped: input.skipped, value: null }),
        ...(input.note !== undefined && { note: input.note }),
      };
      this.rows.set(input.day, entry);
      return entry;
    });

  empty = ({ id, day }: { id: number; day: string }) =>
    this.#hold("empty", () => {
      const old = this.rows.get(day);
      if (old?.note) this.rows.set(day, { ...old, value: null, skipped: false });
      else this.rows.delete(day);
      return { ...(this.rows.get(day) ?? { habit_id: id, day, ...blank }), value: 0 };
    });

  delete = ({ day }: { day: string }) =>
    this.#hold("delete", () => {
      this.rows.delete(day);
    });

  /** Completes the oldest call, or fails it; then waits for all effects. */
  async answer(error?: Error): Promise<void> {
    const next = this.#held.shift();
    if (!next) throw new Error("nothing is underway");
    next(error);
    await settle();
  }

  async answerAll(): Promise<void> {
    while (this.#held.length > 0) await this.answer();
  }

  get underway(): number {
    return this.#held.length;
  }

  #hold<Answer>(call: string, work: () => Answer): Promise<Answer> {
    this.calls.push(call);
    return new Promise((resolve, reject) => {
      this.#held.push((error) => (error ? reject(error) : resolve(work())));
    });
  }
}

/** Waits until all resolved promises have run their callbacks. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

let server: HeldServer;
let queryClient: QueryClient;
let failures: WriteFailure[];
let idle: number;
let queue: WriteQueue;

beforeEach(() => {
  server = new HeldServer();
  queryClient = new QueryClient();
  failures = [];
  idle = 0;
  queue = new WriteQueue({
    cache: new ProgressCache(queryClient),
    transport: server,
    onFailure: (failure) => failures.push(failure),
    onIdle: () => {
      idle += 1;
    },
  });
  queryClient.setQueryDefaults(listKey, { structuralSharing: queue.share(range) });
  queryClient.setQueryData(listKey, { results: [] });
});

const shown = () => queryClient.getQueryData<{ results: Entry[] }>(listKey)?.results ?? [];
const shownValue = () => shown().find((entry) => entry.day === day)?.value ?? null;
const write = (state: DayState, onRollback?: () => void) =>
  queue.write({ habitId, day, state, ...(onRollback && { onRollback }) });

describe("a write", () => {
  test("is shown before the server has answered", () => {
    write(minutes(20));
    expect(shownValue()).toBe(20);
    expect(server.rows.size).toBe(0);
    expect(queue.isBusy).toBe(true);
  });

  test("shows the server's answer", async () => {
    write(minutes(20));
    await server.answer();
    expect(server.rows.get(day)?.value).toBe(20);
    expect(shownValue()).toBe(20);
    expect(queue.isBusy).toBe(false);
    expect(idle).toBe(1);
  });

  test("is shown at once and sent once its preparation has ended, even badly", async () => {
    let fail = () => {};
    const prepare = () =>
      new Promise<void>((_, reject) => {
        fail = () => reject(new Error("not today"));
      });
    queue.write({ habitId, day, state: minutes(20), prepare });
    expect(shownValue()).toBe(20);
    await settle();
    expect(server.calls).toEqual([]);
    fail();
    await settle();
    await server.answer();
    expect(server.rows.get(day)?.value).toBe(20);
  });

  test("is not sent if its writer logs out while it is prepared", async () => {
    let finish = () => {};
    const prepare = () =>
      new Promise<void>((resolve) => {
        finish = resolve;
      });
    queue.write({ habitId, day, state: minutes(20), prepare });
    queue.clear();
    finish();
    await settle();
    expect(server.calls).toEqual([]);
  });

  test("without a change sends no call", () => {
    write(blank);
    expect(server.calls).toEqual([]);
  });

  test("keeps the objects of all other entries", async () => {
    const other: Entry = { habit_id: 9, day, ...blank, value: 3 };
    queryClient.setQueryData(listKey, { results: [other] });
    const before = shown()[0];
    write(minutes(20));
    await server.answer();
    expect(shown().find((entry) => entry.habit_id === 9)).toBe(before);
  });

  test("is shown in every loaded range that contains the day, and in no other", () => {
    const yearKey = [["progress", "listOfHabit"], { input: { id: habitId, from: "2026-01-01", to: "2026-12-31" } }];
    const othersKey = [["progress", "listOfHabit"], { input: { id: 9, from: "2026-01-01", to: "2026-12-31" } }];
    queryClient.setQueryData(yearKey, { results: [] });
    queryClient.setQueryData(othersKey, { results: [] });
    write(minutes(20));
    expect(queryClient.getQueryData<{ results: Entry[] }>(yearKey)?.results).toHaveLength(1);
    expect(queryClient.getQueryData<{ results: Entry[] }>(othersKey)?.results).toHaveLength(0);
  });
});

describe("order", () => {
  test("ten fast toggles end with the last value, on the page and on the server", async () => {
    for (let press = 1; press <= 10; press += 1) write(press % 2 === 1 ? minutes(press) : blank);
    expect(shownValue()).toBeNull();
    await server.answerAll();
    expect(server.rows.has(day)).toBe(false);
    expect(shownValue()).toBeNull();
    expect(server.calls).toHaveLength(2);
  });

  test("an odd number of toggles is sent once if the first call already had the value", async () => {
    for (let press = 1; press <= 9; press += 1) write(press % 2 === 1 ? minutes(1) : blank);
    await server.answerAll();
    expect(server.rows.get(day)?.value).toBe(1);
    expect(server.calls).toHaveLength(1);
  });

  test("each day of a habit has one running call, and other days do not wait for it", () => {
    write(minutes(1));
    write(minutes(2));
    queue.write({ habitId, day: "2026-11-20", state: minutes(5) });
    expect(server.underway).toBe(2);
  });

  test("a newer write is sent even if the older one has failed", async () => {
    write(minutes(1));
    write(minutes(2));
    await server.answer(new Error("500"));
    expect(failures).toEqual([]);
    expect(shownValue()).toBe(2);
    await server.answer();
    expect(server.rows.get(day)?.value).toBe(2);
  });

  test("clearing a day after a lost answer still clears it", async () => {
    write(minutes(1));
    write(blank);
    // The server stored it; only the response was lost.
    server.rows.set(day, { habit_id: habitId, day, ...minutes(1) });
    await server.answer(new Error("connection lost"));
    await server.answerAll();
    expect(server.rows.has(day)).toBe(false);
  });
});

describe("a failure", () => {
  test("restores the old value and reports habit, day and both states", async () => {
    write(minutes(20));
    await server.answer();
    write(minutes(30));
    expect(shownValue()).toBe(30);
    const error = new Error("500");
    await server.answer(error);
    expect(shownValue()).toBe(20);
    expect(failures).toEqual([{ habitId, day, before: minutes(20), state: minutes(30), error, recovered: [] }]);
    expect(queue.isBusy).toBe(false);
  });

  test("rolls back all unconfirmed writes, newest first", async () => {
    const order: string[] = [];
    write(minutes(1), () => order.push("first"));
    write(minutes(2), () => order.push("second"));
    await server.answer(new Error("500"));
    await server.answer(new Error("500"));
    expect(order).toEqual(["second", "first"]);
    expect(shownValue()).toBeNull();
    expect(failures).toHaveLength(1);
  });

  test("recovers what its writes were made from, but not that of a saved write", async () => {
    const lost: number[] = [];
    const timed = (value: number) =>
      queue.write({
        ...{ habitId, day, state: minutes(value) },
        onLost: () => {
          lost.push(value);
          return `${value} minutes run on.`;
        },
      });
    timed(1);
    timed(2);
    await server.answer();
    await server.answer(new Error("500"));
    expect(lost).toEqual([2]);
    expect(failures.map(({ recovered }) => recovered)).toEqual([["2 minutes run on."]]);
  });

  test("that comes last still reports the earlier successes", async () => {
    write(minutes(20));
    queue.write({ habitId, day: "2026-11-20", state: minutes(5) });
    await server.answer();
    expect(idle).toBe(0);
    await server.answer(new Error("500"));
    expect(idle).toBe(1);

    write(minutes(30));
    await server.answer(new Error("500"));
    expect(idle).toBe(1);
  });

  test("does not roll back a confirmed write", async () => {
    const order: string[] = [];
    write(minutes(1), () => order.push("first"));
    write(minutes(2), () => order.push("second"));
    await server.answer();
    await server.answer(new Error("500"));
    expect(order).toEqual(["second"]);
    expect(shownValue()).toBe(1);
  });
});

describe("notes and amounts are written separately", () => {
  const noted: Entry = { habit_id: habitId, day, ...blank, value: 20, note: "on the train" };

  test("an amount is sent without the note, and a note without the amount", async () => {
    queryClient.setQueryData(listKey, { results: [noted] });
    write({ ...noted, value: 30 });
    write({ ...noted, value: 30, note: "at home" });
    await server.answerAll();
    expect(server.calls).toEqual(['set {"value":30}', 'set {"note":"at home"}']);
  });

  test("clearing the amount keeps the note", async () => {
    server.rows.set(day, noted);
    queryClient.setQueryData(listKey, { results: [noted] });
    write({ ...noted, value: null });
    await server.answerAll();
    expect(server.rows.get(day)).toMatchObject({ value: null, note: "on the train" });
    expect(shown()[0]).toMatchObject({ value: null, note: "on the train" });
  });

  test("a note from another device appears with the answer and is not overwritten", async () => {
    server.rows.set(day, noted);
    write(minutes(25));
    await server.answerAll();
    expect(server.rows.get(day)).toMatchObject({ value: 25, note: "on the train" });
    expect(shown()[0]?.note).toBe("on the train");
  });
});

describe("an older answer that arrives late", () => {
  test("does not restore the older value while a write is running", async () => {
    write(minutes(20));
    queryClient.setQueryData(listKey, { results: [] });
    expect(shownValue()).toBe(20);
    await server.answerAll();
    queryClient.setQueryData(listKey, { results: [] });
    expect(shownValue()).toBeNull();
  });

  test("does not restore it right after the write either, if it was requested before", async () => {
    let arrive: (data: { results: Entry[] }) => void = () => {};
    const fetching = queryClient.fetchQuery({
      queryKey: listKey,
      queryFn: () =>
        new Promise<{ results: Entry[] }>((resolve) => {
          arrive = resolve;
        }),
    });
    write(minutes(20));
    await server.answerAll();
    arrive({ results: [] });
    await fetching;
    expect(shownValue()).toBe(20);
    await settle();
    queryClient.setQueryData(listKey, { results: [] });
    expect(shownValue()).toBeNull();
  });
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
