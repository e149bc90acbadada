import { expect, test } from "vitest";
import { readBlogSearch, readCommentsSearch } from "./search.ts";

test("only valid search parameters of the blog are read", () => {
  expect(readBlogSearch({ search: " sleep ", language: "uk", cursor: "abc", utm_source: "x" })).toEqual({
    search: "sleep",
    language: "uk",
    cursor: "abc",
  });
  expect(readBlogSearch({ tag: " deep sleep " })).toEqual({ tag: "deep sleep" });
  expect(readBlogSearch({ tag: " ", cursor: 7 })).toEqual({});
  expect(readBlogSearch({ search: "", language: "fr", cursor: true })).toEqual({});
  expect(readBlogSearch({ search: " ", language: "all" })).toEqual({ language: "all" });
  expect(readCommentsSearch({ comments: "abc", cursor: "x" })).toEqual({ comments: "abc" });
});

test("parameters that were read are read back unchanged", () => {
  for (const given of [
    { search: `${"a".repeat(99)} b` },
    { search: "  x  ", language: "en" },
    { tag: "Здоров'я" },
    { cursor: "0" },
  ]) {
    const once = readBlogSearch(given);
    expect(readBlogSearch({ ...once })).toEqual(once);
  }
});
