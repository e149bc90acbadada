import { expect, test } from "vitest";
import { createSharedLimit } from "./shared-limit.ts";

test("a single client gets half of the places, and the others share the rest", () => {
  const limit = createSharedLimit({ max: 100, shareMax: 10 });
  const take = (client: string, times: number) =>
    Array.from({ length: times }, () => limit.take(client)).filter((release) => release !== null).length;
  expect(take("a", 200)).toBe(51);
  expect(take("b", 200)).toBe(10);
  for (const client of ["c", "d", "e"]) expect(take(client, 10)).toBe(10);
  expect(take("f", 200)).toBe(9);
  expect(take("g", 1)).toBe(0);
});

test("a place released twice is free once", () => {
  const limit = createSharedLimit({ max: 2, shareMax: 2 });
  const release = limit.take("a");
  limit.take("a");
  release?.();
  release?.();
  expect([limit.take("b") !== null, limit.take("b")]).toEqual([true, null]);
});
