import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { createLinkQueue } from "./link-queue.ts";

test("what links show is made one at a time, and client networks alternate", async () => {
  const inTurn = createLinkQueue();
  const made: string[] = [];
  let running = 0;
  let mostAtOnce = 0;
  const read = (network: string) =>
    inTurn(network, async () => {
      running += 1;
      mostAtOnce = Math.max(mostAtOnce, running);
      await nextTurn();
      made.push(network);
      running -= 1;
    });
  await Promise.all(["a", "a", "a", "b", "b"].map(read));
  expect(mostAtOnce).toBe(1);
  expect(made).toEqual(["a", "b", "a", "b", "a"]);
});

test("a network with too many waiting calls is refused, and others are still served", async () => {
  const inTurn = createLinkQueue();
  const outcome = (work: Promise<unknown>) =>
    work.then(
      () => "read",
      (error) => error.name,
    );
  const flood = Array.from({ length: 100 }, () => outcome(inTurn("a", () => nextTurn())));
  expect(await outcome(inTurn("b", () => nextTurn()))).toBe("read");
  const outcomes = await Promise.all(flood);
  // One runs, and twenty wait.
  expect(outcomes.filter((each) => each === "QueueFull")).toHaveLength(79);
});
