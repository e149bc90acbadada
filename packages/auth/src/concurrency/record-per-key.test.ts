import { expect, test } from "vitest";
import { createRecordPerKey } from "./record-per-key.ts";

function createCounts() {
  return createRecordPerKey<string, { count: number }>(
    () => ({ count: 0 }),
    ({ count }) => count === 0,
  );
}

test("a key keeps its record while the record is in use", () => {
  const counts = createCounts();
  const first = counts.of("a");
  first.count = 1;
  for (let key = 0; key < 10_000; key += 1) counts.of(`idle ${key}`);
  expect(counts.of("a")).toBe(first);
});

test("at most a thousand idle records are kept, or twice as many as are in use", () => {
  const counts = createCounts();
  for (let key = 0; key < 10_000; key += 1) counts.of(`idle ${key}`);
  expect([...counts].length).toBeLessThanOrEqual(1_000);
  for (let key = 0; key < 3_000; key += 1) counts.of(`used ${key}`).count = 1;
  for (let key = 0; key < 20_000; key += 1) counts.of(`idle ${key}`);
  expect([...counts].length).toBeLessThanOrEqual(7_000);
  expect([...counts].filter(([, { count }]) => count === 1)).toHaveLength(3_000);
});
