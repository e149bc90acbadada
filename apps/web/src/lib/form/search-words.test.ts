import { expect, test } from "vitest";
import { readBlogSearch } from "../../features/community/blog/search.ts";
import { readBoardSearch } from "../../features/community/feature-request/board-search.ts";
import { readLogSearch } from "../../features/operator/log/log-search.ts";
import { readSearch } from "../../features/tracking/calendar/grid/search.ts";
import { searchWords } from "./search-words.ts";

test("a search text stays text, even if it looks like a boolean or a number", () => {
  for (const [value, words] of [
    [" week view ", "week view"],
    [true, "true"],
    [false, "false"],
    [17, "17"],
    [undefined, ""],
    [null, ""],
    [{}, ""],
  ] as const) {
    expect(searchWords(value, 100), String(value)).toBe(words);
  }
  expect(readBlogSearch({ search: true })).toEqual({ search: "true" });
  expect(readBoardSearch({ search: true })).toEqual({ search: "true" });
  expect(readLogSearch({ search: true })).toEqual({ search: "true" });
  expect(readSearch({ q: true })).toEqual({ q: "true" });
});

test("a search text is cut in whole characters, and read back unchanged", () => {
  const long = `a${"😀".repeat(120)}`;
  for (const words of [readBlogSearch({ search: long }).search, readBoardSearch({ search: long }).search]) {
    expect(words).toBe(`a${"😀".repeat(99)}`);
  }
  expect(readSearch({ q: long }).q).toBe(`a${"😀".repeat(79)}`);
  const once = searchWords(`${"a".repeat(9)} b`, 10);
  expect(searchWords(once, 10)).toBe(once);
});
