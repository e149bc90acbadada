import { expect, test } from "vitest";
import { createConcurrencyLimit, createConcurrencyLimitPerKey } from "./concurrency-limit.ts";

/** A client that the test disconnects. */
function createClient() {
  const listeners = new Set<() => void>();
  let subscriptions = 0;
  return {
    watch: (listener: () => void) => {
      subscriptions += 1;
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    leave: () => {
      for (const listener of listeners) listener();
    },
    listeners: () => listeners.size,
    subscriptions: () => subscriptions,
  };
}

test("a waiting call whose client disconnects frees its place in the queue", async () => {
  const inTurn = createConcurrencyLimit({ atOnceMax: 1, waitingMax: 1 });
  const { promise, resolve: end } = Promise.withResolvers<void>();
  const first = inTurn(() => promise);
  const client = createClient();
  const left = inTurn(async () => "not reached", client.watch);
  client.leave();
  await expect(left).rejects.toMatchObject({ name: "ClientLeft" });
  expect(client.listeners()).toBe(0);
  const third = inTurn(async () => "done");
  await expect(inTurn(async () => "too many")).rejects.toMatchObject({ name: "QueueFull" });
  end();
  await first;
  expect(await third).toBe("done");
});

test("a call whose client disconnects just as its turn comes still runs, and the next call follows", async () => {
  const inTurn = createConcurrencyLimit({ atOnceMax: 1, waitingMax: 2 });
  const { promise, resolve: end } = Promise.withResolvers<void>();
  const first = inTurn(() => promise);
  const client = createClient();
  const second = inTurn(async () => "ran", client.watch);
  end();
  await first;
  client.leave();
  expect(await second).toBe("ran");
  expect(await inTurn(async () => "done")).toBe("done");
});

test("a call whose client has disconnected before it waits is refused at once", async () => {
  const inTurn = createConcurrencyLimit({ atOnceMax: 1, waitingMax: 1 });
  const { promise, resolve: end } = Promise.withResolvers<void>();
  const first = inTurn(() => promise);
  const left = inTurn(
    async () => "not reached",
    (listener) => {
      listener();
      return () => {};
    },
  );
  await expect(left).rejects.toMatchObject({ name: "ClientLeft" });
  end();
  await first;
  expect(await inTurn(async () => "done")).toBe("done");
});

test("a client is watched only while its call waits, and may disconnect once the call runs", async () => {
  const inTurn = createConcurrencyLimitPerKey<string>({ atOnceMax: 1, waitingMax: 1 });
  const { promise, resolve: end } = Promise.withResolvers<void>();
  const client = createClient();
  const first = inTurn("a", () => promise, client.watch);
  expect(client.subscriptions()).toBe(0);
  const second = inTurn(
    "a",
    async () => {
      client.leave();
      return "done";
    },
    client.watch,
  );
  expect(client.subscriptions()).toBe(1);
  end();
  await first;
  expect(await second).toBe("done");
  expect(client.listeners()).toBe(0);
});

test("a key is used as long as its work runs or waits", async () => {
  const inTurn = createConcurrencyLimitPerKey<string>({ atOnceMax: 1, waitingMax: 1 });
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  expect(inTurn.isUsed("a")).toBe(false);
  const running = inTurn("a", () => first.promise);
  const waiting = inTurn("a", () => second.promise);
  expect([inTurn.isUsed("a"), inTurn.isUsed("b")]).toEqual([true, false]);
  first.resolve();
  await running;
  expect(inTurn.isUsed("a")).toBe(true);
  second.resolve();
  await waiting;
  expect(inTurn.isUsed("a")).toBe(false);
});
