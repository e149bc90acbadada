import { expect, test } from "vitest";
import { hasLongList, measureAnswer, measureInTurns } from "./answer-size.ts";

test.each([
  ["letters", "a".repeat(2_000)],
  ["Ukrainian", "Їжак ".repeat(400)],
  ["Chinese", "漢字".repeat(1_000)],
  ["emoji", "🧘🏽‍♀️".repeat(200)],
  ["quotation marks", '"\\'.repeat(1_000)],
  ["control characters", "\u0001\u0002".repeat(1_000)],
  ["one line break in a text", `${"я".repeat(1_000)}\n${"я".repeat(1_000)}`],
])("the measured length of texts in %s is close to their JSON", (_, text) => {
  const answer = { results: Array.from({ length: 100 }, (_, id) => ({ id, text, pinned: false })), next: null };
  const length = Buffer.byteLength(JSON.stringify(answer));
  const { textBytes } = measureAnswer(answer);
  expect(textBytes).toBeGreaterThanOrEqual(length);
  expect(textBytes).toBeLessThan(1.05 * length);
});

test("a text takes one byte per character in memory, or two if any is not Latin", () => {
  const latin = measureAnswer("a".repeat(10_000)).heapBytes;
  const other = measureAnswer(`${"a".repeat(9_999)}я`).heapBytes;
  expect([latin, other].map((bytes) => Math.round(bytes / 10_000))).toEqual([1, 2]);
});

test("a long list has the same size when it is measured in turns of the event loop", async () => {
  const rows = Array.from({ length: 5_000 }, (_, id) => ({ id, note: id % 2 ? null : "Слово", skipped: false }));
  for (const answer of [{ results: rows }, { results: rows, other: rows, next: null }]) {
    expect(hasLongList(answer)).toBe(true);
    expect(await measureInTurns(answer)).toEqual(measureAnswer(answer));
  }
  for (const answer of [{ results: rows.slice(0, 2_000) }, rows, "text", null]) expect(hasLongList(answer)).toBe(false);
});
