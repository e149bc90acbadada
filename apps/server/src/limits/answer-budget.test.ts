import { keyOf } from "@daymark/api/testing";
import { expect, test } from "vitest";
import { batchBytesMax, createRequestAnswers } from "./answer-budget.ts";

const list = (rows: number, text: string) => Array.from({ length: rows }, (_, id) => ({ id, text }));
/** A budget, with its calls for memory and turns so far. */
function createBudget(textBytesMax?: number) {
  const told = { held: [] as number[], turns: 0 };
  const nextTurn = async () => {
    told.turns += 1;
  };
  return { told, budget: createRequestAnswers({ hold: (bytes) => told.held.push(bytes), nextTurn, textBytesMax }) };
}
/** Counts answers one after the other, and returns the result of the budget of a batch. */
function count(...answers: unknown[]) {
  const { budget } = createBudget(batchBytesMax);
  return Promise.all(answers.map((answer) => keyOf((async () => budget.take(answer))())));
}

const accepted = (answers: number) => Array(answers).fill("accepted");

test("a year of fifty habits fits into a batch with the rest of the dashboard", async () => {
  const day = { day: "2026-11-24", value: 10_000, unit: "minutes", skipped: false, confirmed: false };
  const year = Array.from({ length: 50 * 366 }, (_, index) => ({ habit_id: 1_000_000 + index, ...day, note: null }));
  const other = { results: list(100, "Слово про цей день") };
  expect(await count(other, { results: year }, other, other)).toEqual(accepted(4));
});

test("responses that are too long together are refused, except for the first", async () => {
  const answer = list(3_000, "a".repeat(2_000));
  expect(await count(answer, { detail: "ok" })).toEqual(["accepted", "payload_too_large"]);
  expect(await count({ detail: "ok" }, answer)).toEqual(["accepted", "payload_too_large"]);
});

test("the limit of a batch counts bytes, so other scripts fit fewer characters", async () => {
  const answersOf = (character: string) => count(...Array(10).fill(list(100, character.repeat(2_000))));
  const refused = (answers: number) => Array(answers).fill("payload_too_large");
  expect(await answersOf("a")).toEqual(accepted(10));
  expect(await answersOf("я")).toEqual([...accepted(9), ...refused(1)]);
  expect(await answersOf("漢")).toEqual([...accepted(6), ...refused(4)]);
});

test("a list of thousands of rows counts as a short list does", async () => {
  const { budget, told } = createBudget(batchBytesMax);
  const answer = { results: list(5_000, "a".repeat(2_000)) };
  expect(await budget.take(answer)).toBe(answer);
  expect(told.held[0]).toBeGreaterThan(10_000_000);
  expect(budget.assertLeft).toThrow("payload_too_large");
});

test("responses of a single call or of mutations are never refused", () => {
  const { budget } = createBudget();
  for (let calls = 0; calls < 10; calls += 1) budget.take(list(1_000, "a".repeat(2_000)));
  budget.assertLeft();
});

test("a used-up budget refuses the next call before it runs", () => {
  const { budget } = createBudget(batchBytesMax);
  budget.assertLeft();
  budget.take(list(3_000, "a".repeat(2_000)));
  expect(budget.assertLeft).toThrow("payload_too_large");
});

test("all responses of a request are held in the budget together, with their text", async () => {
  const { budget, told } = createBudget();
  budget.take(list(1_000, "я".repeat(2_000)));
  budget.take(list(1_000, "я".repeat(2_000)));
  await budget.endPiece(100_000);
  const [first = 0, both = 0, withText = 0] = told.held;
  expect(first).toBeGreaterThan(4_000_000);
  expect([both, withText]).toEqual([2 * first, 2 * first + 100_000]);
});

test("responses that are long together are written in pieces, with other work after each piece", async () => {
  const { budget, told } = createBudget();
  budget.take(list(30, "я".repeat(1_000)));
  expect(budget.areLong()).toBe(false);
  budget.take(list(30, "я".repeat(1_000)));
  expect([budget.areLong(), told.turns]).toEqual([true, 0]);
  await budget.endPiece(0);
  expect(told.turns).toBe(1);
});

test("once responses are long together, they are set aside to be serialized separately", () => {
  const apart: object[] = [];
  const longAnswers = { add: (answer: object) => `name ${apart.push(answer)}` };
  const budget = createRequestAnswers({ hold: () => {}, nextTurn: async () => {}, longAnswers });
  const [short, long] = [list(30, "я"), list(100, "я".repeat(1_000))];
  expect([short, long, short, null].map(budget.take)).toEqual([short, "name 1", "name 2", null]);
  expect(apart).toEqual([long, short]);
});
