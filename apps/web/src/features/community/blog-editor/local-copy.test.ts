import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { keepLocalCopy, readLocalCopy, type WritingPlace } from "./local-copy.ts";
import { createBlock, draftOf, emptyWriting } from "./writing.ts";

beforeEach(() => {
  const stored = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
});

afterEach(() => void vi.unstubAllGlobals());

const item = { text: "tea", spans: [], level: 0 };

test.each([
  ["a list that is too long", createBlock("list", { items: Array(201).fill(item) })],
  ["a text that is too long", createBlock("code", { text: "a".repeat(20_001) })],
  ["a character that no database stores", createBlock("paragraph", { text: "a\u0000b" })],
])("unsaved content with %s is read again", (_, block) => {
  const content = draftOf({ ...emptyWriting("en"), blocks: [block] });
  keepLocalCopy("7", "new", { draft: null, base: null, content });
  expect(readLocalCopy("7", "new")?.content).toEqual(content);
});

test("each place has separate unsaved content: a new post, the translation of a post, a post and a draft", () => {
  const places: WritingPlace[] = ["new", { translate: "new" }, { translate: "seven" }, { post: "seven" }, { draft: 7 }];
  for (const [index, place] of places.entries()) {
    const content = draftOf({ ...emptyWriting("en"), title: String(index) });
    keepLocalCopy("7", place, { draft: null, base: null, content });
  }
  expect(places.map((place) => readLocalCopy("7", place)?.content.title)).toEqual(["0", "1", "2", "3", "4"]);
});

test("what is no content of a post is not read", () => {
  for (const value of ['{"draft":null,"base":null,"content":{"blocks":[{"kind":"video"}]}}', '{"content":', "null"]) {
    localStorage.setItem("writing:7:new", value);
    expect(readLocalCopy("7", "new")).toBeNull();
  }
});
