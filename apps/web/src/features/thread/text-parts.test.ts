import { expect, test } from "vitest";
import { textParts } from "./text-parts.ts";

const linksOf = (text: string) => textParts(text).flatMap(({ href }) => href ?? []);

test("addresses become links without the signs of the sentence around them", () => {
  expect(linksOf("See https://example.org/a, or (https://example.org/b_(c)). Also HTTP://EXAMPLE.org!")).toEqual([
    "https://example.org/a",
    "https://example.org/b_(c)",
    "http://example.org/",
  ]);
});

test("nothing but http and https becomes a link", () => {
  for (const text of [
    "javascript:alert(1)",
    "data:text/html,x",
    "//example.org",
    "https://",
    "xhttps://a.b",
    "ftp://a.b",
  ]) {
    expect(linksOf(text), text).toEqual([]);
  }
});

test("a text put together again is the text", () => {
  for (const text of ["", "plain", "https://a.b", "a\nhttps://a.b/c?d=e&f. g\n\nh https://", "«https://a.b»"]) {
    expect(
      textParts(text)
        .map((part) => part.text)
        .join(""),
    ).toBe(text);
  }
});
