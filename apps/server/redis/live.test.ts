import type { LiveChanges } from "@daymark/domain/base/live";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type LiveConnection, openLive } from "../src/pubsub/live.ts";
import { createRedisServer, type RedisServer } from "./redis-server.ts";

const log = { info: () => {}, warn: () => {}, error: () => {} };
const soon = { interval: 20, timeout: 10_000 };
const leaving = new AbortController();

let redis: RedisServer;
let nodes: [LiveConnection, LiveConnection];

beforeAll(async () => {
  redis = await createRedisServer();
  await redis.start();
  const open = () => openLive({ directUrl: "postgres://127.0.0.1:1/none", redisUrl: redis.url, log });
  nodes = [await open(), await open()];
});
afterAll(async () => {
  leaving.abort();
  await Promise.all(nodes.map(({ close }) => close()));
  await redis.end();
});

/** Opens a page at a node. @returns the changes that it receives, each with topics and user */
function openPage({ live }: LiveConnection, userId: number) {
  const told: LiveChanges[] = [];
  void (async () => {
    for await (const changes of live.subscribe(userId, { ageMs: 0, signal: leaving.signal })) told.push(changes);
  })();
  return told;
}

test("a change on one instance reaches the pages of both once", async () => {
  const [here, there] = nodes;
  const pages = [openPage(here, 1), openPage(there, 1), openPage(there, 2)];
  // Waits until both nodes subscribe to Redis.
  await expect
    .poll(() => {
      here.live.publish(1, ["habit"], null);
      return pages[1]?.some(({ origin, topics }) => origin === null && topics.join() === "habit");
    }, soon)
    .toBe(true);
  here.live.publish(1, ["progress"], "page-one");
  const expected = { topics: ["progress"], origin: "page-one" };
  for (const told of pages.slice(0, 2)) {
    await expect.poll(() => told.filter(({ origin }) => origin === "page-one"), soon).toEqual([expected]);
  }
  expect(pages[2]?.some(({ origin }) => origin === "page-one")).toBe(false);
});

test("while Redis is down pages get the changes of their own instance, and the other pages get them afterwards", async () => {
  const [here, there] = nodes;
  const pages = [openPage(here, 3), openPage(there, 3)];
  await redis.end();
  here.live.publish(3, ["note"], "page-three");
  await expect.poll(() => pages[0], soon).toContainEqual({ topics: ["note"], origin: "page-three" });
  expect(pages[1]).not.toContainEqual({ topics: ["note"], origin: "page-three" });
  await redis.start();
  // The other page receives the change itself or the message to fetch everything, depending on which node reconnects
  // first.
  await expect.poll(() => pages[1]?.some(({ topics }) => topics.includes("note")), soon).toBe(true);
});
