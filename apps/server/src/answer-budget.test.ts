import { keyOf } from "@daymark/api/testing";
import { expect, test } from "vitest";
import { createBatchBudget } from "./batch-budget.ts";

const list = (rows: number, text: string) => Array.from({ length: rows }, (_, id) => ({ id, text }));
/** What a budget says of answers, one after the other. */
function count(...answers: unknown[]) {
  const budget = createBatchBudget();
  return Promise.all(answers.map((answer) => keyOf((async () => budget.count(answer))())));
}

test("ten answers of a large account fit", async () => {
  const answer = list(1_000, "a".repeat(1_500));
  expect(await count(...Array(10).fill(answer))).toEqual(Array(10).fill("accepted"));
});

test("answers that are too long together are refused, but the first never is", async () => {
  const answer = list(10_000, "a".repeat(2_000));
  expect(await count(answer, { detail: "ok" })).toEqual(["accepted", "payload_too_large"]);
  expect(await count({ detail: "ok" }, answer)).toEqual(["accepted", "payload_too_large"]);
});

test("a budget that is used up refuses the next call before it runs", () => {
  const budget = createBatchBudget();
  budget.assertLeft();
  budget.count(list(10_000, "a".repeat(2_000)));
  expect(budget.assertLeft).toThrow("payload_too_large");
});

test("a control character counts as the six characters that it takes in JSON", async () => {
  const answer = list(1_000, "\u0001".repeat(2_000));
  expect(await count(answer, answer)).toEqual(["accepted", "payload_too_large"]);
});
