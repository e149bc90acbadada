import { expect, test, vi } from "vitest";
import { beginningOf, cut } from "./loop-row.ts";

test("a text is cut to the maximal length, with a mark", () => {
  expect(cut(" read\u0000 ", 5)).toEqual({ text: "read", isCut: false });
  expect(cut("reading", 5)).toEqual({ text: "read…", isCut: true });
  expect(cut(`${"\u0007".repeat(50)}reading`, 5)).toEqual({ text: "", isCut: true });
});

test("only the beginning of a text is read, so that a name of a megabyte costs no more for each of its habits", () => {
  const text = { length: 1_000_000, slice: vi.fn(() => "x".repeat(800)) };
  expect(cut(text as unknown as string, 80)).toEqual({ text: `${"x".repeat(79)}…`, isCut: true });
  expect(text.slice).toHaveBeenCalledExactlyOnceWith(0, 800);
});

test("a pair of surrogates is not cut in two", () => {
  expect(cut(`a${"\u0001".repeat(798)}😀`, 80)).toEqual({ text: "a", isCut: true });
  expect(beginningOf("ab😀", 3)).toBe("ab");
  expect(beginningOf("ab😀", 4)).toBe("ab😀");
});
