import { setTimeout as sleep } from "node:timers/promises";
import { createLimits, type Limits } from "@daymark/auth/limits/rate-limit";
import { connectRedis } from "@daymark/auth/limits/redis";
import { createDatabase } from "@daymark/db/connection/client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createRedisServer, type RedisServer } from "./redis-server.ts";

const secretKey = "a secret key that only the tests know";
const limit = { points: 5, seconds: 2 };
const log = { info: () => {}, warn: () => {} };
// No query reaches this database: with Redis the counters are not in PostgreSQL.
const { sql } = createDatabase("postgres://127.0.0.1:1/none");

let redis: RedisServer;
let clients: Awaited<ReturnType<typeof connectRedis>>[];
let nodes: [Limits, Limits];

beforeAll(async () => {
  redis = await createRedisServer();
  await redis.start();
  const connect = () => connectRedis(redis.url, log, "nodes count apart");
  clients = await Promise.all([connect(), connect()]);
  nodes = clients.map((client) => createLimits({ sql, redis: client, secretKey })) as [Limits, Limits];
  await untilReady();
});
afterAll(async () => {
  for (const client of clients) client.disconnect();
  await redis.end();
});

/** Waits until every client gets an answer, because a client may notice a new connection a moment late. */
async function untilReady(): Promise<void> {
  for (const client of clients) {
    while ((await client.ping().catch(() => null)) !== "PONG") await sleep(20);
  }
}

/** Sends 40 parallel calls to the nodes in turn. @returns how many pass */
async function passing(of: Limits[], who: string): Promise<number> {
  const takes = Array.from({ length: 40 }, (_, index) => (of[index % of.length] as Limits).take("log_in", limit, who));
  return (await Promise.all(takes)).filter((retryAfter) => retryAfter === 0).length;
}

test("instances count together, and the whole limit is available again after the announced time", async () => {
  expect(await passing(nodes, "one")).toBe(limit.points);
  const retryAfter = await nodes[0].take("log_in", limit, "one");
  expect(retryAfter).toBeGreaterThan(0);
  await sleep(retryAfter * 1000);
  expect(await passing(nodes, "one")).toBe(limit.points);
});

test("Redis keys contain neither the key nor the action in plain text", async () => {
  await nodes[0].take("log_in", limit, "olena@example.com");
  for (const key of (await clients[0]?.keys("*")) ?? []) expect(key).toMatch(/^daymark-limit:[\w-]{43}$/);
});

test("while Redis is down each instance counts alone, and afterwards they count together again", async () => {
  await redis.end();
  const startedAt = performance.now();
  expect(await passing([nodes[0]], "two")).toBe(limit.points);
  expect(await passing([nodes[1]], "two")).toBe(limit.points);
  expect(performance.now() - startedAt).toBeLessThan(2_000);
  await redis.start();
  await untilReady();
  expect(await passing(nodes, "three")).toBe(limit.points);
});
