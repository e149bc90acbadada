import { once } from "node:events";
import { connect, createServer } from "node:net";
import type { PageTopic } from "@daymark/domain/base/page-topic";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openPageInvalidation, tellNodes } from "../src/pubsub/page-invalidation.ts";
import { createRedisServer, type RedisServer } from "./redis-server.ts";

const log = { info: () => {}, warn: () => {}, error: () => {} };
const soon = { interval: 20, timeout: 10_000 };

let redis: RedisServer;
let nodes: [Node, Node];

type Node = Awaited<ReturnType<typeof openNode>>;

async function openNode(redisUrl = redis.url) {
  const { invalidation, close } = await openPageInvalidation({
    directUrl: "postgres://127.0.0.1:1/none",
    redisUrl,
    log,
  });
  const told: PageTopic[] = [];
  invalidation.onInvalidate((topics) => told.push(...topics));
  return { invalidation, told, close };
}

beforeAll(async () => {
  redis = await createRedisServer();
  await redis.start();
  nodes = [await openNode(), await openNode()];
});
afterAll(async () => {
  await Promise.all(nodes.map(({ close }) => close()));
  await redis.end();
});

const untilBothListen = async () => {
  for (const { invalidation } of nodes) await expect.poll(invalidation.isDeaf, soon).toBe(false);
};

test("an invalidation on one instance reaches the other exactly once", async () => {
  const [here, there] = nodes;
  await untilBothListen();
  for (const { told } of nodes) told.length = 0;
  here.invalidation.invalidate(["blog"]);
  expect(here.told).toEqual(["blog"]);
  await expect.poll(() => there.told, soon).toEqual(["blog"]);
  expect(here.told).toEqual(["blog"]);
});

test("a command's invalidation reaches all instances, and the command ends even if Redis is down", async () => {
  await untilBothListen();
  for (const { told } of nodes) told.length = 0;
  const directUrl = "postgres://127.0.0.1:1/none";
  await tellNodes({ directUrl, redisUrl: redis.url, log }, ["board"]);
  for (const { told } of nodes) await expect.poll(() => told, soon).toEqual(["board"]);
  await tellNodes({ directUrl, redisUrl: "redis://127.0.0.1:1", log }, ["board"]);
});

test("while Redis is down no instance uses its page cache, and missed invalidations apply afterwards", async () => {
  const [here, there] = nodes;
  await untilBothListen();
  await redis.end();
  for (const { invalidation } of nodes) await expect.poll(invalidation.isDeaf, soon).toBe(true);
  for (const { told } of nodes) told.length = 0;
  here.invalidation.invalidate(["board"]);
  expect(here.told).toEqual(["board"]);
  await redis.start();
  await untilBothListen();
  // A node invalidates everything, because it does not know what it missed.
  expect(new Set(there.told)).toEqual(new Set(["blog", "board"]));
});

test("an instance whose first subscription is lost subscribes again", async () => {
  let lost = 0;
  const between = createServer((near) => {
    const far = connect(redis.port, "127.0.0.1");
    far.pipe(near);
    near.on("data", (words) => {
      if (lost === 0 && /subscribe/i.test(String(words))) lost += 1;
      else far.write(words);
    });
    for (const socket of [near, far])
      socket.on("error", () => {}).on("close", () => [near, far].map((one) => one.destroy()));
  }).listen(0, "127.0.0.1");
  await once(between, "listening");
  const node = await openNode(`redis://127.0.0.1:${(between.address() as { port: number }).port}`);
  await expect.poll(() => lost, soon).toBe(1);
  await expect.poll(node.invalidation.isDeaf, soon).toBe(false);
  await node.close();
  between.close();
});
