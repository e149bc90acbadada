import { expect, test } from "vitest";
import { readSearch } from "./search.ts";

const known = { actor: "text", from: "day", outcome: ["done", "refused"] } as const;

test("known parameters are read as text, even if they look like numbers", () => {
  expect(readSearch(known, { actor: 17, from: "2026-11-22", outcome: "done" })).toEqual({
    actor: "17",
    from: "2026-11-22",
    outcome: "done",
  });
});

test("invalid, empty, too long and unknown parameters are left out", () => {
  const given = { actor: "x".repeat(101), from: "yesterday", outcome: "maybe", other: "1" };
  expect(readSearch(known, given)).toEqual({});
  expect(readSearch(known, { actor: "  " })).toEqual({});
});
