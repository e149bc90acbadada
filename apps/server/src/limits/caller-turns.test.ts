import type { Caller } from "@daymark/auth/session/caller";
import { createDatabase } from "@daymark/db/connection/client";
import { expect, test } from "vitest";
import { createCallerTurns } from "./caller-turns.ts";

const caller = (id: number) => ({ user: { id } }) as Caller;
const keyOf = (id: number) => ({ user: { id }, key: { id: 1 } }) as unknown as Caller;

/** Starts calls that end when the test ends them, and counts those that run. */
function createCalls() {
  const turnsOf = createCallerTurns();
  const ends: (() => void)[] = [];
  return {
    start(count: number, who: Caller | null, network: string) {
      const calls = Array.from({ length: count }, () =>
        turnsOf(who, network)(() => new Promise<void>((end) => ends.push(end))),
      );
      return Promise.allSettled(calls);
    },
    async running() {
      // The next call gets a turn in the next turn of the event loop, first the turn of the user, then the turn
      // of the network.
      for (let turns = 0; turns < 4; turns += 1) await new Promise(setImmediate);
      return ends.length;
    },
    end: () => {
      for (const end of ends.splice(0)) end();
    },
  };
}

test("a user's calls run three at a time over all networks", async () => {
  const calls = createCalls();
  const ended = Promise.all([calls.start(4, caller(1), "192.0.2.1"), calls.start(4, caller(1), "192.0.2.2")]);
  for (const running of [3, 3, 2]) {
    expect(await calls.running()).toBe(running);
    calls.end();
  }
  await ended;
});

test("calls by a user's API keys do not use the slots of the user's own calls", async () => {
  const calls = createCalls();
  const byKey = calls.start(300, keyOf(1), "192.0.2.1");
  expect(await calls.running()).toBe(2);
  calls.start(1, caller(1), "192.0.2.2");
  expect(await calls.running()).toBe(3);
  for (let count = 0; count < 60; count += 1) {
    calls.end();
    await calls.running();
  }
  const statuses = (await byKey).map(({ status }) => status);
  // Two run at once, and a hundred wait.
  expect(statuses.filter((status) => status === "fulfilled")).toHaveLength(102);
});

test("a call learns whether it had to wait", async () => {
  const turnsOf = createCallerTurns();
  const inTurn = turnsOf(caller(1), "192.0.2.1");
  const waits: boolean[] = [];
  await Promise.all(
    Array.from({ length: 5 }, () =>
      inTurn(async ({ hasWaited }) => {
        waits.push(hasWaited);
        await new Promise(setImmediate);
      }),
    ),
  );
  expect(waits).toEqual([false, false, false, true, true]);
});

test("a network's users run 64 calls at a time, and another network is not delayed", async () => {
  const calls = createCalls();
  for (let id = 1; id <= 30; id += 1) calls.start(3, caller(id), "192.0.2.1");
  expect(await calls.running()).toBe(64);
  calls.start(1, caller(31), "192.0.2.2");
  expect(await calls.running()).toBe(65);
});

test("a flood of guests does not delay the users of its network", async () => {
  const calls = createCalls();
  calls.start(100, null, "192.0.2.1");
  expect(await calls.running()).toBe(2);
  calls.start(1, caller(1), "192.0.2.1");
  expect(await calls.running()).toBe(3);
});

test("a network's fifth running call uses the overflow connections, until one of the first four ends", async () => {
  const turnsOf = createCallerTurns();
  const calls: { isOverflow: boolean; end: () => void }[] = [];
  const start = (id: number, network: string) =>
    turnsOf(caller(id), network)(({ isOverflow }) => new Promise<void>((end) => calls.push({ isOverflow, end })));
  const [first] = [1, 2, 3, 4, 5].map((id) => start(id, "192.0.2.1"));
  start(6, "192.0.2.2");
  await new Promise(setImmediate);
  calls[0]?.end();
  await first;
  start(7, "192.0.2.1");
  start(8, "192.0.2.1");
  await new Promise(setImmediate);
  expect(calls.map(({ isOverflow }) => isOverflow)).toEqual([false, false, false, false, true, false, false, true]);
});

test("the shares of one network leave connections for other networks", () => {
  const { sql } = createDatabase("postgres://localhost/unused");
  const [users, guests, pages, calendars] = [4, 2, 4, 1];
  expect(users + guests + pages + calendars).toBeLessThan(sql.options.max);
});

test("beyond 200 waiting calls a user's call is refused at once", async () => {
  const calls = createCalls();
  const first = calls.start(203, caller(1), "192.0.2.1");
  const [refused] = await calls.start(1, caller(1), "192.0.2.1");
  expect(refused).toMatchObject({ status: "rejected", reason: { name: "QueueFull" } });
  while ((await calls.running()) > 0) calls.end();
  expect((await first).every(({ status }) => status === "fulfilled")).toBe(true);
});
