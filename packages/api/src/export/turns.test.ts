import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { createExportTurns, type ExportTurns, type Reader } from "./turns.ts";

const limits = { atOnceMax: 2, bytesPerSecondMin: 1_000, slowSecondsMax: 3 };
let users = 0;

/** An export that runs or waits until its reader is ended. */
async function beginExport(turns: ExportTurns, userId = ++users) {
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
  const run = turns.run(userId, reader, () => {
    state.hasBegun = true;
    return ended.promise;
  });
  const outcome = run.then(
    () => "sent",
    (error) => error.key,
  );
  await nextTurn();
  return { reader, state, outcome };
}

/** Lets some seconds pass, in each of which every reader takes some bytes. */
function pass(turns: ExportTurns, seconds: number, rates: readonly (readonly [Reader, number])[] = []) {
  for (let second = 0; second < seconds; second += 1) {
    for (const [reader, bytes] of rates) reader.bytes += bytes;
    turns.checkRates();
  }
}

test("a call that waits gets the turn of the slowest reader, and of no other", async () => {
  const turns = createExportTurns(limits);
  const [slow, slower] = [await beginExport(turns), await beginExport(turns)];
  const waiting = await beginExport(turns);
  pass(turns, 3, [
    [slow.reader, 900],
    [slower.reader, 10],
  ]);
  await expect.poll(() => waiting.state.hasBegun).toBe(true);
  expect([slow.state.isEnded, slower.state.isEnded]).toEqual([false, true]);
});

test("a slow reader keeps its turn for the first seconds, and while no call waits", async () => {
  const turns = createExportTurns(limits);
  const slow = [await beginExport(turns), await beginExport(turns)];
  const isEnded = () => slow.map(({ state }) => state.isEnded);
  pass(turns, 30);
  expect(isEnded()).toEqual([false, false]);
  const late = createExportTurns(limits);
  const [first, second, third] = [await beginExport(late), await beginExport(late), await beginExport(late)];
  pass(late, 2);
  expect([first.state.isEnded, second.state.isEnded, third.state.hasBegun]).toEqual([false, false, false]);
  await beginExport(turns);
  pass(turns, 1);
  expect(isEnded().filter(Boolean)).toHaveLength(1);
});

test("a reader that takes enough, or waits for the database, is never broken off", async () => {
  const turns = createExportTurns(limits);
  const [quick, hungry] = [await beginExport(turns), await beginExport(turns)];
  hungry.reader.isWaitedFor = false;
  const waiting = await beginExport(turns);
  pass(turns, 30, [[quick.reader, 1_000]]);
  await nextTurn();
  expect([quick.state.isEnded, hungry.state.isEnded, waiting.state.hasBegun]).toEqual([false, false, false]);
});

test("a user has one export, and another one when it is over", async () => {
  const turns = createExportTurns(limits);
  const first = await beginExport(turns, 1);
  expect(await (await beginExport(turns, 1)).outcome).toBe("too_many_requests");
  first.reader.end();
  expect(await first.outcome).toBe("sent");
  const next = await beginExport(turns, 1);
  expect(next.state.hasBegun).toBe(true);
});
