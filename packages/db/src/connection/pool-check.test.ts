import { setImmediate as nextTurn } from "node:timers/promises";
import { afterAll, afterEach, expect, test, vi } from "vitest";
import { createTestDatabase } from "../testing.ts";
import { createDatabase } from "./client.ts";
import { createPoolCheck } from "./pool-check.ts";

const connections = 4;
const database = await createTestDatabase({ max: connections });
afterAll(database.drop);
const { sql } = database;
const log = { warn: () => {} };
let time = 0;
const now = () => time;

type Held = Awaited<ReturnType<typeof sql.reserve>>;
const held: Held[] = [];
const holdAll = async () => {
  held.push(...(await Promise.all(Array.from({ length: connections }, () => sql.reserve()))));
};
const release = () => held.pop()?.release();
afterEach(() => {
  while (held.length > 0) release();
});

test("a pool whose connections are all held for ten seconds is stuck until one is given back", async () => {
  const isMoving = createPoolCheck(sql, { now, log });
  await holdAll();
  // The first check waits for a connection from now on.
  expect(isMoving()).toBe(true);
  time += 9_999;
  expect(isMoving()).toBe(true);
  time += 1;
  expect(isMoving()).toBe(false);
  release();
  // The statement of the check runs first.
  await sql`select 1`;
  expect(isMoving()).toBe(true);
});

test("a pool whose connections are all busy but move is not stuck", async () => {
  const isMoving = createPoolCheck(sql, { now, log });
  await holdAll();
  for (let round = 0; round < 5; round++) {
    expect(isMoving()).toBe(true);
    // The driver has queued the statement of the check in the next turn. Behind it waits a call.
    await nextTurn();
    const next = sql.reserve();
    time += 9_000;
    expect(isMoving()).toBe(true);
    release();
    const reserved = await next;
    held.push(reserved);
    // The check ran on this connection before.
    await reserved`select 1`;
  }
});

test("checks that a stuck pool does not answer do not queue up", async () => {
  let asked = 0;
  const counting = new Proxy(sql, {
    apply(target, self, strings) {
      asked += 1;
      return Reflect.apply(target, self, strings);
    },
  });
  const isMoving = createPoolCheck(counting, { now, log });
  await holdAll();
  for (let question = 0; question < 50; question++) isMoving();
  expect(asked).toBe(1);
  release();
  await sql`select 1`;
  isMoving();
  expect(asked).toBe(2);
});

test("a statement that failed does not make the pool look stuck, however late the next check comes", async () => {
  const closed = createDatabase(database.url, { max: 1 }).sql;
  await closed.end();
  const failed = vi.fn();
  const isMoving = createPoolCheck(closed, { now, log: { warn: failed } });
  expect(isMoving()).toBe(true);
  await vi.waitUntil(() => failed.mock.calls.length === 1);
  time += 30_000;
  expect(isMoving()).toBe(true);
});
