import { expect, test } from "vitest";
import { createOwnLocks } from "./page-locks.ts";

test("requests of one name take turns, and those of another name do not wait for them", async () => {
  const locks = createOwnLocks();
  const first = Promise.withResolvers<void>();
  const order: string[] = [];
  const held = locks.request("a", async () => {
    order.push("first begins");
    await first.promise;
    order.push("first ends");
  });
  const waiting = locks.request("a", async () => order.push("second"));
  await locks.request("b", async () => order.push("other"));
  first.resolve();
  await Promise.all([held, waiting]);
  expect(order).toEqual(["first begins", "other", "first ends", "second"]);
});

test("a request returns the result of its work, and failing work blocks no other request", async () => {
  const locks = createOwnLocks();
  const failed = locks.request("a", async () => {
    throw new Error("failed");
  });
  const next = locks.request("a", async () => "done");
  await expect(failed).rejects.toThrow("failed");
  expect(await next).toBe("done");
});

test("a request that is aborted while it waits never runs", async () => {
  const locks = createOwnLocks();
  const first = Promise.withResolvers<void>();
  const held = locks.request("a", () => first.promise);
  const stopping = new AbortController();
  let isRun = false;
  const waiting = locks.request("a", { signal: stopping.signal }, async () => {
    isRun = true;
  });
  stopping.abort();
  first.resolve();
  await held;
  await expect(waiting).rejects.toMatchObject({ name: "AbortError" });
  expect(isRun).toBe(false);
});
