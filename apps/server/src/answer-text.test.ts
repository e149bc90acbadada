import { expect, test } from "vitest";
import { writeInPieces } from "./answer-text.ts";

const rows = (count: number, text: string) => Array.from({ length: count }, (_, id) => ({ id, text, pinned: false }));

test.each([
  ["a list and what follows it", { results: rows(1_000, "漢字".repeat(1_000)), next: null }],
  ["two lists", { detail: "ok", first: rows(200, "я".repeat(900)), second: rows(200, '"\n'.repeat(300)) }],
  ["empty lists and members that JSON leaves out", { results: [], more: [undefined, 1], left: undefined, next: null }],
])("an answer with %s is the same JSON in pieces as at once", async (_, answer) => {
  const body = await writeInPieces(answer, async () => {});
  expect(body.toString()).toBe(JSON.stringify(answer));
});

test("other work runs between pieces of some hundred kilobytes", async () => {
  const answer = { results: rows(1_000, "漢字".repeat(1_000)), next: null };
  const pieces: number[] = [];
  const { length } = await writeInPieces(answer, async (bytes) => void pieces.push(bytes));
  expect(pieces.length).toBe(20);
  for (const bytes of pieces) expect(bytes).toBeLessThan(320_000);
  expect(length - pieces.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThan(320_000);
});
