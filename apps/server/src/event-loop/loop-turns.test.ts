import { setImmediate as nextTurn } from "node:timers/promises";
import { ClientLeft } from "@daymark/auth/concurrency/concurrency-limit";
import { expect, test, vi } from "vitest";
import { createLoopTurns } from "./loop-turns.ts";

/** Watches a client that does not leave. */
const staying = () => () => {};

/** Work that advances the test's clock by 20 ms and records its name. */
function createWork() {
  let now = 0;
  vi.spyOn(performance, "now").mockImplementation(() => now);
  const done: string[] = [];
  const work = (name: string) => () => {
    now += 20;
    done.push(name);
  };
  return { done, work };
}

test("work that arrives together runs in separate turns of the event loop, alternating between clients", async () => {
  const { run } = createLoopTurns();
  const { done, work } = createWork();
  for (const name of ["a1", "a2", "a3"]) run("a", work(name));
  run("b", work("b1"));
  const seen = [done.length];
  while (done.length < 4) {
    await nextTurn();
    seen.push(done.length);
  }
  expect(done).toEqual(["a1", "a2", "b1", "a3"]);
  // One piece in each turn, so that timers and other connections are served in between.
  for (const [index, count] of seen.slice(1).entries()) expect(count - (seen[index] as number)).toBeLessThanOrEqual(1);
  vi.restoreAllMocks();
});

test("long work gets one turn each, and other work runs in between", async () => {
  const { nextTurn: ownTurn } = createLoopTurns();
  const { done, work } = createWork();
  const ends = ["a1", "a2"].map((name) => ownTurn("a", staying).then(work(name)));
  ends.push(ownTurn("b", staying).then(work("b1")));
  const seen: number[] = [];
  while (done.length < 3) {
    seen.push(done.length);
    await nextTurn();
  }
  await Promise.all(ends);
  expect(done).toEqual(["a1", "b1", "a2"]);
  expect(seen).toEqual(expect.arrayContaining([0, 1, 2]));
  vi.restoreAllMocks();
});

test("work whose client disconnects gives up its turn at once, and other work keeps its turn", async () => {
  const { nextTurn: ownTurn, run } = createLoopTurns();
  const { done, work } = createWork();
  const leaving: (() => void)[] = [];
  const watch = (listener: () => void) => {
    leaving.push(listener);
    return () => done.push("unwatched");
  };
  const left = ownTurn("a", watch);
  const watchLeft = (listener: () => void) => {
    listener();
    return () => {};
  };
  const hasLeft = ownTurn("a", watchLeft);
  run("a", work("a1"));
  run("b", work("b1"));
  for (const leave of leaving) leave();
  await expect(left).rejects.toThrow(ClientLeft);
  await expect(hasLeft).rejects.toThrow(ClientLeft);
  expect(done).toEqual([]);
  while (done.length < 2) await nextTurn();
  expect(done.toSorted()).toEqual(["a1", "b1"]);
  vi.restoreAllMocks();
});

test("short work runs immediately", async () => {
  const { run } = createLoopTurns();
  let done = 0;
  for (let count = 0; count < 100; count += 1) {
    vi.spyOn(performance, "now").mockReturnValue(0);
    run("a", () => {
      done += 1;
    });
  }
  expect(done).toBe(100);
  vi.restoreAllMocks();
});
