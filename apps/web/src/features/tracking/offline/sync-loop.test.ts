import { beforeEach, expect, test } from "vitest";
import type { SyncOutcome } from "./outbox/outbox-parts.ts";
import { SyncLoop } from "./sync-loop.ts";

/** The outcomes of the next attempts, and timers that fire when the test says so. */
let outcomes: (SyncOutcome | Error)[];
let attempts: number;
let gates: (() => void)[];
let isHeld: boolean;
let timer: { callback: () => void; milliseconds: number } | null;
let loop: SyncLoop;

const settle = () => new Promise((resolve) => setImmediate(resolve));

beforeEach(() => {
  outcomes = [];
  attempts = 0;
  gates = [];
  isHeld = false;
  timer = null;
  loop = new SyncLoop({
    sync: async () => {
      attempts += 1;
      if (isHeld) await new Promise<void>((resolve) => gates.push(resolve));
      const outcome = outcomes.shift() ?? "done";
      if (outcome instanceof Error) throw outcome;
      return outcome;
    },
    later: (callback, milliseconds) => {
      timer = { callback, milliseconds };
      return () => {
        timer = null;
      };
    },
    random: () => 1,
  });
});

async function strike() {
  const { callback } = timer ?? { callback: () => {} };
  timer = null;
  callback();
  await settle();
}

test("failures are retried after pauses growing to a minute, which restart after a success", async () => {
  outcomes = [...Array.from({ length: 8 }, () => "later" as const), "done", "later"];
  await loop.now();
  const pauses = [];
  while (timer) {
    pauses.push(timer.milliseconds);
    await strike();
  }
  expect(pauses).toEqual([1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000]);
  await loop.now();
  expect(timer).toMatchObject({ milliseconds: 1000 });
});

test("a reason to sync at once does not wait for the pause", async () => {
  outcomes = ["later", "done"];
  await loop.now();
  await loop.now();
  expect([attempts, timer]).toEqual([2, null]);
});

test("what is queued during a sync is sent right after it, and never two syncs run in parallel", async () => {
  isHeld = true;
  void loop.now();
  void loop.now();
  void loop.now();
  expect(attempts).toBe(1);
  gates.shift()?.();
  await settle();
  expect(attempts).toBe(2);
  isHeld = false;
  gates.shift()?.();
  await settle();
  expect([attempts, timer]).toEqual([2, null]);
});

test("an unexpected failure is retried too", async () => {
  outcomes = [new Error("the disk")];
  await loop.now();
  expect(timer).not.toBeNull();
});

test("nothing is retried without a session or after a stop", async () => {
  outcomes = ["stopped"];
  await loop.now();
  expect(timer).toBeNull();
  outcomes = ["later"];
  await loop.now();
  loop.stop();
  expect(timer).toBeNull();
  await loop.now();
  expect(attempts).toBe(2);
});
