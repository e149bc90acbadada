import { expect, test } from "vitest";
import type { SessionCaller } from "./caller.ts";
import { createCallerCache, type Reading as ReadingOf } from "./caller-cache.ts";

type Reading = ReadingOf<SessionCaller>;

function reading(id: string, userId: number, expiresAt = Number.POSITIVE_INFINITY): Reading {
  const user = { id: userId, username: "u", email_verified: true, is_staff: false, plan: "free" } as const;
  const settings = { language: "en", timezone: null, day_start_hour: 0, has_webhooks: false } as const;
  const session = { id, remember_me: false, fresh_until: new Date(0) };
  return { caller: { user: { ...user, ...settings }, session }, expiresAt };
}

/** A cache whose reads the test answers by hand, in the order it chooses. */
function createMemory() {
  const clock = { now: 0 };
  const reads: { sessionId: string; answer: (value: Reading | null) => void; fail: (error: Error) => void }[] = [];
  const memory = createCallerCache<SessionCaller>(
    (sessionId) => new Promise((answer, fail) => reads.push({ sessionId, answer, fail })),
    () => clock.now,
  );
  memory.switchOn();
  return { memory, clock, reads };
}

test("a caller is read once and cached for five seconds", async () => {
  const { memory, clock, reads } = createMemory();
  const known = reading("s", 1);
  const first = memory.get("s", 1);
  reads[0]?.answer(known);
  expect(await first).toBe(known.caller);
  clock.now = 4_999;
  expect(memory.get("s", 1)).toBe(known.caller);
  clock.now = 5_000;
  memory.get("s", 1);
  expect(reads.length).toBe(2);
});

test("a caller is not cached past the end of the session", async () => {
  const { memory, clock, reads } = createMemory();
  const first = memory.get("s", 1);
  reads[0]?.answer(reading("s", 1, 1_000));
  await first;
  clock.now = 1_000;
  memory.get("s", 1);
  expect(reads.length).toBe(2);
});

test("parallel first calls of a session share one read", async () => {
  const { memory, reads } = createMemory();
  const calls = Array.from({ length: 32 }, () => memory.get("s", 1));
  reads[0]?.answer(reading("s", 1));
  expect(new Set(await Promise.all(calls)).size).toBe(1);
  expect(reads.length).toBe(1);
});

test("a read that was running when a notice came is not cached", async () => {
  const { memory, reads } = createMemory();
  const before = memory.get("s", 1);
  memory.forget(1);
  reads[0]?.answer(reading("s", 1));
  await before;
  const after = memory.get("s", 1);
  expect(reads.length).toBe(2);
  reads[1]?.answer(null);
  expect(await after).toBe(null);
});

test("a call after a notice does not share a read from before it", async () => {
  const { memory, reads } = createMemory();
  const before = memory.get("s", 1);
  memory.forget(1);
  const after = memory.get("s", 1);
  expect(reads.length).toBe(2);
  reads[1]?.answer(null);
  reads[0]?.answer(reading("s", 1));
  await before;
  expect(await after).toBe(null);
  memory.get("s", 1);
  expect(reads.length).toBe(3);
});

test("a notice about one user keeps the other users cached", async () => {
  const { memory, reads } = createMemory();
  const calls = [memory.get("a", 1), memory.get("b", 1), memory.get("c", 2)];
  reads[0]?.answer(reading("a", 1));
  reads[1]?.answer(reading("b", 1));
  reads[2]?.answer(reading("c", 2));
  await Promise.all(calls);
  memory.forget(1);
  expect(memory.get("c", 2)).toMatchObject({ user: { id: 2 } });
  memory.get("a", 1);
  memory.get("b", 1);
  expect(reads.map(({ sessionId }) => sessionId)).toEqual(["a", "b", "c", "a", "b"]);
});

test("the cache stores nothing while it is disabled, and starts empty when it is enabled again", async () => {
  const { memory, reads } = createMemory();
  const remembered = memory.get("s", 1);
  reads[0]?.answer(reading("s", 1));
  await remembered;
  memory.switchOff();
  const off = memory.get("s", 1);
  reads[1]?.answer(reading("s", 1));
  await off;
  const underWay = memory.get("s", 1);
  expect(reads.length).toBe(3);
  memory.switchOn();
  reads[2]?.answer(reading("s", 1));
  await underWay;
  memory.get("s", 1);
  expect(reads.length).toBe(4);
});

test("a failed read fails the calls that wait for it, and the next call reads again", async () => {
  const { memory, reads } = createMemory();
  const failing = [memory.get("s", 1), memory.get("s", 1)];
  reads[0]?.fail(new Error("away"));
  for (const call of failing) await expect(call).rejects.toThrow("away");
  const next = memory.get("s", 1);
  reads[1]?.answer(reading("s", 1));
  expect(await next).toMatchObject({ session: { id: "s" } });
});

test("the cache is bounded and evicts the oldest caller first", async () => {
  const { memory, reads } = createMemory();
  const ids = Array.from({ length: 20_001 }, (_, index) => `s${index}`);
  const calls = ids.map((id, index) => memory.get(id, index));
  for (const [index, read] of reads.entries()) read.answer(reading(read.sessionId, index));
  await Promise.all(calls);
  const count = reads.length;
  memory.get("s1", 1);
  expect(reads.length).toBe(count);
  memory.get("s0", 0);
  expect(reads.length).toBe(count + 1);
});

test("a sweep removes entries that are too old to use", async () => {
  const { memory, clock, reads } = createMemory();
  const call = memory.get("s", 1);
  reads[0]?.answer(reading("s", 1));
  await call;
  clock.now = 5_000;
  memory.sweep();
  // If the entry still existed, it would be valid again after the clock is set back.
  clock.now = 0;
  memory.get("s", 1);
  expect(reads.length).toBe(2);
});

test("any user's notice prevents caching a running read whose user is not known yet", async () => {
  const { memory, reads } = createMemory();
  const stale = memory.get("hash of a key", null);
  memory.forget(1);
  reads[0]?.answer(reading("s", 1));
  await stale;
  memory.get("hash of a key", null);
  expect(reads.length).toBe(2);
});
