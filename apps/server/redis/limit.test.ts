import { setTimeout as sleep } from "node:timers/promises";
import { createLimits, type Limits } from "@daymark/auth/limits/rate-limit";
import { connectRedis } from "@daymark/auth/limits/redis";
import { createDatabase } from "@daymark/db/connection/client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createRedisServer, type RedisServer } from "./redis-server.ts";

const secretKey = "a secret key that only the tests know";
const limit = { points: 5, seconds: 2 };
const log = { info: () => {}, warn: () => {} };
// Never asked: with Redis there the counters are not in the database.
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

/** Until every client has an answer: what a client believes of its connection may be of a moment ago. */
async function untilReady(): Promise<void> {
  for (const client of clients) {
    while ((await client.ping().catch(() => null)) !== "PONG") await sleep(20);
  }
}

/** How many of 40 at once pass, on nodes in turn. */
async function passing(of: Limits[], who: string): Promise<number> {
  const takes = Array.from({ length: 40 }, (_, index) => (of[index % of.length] as Limits).take("log_in", limit, who));
  return (await Promise.all(takes)).filter((retryAfter) => retryAfter === 0).length;
}

test("nodes count together, and after the time that was told all of it is there again", async () => {
  expect(await passing(nodes, "one")).toBe(limit.points);
  const retryAfter = await nodes[0].take("log_in", limit, "one");
  expect(retryAfter).toBeGreaterThan(0);
  await sleep(retryAfter * 1000);
  expect(await passing(nodes, "one")).toBe(limit.points);
});

test("its keys tell neither who was counted nor for what", async () => {
  await nodes[0].take("log_in", limit, "olena@example.com");
  for (const key of (await clients[0]?.keys("*")) ?? []) expect(key).toMatch(/^daymark-limit:[\w-]{43}$/);
});

test("while it is away each node counts for itself, and together again when it is back", async () => {
  await redis.end();
  const startedAt = performance.now();
  expect(await passing([nodes[0]], "two")).toBe(limit.points);
  expect(await passing([nodes[1]], "two")).toBe(limit.points);
  expect(performance.now() - startedAt).toBeLessThan(2_000);
  await redis.start();
  await untilReady();
  expect(await passing(nodes, "three")).toBe(limit.points);
});
