import { expect, test } from "vitest";
import { createNetworkQueue } from "./network-queue.ts";

/** A queue and calls that the test ends by their names. */
function createCalls(limits: Parameters<typeof createNetworkQueue>[0]) {
  const inTurn = createNetworkQueue(limits);
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    begun,
    start: (network: string, name: string) =>
      inTurn(network, () => {
        begun.push(name);
        return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
      }).catch((error) => error.name),
    async end(name: string): Promise<void> {
      await expect.poll(() => begun).toContain(name);
      ends.get(name)?.();
    },
  };
}

test("networks alternate, however many calls of one wait", async () => {
  const calls = createCalls({
    common: { atOnceMax: 1, waitingMax: 10 },
    ofNetwork: { atOnceMax: 1, waitingMax: 10 },
  });
  const all = ["a1", "a2", "a3", "b1", "b2"].map((name) => calls.start(name.slice(0, 1), name));
  const order = ["a1", "b1", "a2", "b2", "a3"];
  for (const name of order) await calls.end(name);
  expect(calls.begun).toEqual(order);
  expect(await Promise.all(all)).toEqual(["a1", "a2", "a3", "b1", "b2"]);
});

test("a network is refused at its own limit, and another at the limit of all networks together", async () => {
  const calls = createCalls({
    common: { atOnceMax: 1, waitingMax: 1 },
    ofNetwork: { atOnceMax: 1, waitingMax: 1 },
  });
  const served = [calls.start("a", "a1"), calls.start("a", "a2"), calls.start("b", "b1")];
  expect(await calls.start("a", "a3")).toBe("QueueFull");
  expect(await calls.start("c", "c1")).toBe("QueueFull");
  for (const name of ["a1", "b1", "a2"]) await calls.end(name);
  expect(await Promise.all(served)).toEqual(["a1", "a2", "b1"]);
});
