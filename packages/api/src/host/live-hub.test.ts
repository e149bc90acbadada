import { liveTopics } from "@daymark/domain/base/live";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createHub, type Hub } from "./live-hub.ts";

const minute = 60_000;
let clock = 0;
const signals: AbortController[] = [];
beforeEach(() => {
  vi.useFakeTimers();
  clock = 1_000_000;
});
afterEach(() => {
  for (const signal of signals.splice(0)) signal.abort();
  vi.useRealTimers();
});

/** Nodes that all receive each other's messages, as over NOTIFY. The test can disconnect one of them, or all. */
function createNodes(count: number) {
  const messages: string[] = [];
  const cut = new Set<Hub>();
  let isDown = false;
  const nodes: Hub[] = [];
  for (let index = 0; index < count; index++) {
    const hub: Hub = createHub(
      {
        send: async (sent) => {
          if (isDown || cut.has(hub)) throw new Error("away");
          messages.push(...sent);
          for (const message of sent) for (const node of nodes) if (!cut.has(node)) node.receive(message);
        },
      },
      () => clock,
    );
    nodes.push(hub);
    hub.onHeld();
  }
  const lose = (hub: Hub) => {
    cut.add(hub);
    hub.onLost();
  };
  const mend = (hub: Hub) => {
    cut.delete(hub);
    hub.onHeld();
  };
  const setDown = (value: boolean) => {
    isDown = value;
  };
  // Long enough that a page that subscribes now has missed nothing before.
  clock += minute;
  return { nodes: nodes as [Hub, ...Hub[]], messages, lose, mend, setDown };
}

/** A page that reads its stream, and the changes it received so far as "origin: topics". */
function open(hub: Hub, userId: number, age: number | "unknown" = 0) {
  const leaving = new AbortController();
  signals.push(leaving);
  const told: string[] = [];
  const stream = hub.subscribe(userId, { ageMs: age === "unknown" ? undefined : age, signal: leaving.signal });
  const ended = (async () => {
    for await (const { origin, topics } of stream) told.push(`${origin}: ${topics.join(" ")}`);
  })();
  return { told, ended, leave: () => leaving.abort() };
}

async function pass(milliseconds: number) {
  clock += milliseconds;
  await vi.advanceTimersByTimeAsync(milliseconds);
}

const everything = `null: ${liveTopics.join(" ")}`;

describe("pages of a user", () => {
  test("get another page's change on every instance, and other users' pages do not", async () => {
    const { nodes } = createNodes(2);
    const [here, there] = nodes as [Hub, Hub];
    const pages = [open(here, 1), open(there, 1)];
    const stranger = open(there, 2);
    here.publish(1, ["progress"], "page-one");
    await pass(100);
    for (const { told } of pages) expect(told).toEqual(["page-one: progress"]);
    expect(stranger.told).toEqual([]);
  });

  test("get many changes in one message, grouped by the page that made them", async () => {
    const { nodes, messages } = createNodes(2);
    const page = open(nodes[1] as Hub, 1);
    for (let count = 0; count < 50; count++) nodes[0].publish(1, ["progress"], "page-one");
    nodes[0].publish(1, ["note"], "page-one");
    nodes[0].publish(1, ["habit"], null);
    await pass(100);
    expect(page.told).toEqual(["page-one: progress note", "null: habit"]);
    expect(messages).toHaveLength(1);
  });

  test("get nothing after they disconnect, and leave no subscription behind", async () => {
    const { nodes } = createNodes(1);
    for (let count = 0; count < 100; count++) {
      const page = open(nodes[0], 1);
      await pass(1);
      page.leave();
      await page.ended;
    }
    const page = open(nodes[0], 1);
    nodes[0].publish(1, ["note"], null);
    await pass(100);
    expect(page.told).toEqual(["null: note"]);
  });

  test("that read slowly get the sum of all changes they missed", async () => {
    const { nodes } = createNodes(1);
    const leaving = new AbortController();
    const stream = nodes[0].subscribe(1, { ageMs: 0, signal: leaving.signal });
    for (let count = 0; count < 1000; count++) nodes[0].publish(1, ["progress"], `page-of-number-${count}`);
    nodes[0].publish(1, ["note"], "page-one");
    await pass(100);
    const told: Set<string> = new Set();
    let reads = 0;
    const read = (async () => {
      for await (const { topics } of stream) {
        reads += 1;
        for (const topic of topics) told.add(topic);
      }
    })();
    await pass(1);
    leaving.abort();
    await read;
    expect([...told].sort()).toEqual(["note", "progress"]);
    expect(reads).toBeLessThanOrEqual(8);
  });
});

