import { once } from "node:events";
import { createServer } from "node:net";
import { createTestDatabase } from "@daymark/db/testing";
import { afterAll, expect, test, vi } from "vitest";
import { secretKey } from "../testing.ts";
import { createLimits, type Limits } from "./rate-limit.ts";
import { connectRedis } from "./redis.ts";

const database = await createTestDatabase({ max: 20 });
afterAll(database.drop);
const [here, there] = [database, database].map(({ sql }) => createLimits({ sql, secretKey })) as [Limits, Limits];

const hour = { points: 5, seconds: 3600 };
const takeMany = (limits: Limits[], count: number, who: string, limit = hour, name = "log_in") =>
  Promise.all(
    Array.from({ length: count }, (_, index) => (limits[index % limits.length] as Limits).take(name, limit, who)),
  );
const granted = (answers: number[]) => answers.filter((retryAfter) => retryAfter === 0).length;

test("of 50 parallel calls on two instances, exactly the limit passes", async () => {
  const answers = await takeMany([here, there], 50, "flood");
  expect(granted(answers)).toBe(hour.points);
  for (const retryAfter of answers.filter((answer) => answer > 0)) {
    expect(Number.isInteger(retryAfter)).toBe(true);
    expect(retryAfter).toBeGreaterThan(0);
    expect(retryAfter).toBeLessThanOrEqual(hour.seconds);
  }
  expect(await here.take("log_in", hour, "somebody else")).toBe(0);
  expect(await here.take("sign_up", hour, "flood")).toBe(0);
});

test("after the announced time the whole limit is available again", async () => {
  // The library reads the time itself.
  vi.useFakeTimers({ toFake: ["Date"] });
  try {
    const retryAfter = Math.max(...(await takeMany([here], hour.points + 1, "patient")));
    expect(retryAfter).toBe(hour.seconds);
    vi.setSystemTime(Date.now() + retryAfter * 1000 - 1);
    expect(granted(await takeMany([here, there], 4, "patient"))).toBe(0);
    vi.setSystemTime(Date.now() + 1);
    expect(granted(await takeMany([here, there], 20, "patient"))).toBe(hour.points);
  } finally {
    vi.useRealTimers();
  }
});

test("a refused key is refused from memory until its time is over", async () => {
  await takeMany([here], 6, "refused");
  const [before] = await database.sql`select sum(points) from rate_limits`;
  await takeMany([here], 50, "refused");
  expect(await database.sql`select sum(points) from rate_limits`).toMatchObject([{ sum: before?.sum }]);
});

test("a returned point can be taken again, and a reset key starts from zero", async () => {
  await takeMany([here], 5, "honest");
  await here.giveBack("log_in", hour, "honest");
  expect(granted(await takeMany([here], 2, "honest"))).toBe(1);
  await here.forget("log_in", hour, "honest");
  expect(granted(await takeMany([here], 6, "honest"))).toBe(5);
});

test("the table contains neither the key nor the action in plain text", async () => {
  await here.take("log_in", hour, "olena@example.com 203.0.113.7");
  const rows = await database.sql<{ key: string }[]>`select key from rate_limits`;
  for (const { key } of rows) expect(key).toMatch(/^[\w-]{43}$/);
  const stranger = createLimits({ sql: database.sql, secretKey: "the secret of another installation" });
  await stranger.take("log_in", hour, "olena@example.com 203.0.113.7");
  expect((await database.sql`select 1 from rate_limits`).length).toBe(rows.length + 1);
});

test("if Redis is down, each instance counts by itself and no call waits", async () => {
  const silent = createServer((socket) => socket.destroy()).listen(0, "127.0.0.1");
  await once(silent, "listening");
  const { port } = silent.address() as { port: number };
  const warnings: string[] = [];
  const log = { info: () => {}, warn: (_: object, message: string) => warnings.push(message) };
  const redis = await connectRedis(`redis://127.0.0.1:${port}`, log, "nodes count apart");
  const [one, other] = [
    createLimits({ ...database, redis, secretKey }),
    createLimits({ ...database, redis, secretKey }),
  ];
  try {
    expect(granted(await takeMany([one], 20, "flood"))).toBe(5);
    expect(granted(await takeMany([other], 20, "flood"))).toBe(5);
    await one.forget("log_in", hour, "flood");
    await expect.poll(() => warnings).toHaveLength(1);
  } finally {
    redis.disconnect();
    silent.close();
  }
});

test.each([
  ["a text in place of each answer", "+OK"],
  ["texts in place of counts", "*2\r\n$4\r\nmany\r\n$5\r\nlater"],
  ["a count above the limit without a time", "*2\r\n:6\r\n$5\r\nlater"],
])("if Redis answers %s, no attempt above the limit passes", async (_, answer) => {
  // Each command begins with the number and the length of its words.
  const liar = createServer((socket) =>
    socket.on("data", (data) => {
      for (const _command of String(data).matchAll(/\*\d+\r\n\$\d+\r\n/g)) socket.write(`${answer}\r\n`);
    }),
  ).listen(0, "127.0.0.1");
  await once(liar, "listening");
  const { port } = liar.address() as { port: number };
  const ready = vi.fn();
  const redis = await connectRedis(`redis://127.0.0.1:${port}`, { info: ready, warn: () => {} }, "nodes count apart");
  const limits = createLimits({ ...database, redis, secretKey });
  try {
    await vi.waitUntil(() => ready.mock.calls.length > 0);
    const answers = await takeMany([limits], 20, "flood");
    expect(granted(answers)).toBeLessThanOrEqual(hour.points);
    for (const retryAfter of answers.filter((seconds) => seconds !== 0)) {
      expect(retryAfter).toBeGreaterThan(0);
      expect(retryAfter).toBeLessThanOrEqual(hour.seconds);
    }
  } finally {
    redis.disconnect();
    liar.close();
  }
});
