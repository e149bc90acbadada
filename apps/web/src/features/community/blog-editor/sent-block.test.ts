import { blockInput } from "@daymark/domain/community/blog-block";
import { expect, test } from "vitest";
import { isEmptyText, sentBlock } from "./sent-block.ts";
import { createBlock } from "./writing.ts";

const bold = (from: number, to: number) => [{ from, to, mark: "bold" as const }];

test("marks stay on their words where the server removes control characters and white space", () => {
  // Word processors write a line break within a paragraph as a vertical tab.
  const text = " \u0001One\u000btwo\u0002 ";
  const block = createBlock("paragraph", { text, spans: bold(text.indexOf("two"), text.length) });
  const sent = sentBlock(block);
  expect(sent).toEqual({ kind: "paragraph", text: "Onetwo", spans: bold(3, 6) });
  expect(blockInput.parse(sent)).toEqual(sent);
  const list = createBlock("list", { items: [{ text, spans: bold(text.indexOf("two"), text.length), level: 0 }] });
  expect(sentBlock(list)).toMatchObject({ items: [{ text: "Onetwo", spans: bold(3, 6) }] });
});

test("a text of nothing but control characters is empty, and is not sent", () => {
  expect(isEmptyText(createBlock("paragraph", { text: " \u000b\u0001" }))).toBe(true);
  expect(isEmptyText(createBlock("list", { items: [{ text: "\u000b", spans: [], level: 0 }] }))).toBe(true);
  expect(isEmptyText(createBlock("paragraph", { text: "a" }))).toBe(false);
});
