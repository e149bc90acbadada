import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { createImportQueue } from "./queue.ts";

/** Imports that the test ends, and the networks of those that have begun, in order. */
function createImports() {
  const inTurn = createImportQueue();
  const begun: string[] = [];
  let end = () => {};
  /** A turn passes on in the next turn of the event loop: first the common turn, then the turn of the network. */
  const letTurnsPass = async () => {
    for (let turns = 0; turns < 4; turns += 1) await nextTurn();
  };
  return {
    begun,
    start: (network: string) =>
      inTurn(network, () => {
        begun.push(network);
        return new Promise<void>((resolve) => {
          end = resolve;
        });
      }).then(
        () => "imported",
        (error) => error.name,
      ),
    async endOne() {
      await letTurnsPass();
      end();
    },
  };
}

test("imports of one network delay another network's import by at most one", async () => {
  const imports = createImports();
  const all = ["a", "a", "a", "a", "b", "b"].map(imports.start);
  for (let count = 0; count < all.length; count += 1) await imports.endOne();
  expect(imports.begun).toEqual(["a", "b", "a", "b", "a", "a"]);
  expect(new Set(await Promise.all(all))).toEqual(new Set(["imported"]));
});

test("a network that takes all the places it can leaves places for others", async () => {
  const imports = createImports();
  const flood = Array.from({ length: 100 }, () => imports.start("a"));
  const others = Array.from({ length: 5 }, () => imports.start("b"));
  for (let count = 0; count < 20; count += 1) await imports.endOne();
  expect(await Promise.all(others)).toEqual(Array(5).fill("imported"));
  const outcomes = await Promise.all(flood);
  // One runs, and ten wait.
  expect(outcomes.filter((outcome) => outcome === "imported")).toHaveLength(11);
  expect(outcomes.filter((outcome) => outcome === "QueueFull")).toHaveLength(89);
});
