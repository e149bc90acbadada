import type { Entry, ProgressSetInput } from "@daymark/domain/tracking/progress";
import { QueryClient } from "@tanstack/react-query";
import { beforeEach, describe, expect, test } from "vitest";
import { blankDay, type DayState, type ShownEntry } from "../day-state.ts";
import { ProgressCache } from "../progress-cache.ts";
import type { WaitingWrite, WriteFailure } from "./lane.ts";
import { WriteQueue } from "./write-queue.ts";

const habitId = 4;
const day = "2026-11-21";
const range = { from: "2026-11-01", to: "2026-11-30" };
const listKey = [["progress", "list"], { input: range, type: "query" }];
const blank = blankDay("minutes");
const minutes = (value: number): DayState => ({ ...blank, value });
const unreachable = new TypeError("Failed to fetch");
const settle = () => new Promise((resolve) => setImmediate(resolve));

/** Calls that succeed or fail when the test says so. */
let calls: { input: ProgressSetInput; answer: (outcome?: Error) => void }[];
/** The stored writes, and whether the keeper has space, at once or when the test says so. */
let kept: Map<string, WaitingWrite>;
let keeping: { hasRoom: boolean; gate: Promise<void> };
let isOffline: boolean;
/** Rejects when the test ends the time limit. */
let lateness: Promise<never>;
let timeIsOver: () => void;
let failures: WriteFailure[];
let queryClient: QueryClient;
let queue: WriteQueue;

beforeEach(() => {
  calls = [];
  kept = new Map();
  keeping = { hasRoom: true, gate: Promise.resolve() };
  isOffline = false;
  lateness = new Promise((_, reject) => {
    timeIsOver = () => reject(unreachable);
  });
  lateness.catch(() => {});
  failures = [];
  queryClient = new QueryClient();
  const call = (input: ProgressSetInput) =>
    new Promise<Entry>((resolve, reject) => {
      const entry = { habit_id: habitId, day, ...blank, value: input.value ?? null, note: input.note ?? null };
      calls.push({ input, answer: (outcome) => (outcome ? reject(outcome) : resolve(entry)) });
    });
  queue = new WriteQueue({
    cache: new ProgressCache(queryClient),
    transport: { set: call, empty: call, delete: async (input) => void (await call(input)) },
    onFailure: (failure) => failures.push(failure),
    keeper: {
      get isOffline() {
        return isOffline;
      },
      isUnreachable: (error) => error === unreachable,
      inTime: (call) => Promise.race([call, lateness]),
      keep: async (write) => {
        await keeping.gate;
        if (!keeping.hasRoom) throw new Error("QuotaExceededError");
        kept.set(write.day, write);
      },
      keepUnderway: (writes) => {
        for (const write of writes) kept.set(write.day, write);
      },
      release: (write) => void kept.delete(write.day),
    },
  });
  queryClient.setQueryDefaults(listKey, { structuralSharing: queue.share(range) });
  queryClient.setQueryData(listKey, { results: [] });
});

const shown = (): ShownEntry | undefined =>
  queryClient.getQueryData<{ results: ShownEntry[] }>(listKey)?.results.find((entry) => entry.day === day);
const write = (state: DayState, onRollback?: () => void) =>
  queue.write({ habitId, day, state, ...(onRollback && { onRollback }) });
const answer = async (outcome?: Error) => {
  calls.shift()?.answer(outcome);
  await settle();
};

describe("a write without an answer", () => {
  test("is queued instead of rolled back, with everything needed to send it later", async () => {
    write(minutes(5));
    expect(shown()).not.toHaveProperty("waiting");
    await answer(unreachable);
    expect(shown()).toMatchObject({ value: 5, waiting: true });
    expect(kept.get(day)).toEqual({
      habitId,
      day,
      found: blank,
      wanted: minutes(5),
      habitUnit: "minutes",
      parts: ["amount"],
      // The call may still have reached the server.
      tried: [minutes(5)],
    });
    expect([failures, queue.isBusy]).toEqual([[], false]);
  });

  test("is shown as queued only once it is stored", async () => {
    let open = () => {};
    keeping.gate = new Promise((resolve) => {
      open = resolve;
    });
    write(minutes(5));
    await answer(unreachable);
    expect([shown()?.waiting, queue.isBusy]).toEqual([undefined, true]);
    open();
    await settle();
    expect([shown()?.waiting, queue.isBusy]).toEqual([true, false]);
  });

  test("is rolled back with the reason if the browser cannot store it", async () => {
    const rolledBack: string[] = [];
    keeping.hasRoom = false;
    write(minutes(5), () => rolledBack.push("5"));
    await answer(unreachable);
    expect(shown()).toBeUndefined();
    expect(failures).toEqual([{ habitId, day, before: blank, state: minutes(5), error: unreachable, recovered: [] }]);
    expect(rolledBack).toEqual(["5"]);
  });

  test("of a queued day rolls back only what is not stored yet", async () => {
    const rolledBack: string[] = [];
    const timed = (value: number) =>
      queue.write({
        ...{ habitId, day, state: minutes(value) },
        onRollback: () => rolledBack.push(`${value}`),
        onLost: () => `${value} minutes run on.`,
      });
    isOffline = true;
    timed(5);
    await settle();
    keeping.hasRoom = false;
    timed(9);
    await settle();
    expect(shown()).toMatchObject({ value: 5, waiting: true });
    expect(rolledBack).toEqual(["9"]);
    expect(failures).toMatchObject([{ before: minutes(5), state: minutes(9), recovered: ["9 minutes run on."] }]);
  });

  test("is not tried while the server is known to be unreachable", async () => {
    isOffline = true;
    write(minutes(5));
    await settle();
    expect(calls).toEqual([]);
    expect(shown()).toMatchObject({ value: 5, waiting: true });
    expect(kept.get(day)?.tried).toEqual([]);
  });

  test("times out, and a late answer does no harm", async () => {
    write(minutes(5));
    timeIsOver();
    await settle();
    expect(shown()).toMatchObject({ value: 5, waiting: true });
    await answer();
    expect(shown()).toMatchObject({ value: 5, waiting: true });
    expect(kept.get(day)).toMatchObject({ tried: [minutes(5)] });
  });

  test("is still rolled back if the server refuses it", async () => {
    write(minutes(5));
    await answer(new Error("500"));
    expect([shown(), kept.size, failures.length]).toEqual([undefined, 0, 1]);
  });
});

