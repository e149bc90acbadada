import { expect, test } from "vitest";
import { readSearch } from "./search.ts";

const known = { actor: "text", from: "day", outcome: ["done", "refused"] } as const;

test("what an address asks for is taken where it is known, also where it looks like a number", () => {
  expect(readSearch(known, { actor: 17, from: "2026-11-22", outcome: "done" })).toEqual({
    actor: "17",
    from: "2026-11-22",
    outcome: "done",
  });
});

test("what is wrong, empty, too long or unknown is left out", () => {
  const given = { actor: "x".repeat(101), from: "yesterday", outcome: "maybe", other: "1" };
  expect(readSearch(known, given)).toEqual({});
  expect(readSearch(known, { actor: "  " })).toEqual({});
});
