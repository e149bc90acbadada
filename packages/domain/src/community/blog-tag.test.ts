import { expect, test } from "vitest";
import { tagInput, tagsInput } from "./blog-tag.ts";
import { normalizeTag } from "./tag.ts";

test.each([
  ["  #Deep   Sleep ", "deep sleep"],
  ["Здоров'я", "здоров’я"],
  ["здоровʼя", "здоров’я"],
  ["Node.js", "node.js"],
  ["C++", "c++"],
  ["cafe\u0301", "caf\u00e9"],
  ["Self-Care", "self-care"],
])("the tag %j has the one form %j", (text, tag) => {
  expect(tagInput.parse(text)).toBe(tag);
  expect(normalizeTag(tag)).toBe(tag);
});

test.each([
  ["a,b", "tag_invalid"],
  ["-x", "tag_invalid"],
  ["<b>", "tag_invalid"],
  ["🙂", "tag_invalid"],
  [" # ", "blank"],
  ["x".repeat(31), "too_long"],
  ["a\u0000b", "unreadable_text"],
])("the tag %j is refused as %s", (text, code) => {
  expect(tagInput.safeParse(text).error?.issues.map(({ message }) => message)).toEqual([code]);
});

test("a post has at most five tags, and a repeated one counts once", () => {
  expect(tagsInput.parse(["B", "a", "b", "A "])).toEqual(["b", "a"]);
  expect(tagsInput.safeParse(["a", "b", "c", "d", "e"]).data).toEqual(["a", "b", "c", "d", "e"]);
  for (const sixth of ["f", "E"]) expect(tagsInput.safeParse(["a", "b", "c", "d", "e", sixth]).success).toBe(false);
});
