import type { PageTopic } from "@daymark/domain/base/page-topic";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createPageInvalidation } from "./page-invalidation.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Creates nodes that receive each other's messages, and records what each received. */
function createNodes(count: number) {
  const messages: string[] = [];
  let isDown = false;
  const nodes = Array.from({ length: count }, () => {
    const invalidation = createPageInvalidation(async (sent) => {
      if (isDown) throw new Error("away");
      messages.push(...sent);
      for (const message of sent) for (const node of nodes) node.invalidation.receive(message);
    });
    const told: (readonly PageTopic[])[] = [];
    invalidation.onInvalidate((topics) => told.push(topics));
    return { invalidation, told };
  });
  for (const { invalidation, told } of nodes) {
    invalidation.onHeld();
    told.length = 0;
  }
  return {
    here: nodes[0] as (typeof nodes)[number],
    there: nodes[1] as (typeof nodes)[number],
    messages,
    setDown: (value: boolean) => {
      isDown = value;
    },
  };
}

const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

test("an invalidation reaches its own instance at once, and the other a moment later, each once", async () => {
  const { here, there } = createNodes(2);
  here.invalidation.invalidate(["blog"]);
  expect(here.told).toEqual([["blog"]]);
  await pass(0);
  expect([here.told, there.told]).toEqual([[["blog"]], [["blog"]]]);
});

test("many invalidations at once are sent in a few messages", async () => {
  const { here, there, messages } = createNodes(2);
  for (let count = 0; count < 1_000; count++) here.invalidation.invalidate([count % 2 ? "blog" : "board"]);
  await pass(0);
  expect(messages.length).toBeLessThanOrEqual(2);
  expect(new Set(there.told.flat())).toEqual(new Set(["blog", "board"]));
});

test("an invalidation that could not be sent is sent later", async () => {
  const { here, there, setDown } = createNodes(2);
  setDown(true);
  here.invalidation.invalidate(["blog"]);
  await pass(5_000);
  here.invalidation.invalidate(["board"]);
  await pass(100);
  setDown(false);
  await pass(500);
  expect(new Set(there.told.flat())).toEqual(new Set(["blog", "board"]));
});

test("a disconnected instance knows that it may miss invalidations, and invalidates everything after the reconnect", () => {
  const { here } = createNodes(2);
  expect(here.invalidation.isDeaf()).toBe(false);
  here.invalidation.onLost();
  expect(here.invalidation.isDeaf()).toBe(true);
  here.invalidation.onHeld();
  expect([here.invalidation.isDeaf(), here.told]).toEqual([false, [["blog", "board"]]]);
});

test("the last invalidations are sent before the close", async () => {
  const { here, there, setDown } = createNodes(2);
  setDown(true);
  here.invalidation.invalidate(["blog"]);
  await pass(0);
  setDown(false);
  here.invalidation.invalidate(["board"]);
  await here.invalidation.close();
  expect(new Set(there.told.flat())).toEqual(new Set(["blog", "board"]));
});

test("an invalid message and topics of a newer version are ignored", () => {
  const { here } = createNodes(2);
  for (const message of ["", "{", "null", "[]", "1", '{"node":1,"topics":["blog"]}', '{"node":"x","topics":"blog"}']) {
    here.invalidation.receive(message);
  }
  here.invalidation.receive('{"node":"newer","topics":["coffee","board",7]}');
  expect(here.told).toEqual([["board"]]);
});
