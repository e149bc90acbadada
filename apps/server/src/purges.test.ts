import type { PageTopic } from "@daymark/domain/page";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createPurges } from "./purges.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Nodes that hear each other, and what each was told. */
function createNodes(count: number) {
  const messages: string[] = [];
  let isDown = false;
  const nodes = Array.from({ length: count }, () => {
    const purges = createPurges(async (sent) => {
      if (isDown) throw new Error("away");
      messages.push(...sent);
      for (const message of sent) for (const node of nodes) node.purges.receive(message);
    });
    const told: (readonly PageTopic[])[] = [];
    purges.onPurge((topics) => told.push(topics));
    return { purges, told };
  });
  for (const { purges, told } of nodes) {
    purges.onHeld();
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

test("a purge is heard here at once and once, and there a moment later", async () => {
  const { here, there } = createNodes(2);
  here.purges.purge(["blog"]);
  expect(here.told).toEqual([["blog"]]);
  await pass(0);
  expect([here.told, there.told]).toEqual([[["blog"]], [["blog"]]]);
});

test("many purges at once are few messages", async () => {
  const { here, there, messages } = createNodes(2);
  for (let count = 0; count < 1_000; count++) here.purges.purge([count % 2 ? "blog" : "board"]);
  await pass(0);
  expect(messages.length).toBeLessThanOrEqual(2);
  expect(new Set(there.told.flat())).toEqual(new Set(["blog", "board"]));
});

test("what could not be sent is sent when it can be", async () => {
  const { here, there, setDown } = createNodes(2);
  setDown(true);
  here.purges.purge(["blog"]);
  await pass(5_000);
  here.purges.purge(["board"]);
  await pass(100);
  setDown(false);
  await pass(500);
  expect(new Set(there.told.flat())).toEqual(new Set(["blog", "board"]));
});

test("a node that was away hears everything when it is back, and knows meanwhile that it may miss something", () => {
  const { here } = createNodes(2);
  expect(here.purges.isDeaf()).toBe(false);
  here.purges.onLost();
  expect(here.purges.isDeaf()).toBe(true);
  here.purges.onHeld();
  expect([here.purges.isDeaf(), here.told]).toEqual([false, [["blog", "board"]]]);
});

test("what is purged at the last moment is sent before the end", async () => {
  const { here, there, setDown } = createNodes(2);
  setDown(true);
  here.purges.purge(["blog"]);
  await pass(0);
  setDown(false);
  here.purges.purge(["board"]);
  await here.purges.close();
  expect(new Set(there.told.flat())).toEqual(new Set(["blog", "board"]));
});

test("what is no message of ours is passed over, and so are topics that only a newer node knows", () => {
  const { here } = createNodes(2);
  for (const message of ["", "{", "null", "[]", "1", '{"node":1,"topics":["blog"]}', '{"node":"x","topics":"blog"}']) {
    here.purges.receive(message);
  }
  here.purges.receive('{"node":"newer","topics":["coffee","board",7]}');
  expect(here.told).toEqual([["board"]]);
});