describe("a queued day", () => {
  beforeEach(async () => {
    write(minutes(5));
    await answer(unreachable);
  });

  test("overrides an answer that does not include it", () => {
    queryClient.setQueryData(listKey, { results: [] });
    expect(shown()).toMatchObject({ value: 5, waiting: true });
  });

  test("is stored again with each change, and keeps the server's original state", async () => {
    write(minutes(7));
    await settle();
    expect(shown()).toMatchObject({ value: 7, waiting: true });
    expect(kept.get(day)).toMatchObject({ found: blank, wanted: minutes(7), tried: [minutes(5)] });
    expect(calls).toEqual([]);
  });

  test("that is cleared stays queued, because the first write may have arrived", async () => {
    write(blank);
    await settle();
    expect(shown()).toMatchObject({ value: null, waiting: true });
    expect(kept.get(day)).toMatchObject({ wanted: blank, parts: ["amount"] });
  });

  test("is settled with the server's result", () => {
    queue.settle({ habitId, day }, minutes(5), { ...minutes(5), note: "from the phone" });
    expect(shown()).toEqual({ habit_id: habitId, day, ...minutes(5), note: "from the phone" });
  });

  test("stays queued if something newer was written than was sent", async () => {
    write(minutes(7));
    queue.settle({ habitId, day }, minutes(5), minutes(5));
    await settle();
    expect(shown()).toMatchObject({ value: 7, waiting: true });
  });

  test("that is discarded shows the server's state and can no longer be undone", async () => {
    const rolledBack: string[] = [];
    write(minutes(7), () => rolledBack.push("7"));
    await settle();
    queue.giveUp({ habitId, day }, minutes(3));
    expect(shown()).toEqual({ habit_id: habitId, day, ...minutes(3) });
    expect(rolledBack).toEqual(["7"]);
  });

  test("is shown in every answer that does not include it", () => {
    const yearKey = [["progress", "listOfHabit"], { input: { id: habitId, from: "2026-01-01", to: "2026-12-31" } }];
    queryClient.setQueryData(yearKey, { results: [] });
    queue.repaint();
    expect(queryClient.getQueryData<{ results: Entry[] }>(yearKey)?.results).toMatchObject([
      { value: 5, waiting: true },
    ]);
  });

  test("disappears from the page with its user, but stays stored", () => {
    queue.clear();
    expect(queue.read(habitId, "2026-11-20", "minutes")).toEqual(blank);
    expect(kept.size).toBe(1);
    queryClient.setQueryData(listKey, { results: [] });
    expect(shown()).toBeUndefined();
  });
});

test("a running write of an ended session is returned, to be stored for its user", async () => {
  write(minutes(5));
  write(minutes(9));
  expect(queue.clear()).toEqual([
    { habitId, day, found: blank, wanted: minutes(9), habitUnit: "minutes", parts: ["amount"], tried: [minutes(9)] },
  ]);
  expect(queue.clear()).toEqual([]);
  write(minutes(7));
  await answer();
  await answer();
  expect(queue.clear()).toEqual([]);
});

test("an unsent write of a user who has left is neither sent nor stored for the next one", async () => {
  write(minutes(5));
  write(minutes(9));
  queue.clear();
  await answer();
  expect([calls.length, shown()?.value, queue.isBusy]).toEqual([0, 9, false]);

  write(minutes(7));
  write(minutes(8));
  queue.clear();
  await answer(unreachable);
  expect([calls.length, kept.size, failures.length]).toEqual([0, 0, 0]);
});

test("a change that is undone before anything was sent leaves nothing queued", async () => {
  isOffline = true;
  write(minutes(5));
  await settle();
  write(blank);
  await settle();
  expect([shown(), kept.size, queue.isBusy]).toEqual([undefined, 0, false]);
});

test("a write left by an earlier page is shown, but not over a running write", async () => {
  const left = { habitId, day, found: blank, wanted: minutes(5), habitUnit: "minutes" as const, parts: [], tried: [] };
  queue.hold(left);
  expect(shown()).toMatchObject({ value: 5, waiting: true });
  queue.giveUp({ habitId, day }, blank);
  write(minutes(9));
  queue.hold(left);
  expect(shown()).toMatchObject({ value: 9 });
  expect(shown()).not.toHaveProperty("waiting");
});

test("a page that is being closed stores its running writes at once, until they are answered", async () => {
  write(minutes(5));
  queue.keepUnderway();
  expect(kept.get(day)).toMatchObject({ wanted: minutes(5), tried: [minutes(5)] });
  await answer();
  expect(kept.size).toBe(0);
  expect(shown()).toEqual({ habit_id: habitId, day, ...minutes(5) });
});
