import { expect, test } from "vitest";
import { createMemoryBudget } from "./memory-budget.ts";

test("beyond the budget the client that holds the most loses its oldest piece", () => {
  const budget = createMemoryBudget(100);
  const givenUp: string[] = [];
  const hold = (client: string, name: string, bytes: number) =>
    budget.hold({ client, bytes, giveUp: () => givenUp.push(name) });
  hold("a", "a1", 30);
  hold("b", "b1", 35);
  hold("a", "a2", 30);
  expect([givenUp, budget.heldBytes()]).toEqual([[], 95]);
  hold("c", "c1", 20);
  expect([givenUp, budget.heldBytes()]).toEqual([["a1"], 85]);
  hold("b", "b2", 40);
  expect([givenUp, budget.heldBytes()]).toEqual([["a1", "b1"], 90]);
});

test("a piece that is released twice is subtracted once", () => {
  const budget = createMemoryBudget(100);
  const piece = budget.hold({ client: "a", bytes: 60, giveUp: () => {} });
  budget.hold({ client: "b", bytes: 10, giveUp: () => {} });
  piece.release();
  piece.release();
  expect(budget.heldBytes()).toBe(10);
});

test("a piece larger than the budget is dropped itself", () => {
  const budget = createMemoryBudget(100);
  const givenUp: string[] = [];
  budget.hold({ client: "a", bytes: 101, giveUp: () => givenUp.push("a") });
  expect([givenUp, budget.heldBytes()]).toEqual([["a"], 0]);
});

test("if many clients use up the budget together, the oldest piece is dropped, not the largest", () => {
  const budget = createMemoryBudget(1_000);
  const givenUp: string[] = [];
  const hold = (client: string, bytes: number) => budget.hold({ client, bytes, giveUp: () => givenUp.push(client) });
  for (let client = 1; client <= 50; client++) hold(`stalled ${client}`, 20);
  hold("honest", 60);
  expect(givenUp).toEqual(["stalled 1", "stalled 2", "stalled 3"]);
  expect(budget.heldBytes()).toBe(1_000);
});

test("a piece that grows keeps its age and is dropped before younger ones", () => {
  const budget = createMemoryBudget(100);
  const givenUp: string[] = [];
  const hold = (name: string, bytes: number) => budget.hold({ client: "a", bytes, giveUp: () => givenUp.push(name) });
  const first = hold("first", 10);
  const second = hold("second", 10);
  hold("third", 10);
  first.resize(40);
  second.resize(50);
  expect([givenUp, budget.heldBytes()]).toEqual([[], 100]);
  second.resize(60);
  expect([givenUp, budget.heldBytes()]).toEqual([["first"], 70]);
  first.resize(90);
  first.release();
  expect(budget.heldBytes()).toBe(70);
});
