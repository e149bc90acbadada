import { expect, test } from "vitest";
import { headingsOf } from "./headings.ts";

const idsOf = (...texts: string[]) =>
  [...headingsOf(texts.map((text) => ({ kind: "title" as const, text }))).values()].map(({ id }) => id);

test("a heading's id is made from its words, in any script", () => {
  expect(idsOf("Small steps, big days!", "Малі кроки", "день")).toEqual([
    "part-small-steps-big-days",
    "part-малі-кроки",
    "part-день",
  ]);
});

test("all heading ids are different", () => {
  const ids = idsOf("Why", "Why", "Why 2", "?!", "…", "Why");
  expect(new Set(ids).size).toBe(ids.length);
});

test("headings have the indexes of their blocks", () => {
  const headings = headingsOf([
    { kind: "paragraph", text: "a" },
    { kind: "subtitle", text: "B" },
    { kind: "divider" },
    { kind: "title", text: "C" },
  ]);
  expect([...headings].map(([index, { text, level }]) => [index, text, level])).toEqual([
    [1, "B", "subtitle"],
    [3, "C", "title"],
  ]);
});
