import { expect, test } from "vitest";
import { countedWithOwn } from "./emoji-counts.ts";

const given = [
  { emoji: "laugh", count: 2, mine: true },
  { emoji: "heart", count: 1, mine: false },
] as const;

test("the user's own reaction counts once, whether or not the server counted it already", () => {
  const [heart, laugh] = [{ emoji: "heart", count: 2, mine: true } as const, given[0]];
  expect(countedWithOwn(given, new Map([["heart", true]]))).toEqual([heart, laugh]);
  expect(countedWithOwn([heart, laugh], new Map([["heart", true]]))).toEqual([heart, laugh]);
});

test("a reaction that the user takes back is subtracted, and an emoji without users is not shown", () => {
  expect(countedWithOwn(given, new Map([["laugh", false]]))).toEqual([
    given[1],
    { ...given[0], count: 1, mine: false },
  ]);
  expect(countedWithOwn([{ emoji: "eyes", count: 1, mine: true }], new Map([["eyes", false]]))).toEqual([]);
  expect(countedWithOwn([], new Map([["eyes", false]]))).toEqual([]);
});
