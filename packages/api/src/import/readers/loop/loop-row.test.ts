import { expect, test } from "vitest";
import { beginningOf, cut } from "./loop-row.ts";

test("a text up to the maximal length stays, without its control characters and the spaces around it", () => {
  expect(cut(" read\u0000 ", 5)).toEqual({ text: "read", isCut: false });
  expect(cut(`read${" ".repeat(1_000)}`, 5)).toEqual({ text: "read", isCut: false });
  expect(cut(`${" ".repeat(1_000)}read`, 5)).toEqual({ text: "read", isCut: false });
});

test("a longer text is cut to the maximal length, and ends in an ellipsis", () => {
  expect(cut("reading", 5)).toEqual({ text: "read…", isCut: true });
  expect(cut("x".repeat(1_000_000), 80)).toEqual({ text: `${"x".repeat(79)}…`, isCut: true });
});

test("only the beginning of a text is read, so that a name of a megabyte costs no more for each of its habits", () => {
  expect(cut(`${"\u0001".repeat(50)}reading`, 5)).toEqual({ text: "…", isCut: true });
});

test("a pair of surrogates is not cut in two", () => {
  expect(cut(`a${"\u0001".repeat(798)}😀`, 80)).toEqual({ text: "a…", isCut: true });
  expect(beginningOf("ab😀", 3)).toBe("ab");
  expect(beginningOf("ab😀", 4)).toBe("ab😀");
});
