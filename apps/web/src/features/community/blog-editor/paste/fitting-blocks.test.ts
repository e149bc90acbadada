import { blogDraftContent } from "@daymark/domain/community/blog";
import { expect, test } from "vitest";
import { createInputOf } from "../faults.ts";
import { createBlock, draftOf, emptyWriting, type WrittenBlock } from "../writing.ts";
import { fittingBlocks } from "./fitting-blocks.ts";
import { pastedBlocks } from "./pasted.ts";

const words = (count: number) => Array.from({ length: count }, (_, index) => `word${index}`);

test.each<[string, { html?: string; text?: string }]>([
  [
    "list in HTML",
    {
      html: `<ul>${words(450)
        .map((word) => `<li>${word}<ul><li>in</li></ul></li>`)
        .join("")}</ul>`,
    },
  ],
  [
    "list in Markdown",
    {
      text: words(450)
        .map((word) => `1. ${word}`)
        .join("\n"),
    },
  ],
  ["item", { html: `<ul><li>a<ul><li>${words(5000).join(" ")}</li></ul></li></ul>` }],
  [
    "table",
    {
      html: `<table>${words(3000)
        .map((word) => `<tr><td>${word}</td><td>b</td></tr>`)
        .join("")}</table>`,
    },
  ],
  ["code", { html: `<pre>${words(9000).join("\n  ")}</pre>` }],
  ["code of one line", { html: `<pre>${"😀".repeat(30_001)}</pre>` }],
  ["paragraph", { html: `<p>${words(9000).join(" ")}</p>` }],
  [
    "paragraph of links",
    {
      html: `<p>${words(900)
        .map((word) => `<a href="https://example.org/${word}">${word}</a> b`)
        .join(" ")}</p>`,
    },
  ],
  ["link", { html: `<p><a href="https://example.org/">${words(9000).join(" ")}</a></p>` }],
  ["description", { html: `<img src="https://example.org/a.png" alt="${words(900).join(" ")}">` }],
])("a long pasted %s becomes blocks that can be saved and published", (_, { html = "", text = "" }) => {
  const read = pastedBlocks({ html, text });
  const writing = { ...emptyWriting("en"), title: "One", description: "Two" };
  expect(blogDraftContent.safeParse(draftOf({ ...writing, blocks: read })).success && isPublishable(read)).toBe(false);
  const blocks = fittingBlocks(read);
  expect(blogDraftContent.safeParse(draftOf({ ...writing, blocks })).success).toBe(true);
  expect(isPublishable(blocks)).toBe(true);
  const isPicture = blocks.some(({ kind }) => kind === "image");
  if (!isPicture) expect(saidBy(blocks)).toEqual(saidBy(read));

  function isPublishable(blocks: readonly WrittenBlock[]) {
    try {
      return createInputOf({ ...writing, blocks }).blocks.length > 0;
    } catch {
      return false;
    }
  }
});

test("the parts of a long text keep their marks", () => {
  const text = `${"a".repeat(9000)} ${"b".repeat(9000)}`;
  const spans = [{ from: 8998, to: 9003, mark: "bold" as const }];
  expect(fittingBlocks([createBlock("paragraph", { text, spans })])).toEqual([
    createBlock("paragraph", { text: "a".repeat(9000), spans: [{ from: 8998, to: 9000, mark: "bold" }] }),
    createBlock("paragraph", { text: "b".repeat(9000), spans: [{ from: 0, to: 2, mark: "bold" }] }),
  ]);
});

/** All words, however they are divided into blocks. */
function saidBy(blocks: readonly WrittenBlock[]): string {
  return blocks
    .flatMap(({ text, items }) => [text, ...items.map((item) => item.text)])
    .join("")
    .replaceAll(/\s+/g, "");
}
