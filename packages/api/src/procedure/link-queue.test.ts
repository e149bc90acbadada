import { setImmediate as nextTurn } from "node:timers/promises";
import type { Database } from "@daymark/db/connection/client";
import { expect, test } from "vitest";
import type { InTurn } from "./context.ts";
import { createLinkQueue } from "./link-queue.ts";

const [db, overflowDb] = ["db", "overflow"] as unknown as [Database, Database];
const from = (address: string, inTurn?: InTurn) => ({
  ...{ db, services: { overflowDb }, client: { address, userAgent: "" } },
  ...(inTurn && { inTurn }),
});
const admit = async () => {};

test.each([1, 2])("what links show is read for at most %i networks at once, one read of each", async (atOnceMax) => {
  const serve = createLinkQueue({ atOnceMax });
  const running: string[] = [];
  let mostAtOnce = 0;
  const request = async (network: string) => {
    const read = async () => {
      expect(running).not.toContain(network);
      running.push(network);
      mostAtOnce = Math.max(mostAtOnce, running.length);
      await nextTurn();
      running.splice(running.indexOf(network), 1);
      return network;
    };
    return serve(from(network), { admit, read });
  };
  const networks = ["a", "a", "a", "b", "b", "c"];
  expect(await Promise.all(networks.map(request))).toEqual(networks);
  expect(mostAtOnce).toBe(atOnceMax);
});

test("client networks alternate", async () => {
  const serve = createLinkQueue({ atOnceMax: 1 });
  const made: string[] = [];
  const request = (network: string) =>
    serve(from(network), { admit, read: () => nextTurn().then(() => made.push(network)) });
  await Promise.all(["a", "a", "a", "b", "b"].map(request));
  expect(made).toEqual(["a", "b", "a", "b", "a"]);
});

test("a network with too many waiting calls is refused, and others are still served", async () => {
  const serve = createLinkQueue({ atOnceMax: 1 });
  const outcome = (network: string) =>
    serve(from(network), { admit, read: () => nextTurn() }).then(
      () => "read",
      (error) => error.name,
    );
  const flood = Array.from({ length: 100 }, () => outcome("a"));
  expect(await outcome("b")).toBe("read");
  const outcomes = await Promise.all(flood);
  // One runs, and twenty wait.
  expect(outcomes.filter((each) => each === "QueueFull")).toHaveLength(79);
});

test("a request is admitted in a turn of its caller, on the connections of that turn, and reads without one", async () => {
  const serve = createLinkQueue({ atOnceMax: 1 });
  let held = 0;
  const inTurn: InTurn = async (work) => {
    held += 1;
    try {
      return await work({ hasWaited: false, isOverflow: true });
    } finally {
      held -= 1;
    }
  };
  const seen: unknown[] = [];
  await serve(from("a", inTurn), {
    admit: async (connections) => void seen.push([connections, held]),
    read: async () => seen.push(["read", held]),
  });
  expect(seen).toEqual([
    [overflowDb, 1],
    ["read", 0],
  ]);
});

test("a request that is not admitted waits for no other and is not read", async () => {
  const serve = createLinkQueue({ atOnceMax: 1 });
  const held = Promise.withResolvers<void>();
  const reading = serve(from("a"), { admit, read: () => held.promise });
  const read: string[] = [];
  const refused = serve(from("a"), {
    admit: () => Promise.reject(new Error("unknown address")),
    read: async () => read.push("refused"),
  });
  await expect(refused).rejects.toThrow("unknown address");
  held.resolve();
  await reading;
  expect(read).toEqual([]);
});
