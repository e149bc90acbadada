import { expect, test } from "vitest";
import { htmlBlocks, pastedBlocks, plainBlocks } from "./pasted.ts";

const told = (blocks: readonly { kind: string; text: string; url: string; alt: string }[]) =>
  blocks.map(({ kind, text, url, alt }) => [kind, text || alt, url].filter(Boolean).join("|"));

test("a document is split into blocks of the matching kinds", () => {
  const html = `<!--StartFragment--><h1>One&nbsp;day</h1><p>Begin   <b>small</b><br>and stay.</p>
    <h3>Why</h3><p><a href="https://example.org/a">A study</a></p><hr>
    <ul><li>tea</li><li>run</li></ul><ol><li>first</li><li>second</li></ol>
    <p>See <a href="https://example.org/b">this</a> &amp; that.</p><img src="https://example.org/p.png" alt="A dot">`;
  expect(told(htmlBlocks(html))).toEqual([
    "title|One day",
    "paragraph|Begin small\nand stay.",
    "subtitle|Why",
    "link|A study|https://example.org/a",
    "divider",
    "paragraph|• tea",
    "paragraph|• run",
    "paragraph|1. first",
    "paragraph|2. second",
    "paragraph|See this (https://example.org/b) & that.",
    "image|A dot|https://example.org/p.png",
  ]);
});

test.each([
  ["<script>alert(1)</script><p>a</p>", ["paragraph|a"]],
  ["<style>p{}</style><p>a</p>", ["paragraph|a"]],
  ['<p>a<img src=x onerror="alert(1)">b</p>', ["paragraph|ab"]],
  ['<p><a href="javascript:alert(1)">a</a></p>', ["paragraph|a"]],
  ['<img src="data:text/html,x" alt="a"><p>a</p>', ["paragraph|a"]],
  ["<svg><script>alert(1)</script></svg><p>a</p>", ["paragraph|a"]],
  ["<iframe srcdoc='<p>x</p>'></iframe><p>a</p>", ["paragraph|a"]],
  ["<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>", ["paragraph|<script>alert(1)</script>"]],
  ['<p title="a>b">a</p>', ["paragraph|a"]],
  ["<p>1 < 2 and 3 > 2</p>", ["paragraph|1 < 2 and 3 > 2"]],
  ["<script>never ended <p>a</p>", []],
  ["<p>a<!-- never ended <p>b", ["paragraph|a"]],
])("only the text of %s is kept", (html, blocks) => {
  expect(told(htmlBlocks(html))).toEqual(blocks);
});

test("plain text is split at empty lines, or at every line if there are none", () => {
  expect(told(plainBlocks("One\nstill one\n\nTwo\r\n\r\n---\n\n## Why\n\nhttps://example.org/a"))).toEqual([
    "paragraph|One\nstill one",
    "paragraph|Two",
    "divider",
    "subtitle|Why",
    "link|https://example.org/a|https://example.org/a",
  ]);
  expect(told(plainBlocks("One\nTwo"))).toEqual(["paragraph|One", "paragraph|Two"]);
});

test("a single text is inserted at the caret instead of as a block", () => {
  expect(pastedBlocks({ html: "<p>One</p>", text: "One" })).toBeNull();
  expect(pastedBlocks({ html: "", text: "One" })).toBeNull();
  expect(pastedBlocks({ html: "", text: "" })).toBeNull();
});

test("a document of unclosed tags is read in linear time", () => {
  expect(told(htmlBlocks(`<p>a</p>${"<a ".repeat(200_000)}`))).toEqual(["paragraph|a"]);
  expect(told(htmlBlocks(`<p>a</p><a ${'b="'.repeat(200_001)}`))).toEqual(["paragraph|a"]);
  expect(htmlBlocks("<".repeat(200_000))).toHaveLength(1);
  expect(htmlBlocks("<b>".repeat(200_000))).toHaveLength(0);
});