describe("a page that reconnects", () => {
  test("gets exactly the changes it missed", async () => {
    const { nodes } = createNodes(2);
    const [here, there] = nodes as [Hub, Hub];
    await pass(minute);
    here.publish(1, ["habit"], "page-one");
    await pass(100);
    await pass(minute);
    here.publish(1, ["note"], "page-two");
    await pass(100);
    await pass(minute);
    const pages = [open(there, 1, 1.5 * minute), open(there, 1, 2.5 * minute), open(there, 1, 0.5 * minute)];
    await pass(1);
    expect(pages.map(({ told }) => told)).toEqual([["page-two: note"], ["page-one: habit", "page-two: note"], []]);
  });

  test("after a longer gap than the history, or from before the instance started, fetches everything", async () => {
    const { nodes } = createNodes(1);
    await pass(minute);
    const pages = [open(nodes[0], 1, 3 * minute), open(nodes[0], 1, "unknown")];
    for (let count = 0; count < 60; count++) {
      nodes[0].publish(count, ["note"], null);
      await pass(minute);
    }
    pages.push(open(nodes[0], 5, 58 * minute));
    await pass(1);
    expect(pages.map(({ told }) => told[0])).toEqual([everything, everything, everything]);
  });
});

describe("when the pub/sub connection is lost", () => {
  test("every page fetches everything after the connection is restored", async () => {
    const { nodes, lose, mend } = createNodes(2);
    const [here, there] = nodes as [Hub, Hub];
    const page = open(there, 1);
    lose(there);
    here.publish(1, ["note"], null);
    await pass(100);
    expect(page.told).toEqual([]);
    mend(there);
    await pass(1);
    expect(page.told).toEqual([everything]);
  });

  test("unsent changes are sent later, and pages of the same instance get them at once", async () => {
    const { nodes, setDown } = createNodes(2);
    const [here, there] = nodes as [Hub, Hub];
    const pages = [open(here, 1), open(there, 1)];
    setDown(true);
    here.publish(1, ["note"], "page-one");
    await pass(100);
    here.publish(1, ["habit"], "page-one");
    await pass(100);
    expect(pages.map(({ told }) => told)).toEqual([["page-one: note", "page-one: habit"], []]);
    setDown(false);
    await pass(1_000);
    expect(pages[1]?.told).toEqual(["page-one: note habit"]);
    expect(pages[0]?.told).toHaveLength(2);
  });

  test("too many unsent changes become one message to fetch everything", async () => {
    const { nodes, setDown, messages } = createNodes(2);
    const page = open(nodes[1] as Hub, 77);
    setDown(true);
    for (let userId = 1; userId <= 10_001; userId++) nodes[0].publish(userId, ["note"], null);
    await pass(100);
    setDown(false);
    await pass(2_000);
    expect(page.told).toEqual([everything]);
    expect(messages).toHaveLength(1);
  });

  test("the last changes are sent before the hub closes", async () => {
    const { nodes } = createNodes(2);
    const page = open(nodes[1] as Hub, 1);
    nodes[0].publish(1, ["note"], null);
    await nodes[0].close();
    await pass(1);
    expect(page.told).toEqual(["null: note"]);
  });
});

test("a message stays below PostgreSQL's limit for any number of users", async () => {
  const { nodes, messages } = createNodes(1);
  for (let userId = 1; userId <= 2_000; userId++) nodes[0].publish(userId, liveTopics, `page-${userId}-of-someone`);
  await pass(100);
  expect(messages.length).toBeGreaterThan(1);
  for (const message of messages) expect(Buffer.byteLength(message)).toBeLessThan(8_000);
});

test("an invalid message is ignored", async () => {
  const { nodes } = createNodes(1);
  const page = open(nodes[0], 1);
  for (const message of ["", "{", "null", "[]", '{"node":"x","changes":[[1,null,["coffee"]],[2]]}', '{"node":1}']) {
    nodes[0].receive(message);
  }
  nodes[0].receive('{"node":"newer","changes":[[1,"<script>",["coffee","note"]]],"more":1}');
  await pass(1);
  expect(page.told).toEqual(["null: note"]);
});

test("a user can open at most 20 streams on an instance", () => {
  const { nodes } = createNodes(1);
  for (let count = 0; count < 20; count++) open(nodes[0], 1);
  expect(() => open(nodes[0], 1)).toThrow(expect.objectContaining({ key: "too_many_requests" }));
  expect(() => open(nodes[0], 2)).not.toThrow();
});
