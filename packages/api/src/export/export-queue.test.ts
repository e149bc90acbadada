import { setImmediate as nextTurn } from "node:timers/promises";
import type { WatchClient } from "@daymark/auth/concurrency/concurrency-limit";
import { expect, test } from "vitest";
import { createExportQueue, type Exporter, type ExportQueue, type Reader } from "./export-queue.ts";

const limits = { atOnceMax: 2, atOnceOfNetworkMax: 1, bytesPerSecondMin: 1_000, slowSecondsMax: 3, ownSecondsMax: 40 };
let users = 0;

/** An export that runs or waits until the test ends its reader. */
async function beginExport(turns: ExportQueue, given: Partial<Exporter> = {}) {
  const userId = given.userId ?? ++users;
  const network = given.network ?? `network of ${userId}`;
  const ended = Promise.withResolvers<void>();
  const state = { hasBegun: false, isEnded: false };
  const reader: Reader = {
    bytes: 0,
    isWaitedFor: true,
    end: () => {
      state.isEnded = true;
      ended.resolve();
    },
  };
  const run = turns.run({ ...given, userId, network }, reader, () => {
    state.hasBegun = true;
    return ended.promise;
  });
  const outcome = run.then(
    () => "sent",
    (error) => error.key ?? error.name,
  );
  await letTurnsPass();
  return { reader, state, outcome };
}

/** A turn passes on in the next turn of the event loop: first the turn of the network, then the common one. */
async function letTurnsPass() {
  for (let turns = 0; turns < 4; turns += 1) await nextTurn();
}

/** Lets some seconds pass. In each of them every reader reads some bytes. */
function pass(turns: ExportQueue, seconds: number, rates: readonly (readonly [Reader, number])[] = []) {
  for (let second = 0; second < seconds; second += 1) {
    for (const [reader, bytes] of rates) reader.bytes += bytes;
    turns.checkRates();
  }
}

test("a waiting call gets the slot of the slowest reader", async () => {
  const turns = createExportQueue(limits);
  const [slow, slower] = [await beginExport(turns), await beginExport(turns)];
  const waiting = await beginExport(turns);
  pass(turns, 3, [
    [slow.reader, 900],
    [slower.reader, 10],
  ]);
  await expect.poll(() => waiting.state.hasBegun).toBe(true);
  expect([slow.state.isEnded, slower.state.isEnded]).toEqual([false, true]);
});

test("a slow reader keeps its slot for the first seconds, and as long as no call waits", async () => {
  const turns = createExportQueue(limits);
  const slow = [await beginExport(turns), await beginExport(turns)];
  const isEnded = () => slow.map(({ state }) => state.isEnded);
  pass(turns, 30);
  expect(isEnded()).toEqual([false, false]);
  const late = createExportQueue(limits);
  const [first, second, third] = [await beginExport(late), await beginExport(late), await beginExport(late)];
  pass(late, 2);
  expect([first.state.isEnded, second.state.isEnded, third.state.hasBegun]).toEqual([false, false, false]);
  await beginExport(turns);
  pass(turns, 1);
  expect(isEnded().filter(Boolean)).toHaveLength(1);
});

test("a reader that is fast enough or waits for the database keeps its slot", async () => {
  const turns = createExportQueue(limits);
  const [quick, hungry] = [await beginExport(turns), await beginExport(turns)];
  hungry.reader.isWaitedFor = false;
  const waiting = await beginExport(turns);
  pass(turns, 30, [[quick.reader, 1_000]]);
  await letTurnsPass();
  expect([quick.state.isEnded, hungry.state.isEnded, waiting.state.hasBegun]).toEqual([false, false, false]);
});

test("a user can run one export at a time, and another after it ends", async () => {
  const turns = createExportQueue(limits);
  const first = await beginExport(turns, { userId: 1 });
  expect(await (await beginExport(turns, { userId: 1 })).outcome).toBe("too_many_requests");
  first.reader.end();
  expect(await first.outcome).toBe("sent");
  const next = await beginExport(turns, { userId: 1 });
  expect(next.state.hasBegun).toBe(true);
});

test("a waiting call gets the slot of the export that has run the longest, even if its reader is fast", async () => {
  const turns = createExportQueue(limits);
  const first = await beginExport(turns);
  pass(turns, 1, [[first.reader, 9_000]]);
  const second = await beginExport(turns);
  const quick = [
    [first.reader, 9_000],
    [second.reader, 9_000],
  ] as const;
  const isEnded = () => [first.state.isEnded, second.state.isEnded];
  pass(turns, 60, quick);
  expect(isEnded()).toEqual([false, false]);
  // The reader has read everything that the server sent, so the server is the slow side.
  first.reader.isWaitedFor = false;
  second.reader.isWaitedFor = false;
  const waiting = await beginExport(turns);
  pass(turns, 1, quick);
  expect(isEnded()).toEqual([false, false]);
  first.reader.isWaitedFor = true;
  second.reader.isWaitedFor = true;
  pass(turns, 1, quick);
  expect(isEnded()).toEqual([true, false]);
  await letTurnsPass();
  expect(waiting.state.hasBegun).toBe(true);
});

test("a fast reader keeps its slot for its guaranteed time, even while another call waits", async () => {
  const turns = createExportQueue(limits);
  const quick = [await beginExport(turns), await beginExport(turns)];
  await beginExport(turns);
  const rates = quick.map(({ reader }) => [reader, 9_000] as const);
  pass(turns, 40, rates);
  expect(quick.map(({ state }) => state.isEnded)).toEqual([false, false]);
  pass(turns, 1, rates);
  expect(quick.filter(({ state }) => state.isEnded)).toHaveLength(1);
});

test("by default a network can use two of the three slots, so another network gets one at once", async () => {
  const turns = createExportQueue();
  const own = [];
  for (let count = 0; count < 5; count += 1) own.push(await beginExport(turns, { network: "one" }));
  const other = await beginExport(turns, { network: "other" });
  expect(own.map(({ state }) => state.hasBegun)).toEqual([true, true, false, false, false]);
  expect(other.state.hasBegun).toBe(true);
  own[0]?.reader.end();
  await letTurnsPass();
  expect(own.map(({ state }) => state.hasBegun)).toEqual([true, true, true, false, false]);
});

test("a call that waits for its own network takes no slot from another network", async () => {
  const turns = createExportQueue(limits);
  const other = await beginExport(turns, { network: "other" });
  pass(turns, 5);
  const own = await beginExport(turns, { network: "one" });
  const waiting = await beginExport(turns, { network: "one" });
  pass(turns, 5, [[own.reader, 100]]);
  expect([other.state.isEnded, own.state.isEnded]).toEqual([false, true]);
  await letTurnsPass();
  expect(waiting.state.hasBegun).toBe(true);
});

test("a call whose client leaves while it waits ends at once, and its user may export again", async () => {
  const turns = createExportQueue(limits);
  const running = [await beginExport(turns), await beginExport(turns)];
  let leave = () => {};
  const watchClient: WatchClient = (listener) => {
    leave = listener;
    return () => {};
  };
  const left = await beginExport(turns, { userId: 7_000, watchClient });
  leave();
  expect(await left.outcome).toBe("ClientLeft");
  const again = await beginExport(turns, { userId: 7_000 });
  for (const { reader } of running) reader.end();
  await expect.poll(() => again.state.hasBegun).toBe(true);
  expect(left.state.hasBegun).toBe(false);
  again.reader.end();
  expect(await again.outcome).toBe("sent");
});
