import { expect, test } from "vitest";
import type { WrittenBlock, WrittenText } from "../writing.ts";
import { htmlBlocks } from "./html-blocks.ts";
import { markdownBlocks } from "./markdown-blocks.ts";
import { pastedBlocks } from "./pasted.ts";
import { plainBlocks } from "./plain-blocks.ts";
import { tableText } from "./table-text.ts";

/** A text with its marks in braces: `{bold word}`. */
function marked({ text, spans }: WrittenText): string {
  const signs = spans.flatMap((span) => [
    { at: span.from, sign: `{${span.mark === "link" ? span.href : span.mark} ` },
    { at: span.to, sign: "}" },
  ]);
  return signs
    .sort((one, other) => other.at - one.at)
    .reduce((whole, { at, sign }) => whole.slice(0, at) + sign + whole.slice(at), text);
}

const told = (blocks: readonly WrittenBlock[]) =>
  blocks.map((block) => {
    const { kind, alt, url, ordered, items } = block;
    const list = items.map((item) => `${"  ".repeat(item.level)}${ordered ? "1." : "•"} ${marked(item)}`).join("\n");
    return [kind, list || marked(block) || alt, url].filter(Boolean).join("|");
  });

test("a document is split into blocks of the matching kinds, with their marks", () => {
  const html = `<!--StartFragment--><h1>One&nbsp;day</h1><p>Begin   <b>small</b><br>and stay.</p>
    <h3>Why</h3><p><a href="https://example.org/a">A study</a></p><hr>
    <ul><li>tea</li><li><p>run</p><ul><li>far</li></ul></li></ul><ol><li>first</li><li>second</li></ol>
    <blockquote><p>Said.</p><p>Twice.</p></blockquote><pre><code>if (a) {\n  b();\n}\n</code></pre>
    <p>See <a href="https://example.org/b">this <em>one</em></a> &amp; that.</p><img src="https://example.org/p.png" alt="A dot">`;
  expect(told(htmlBlocks(html))).toEqual([
    "title|One day",
    "paragraph|Begin {bold small}\nand stay.",
    "subtitle|Why",
    "link|A study|https://example.org/a",
    "divider",
    "list|• tea\n• run\n  • far",
    "list|1. first\n1. second",
    "quote|Said.\n\nTwice.",
    "code|if (a) {\n  b();\n}",
    "paragraph|See {https://example.org/b this {italic one}} & that.",
    "image|A dot|https://example.org/p.png",
  ]);
});

test.each([
  ["<script>alert(1)</script><p>a</p>", ["paragraph|a"]],
  ["<style>p{}</style><p>a</p>", ["paragraph|a"]],
  ['<p>a<img src=x onerror="alert(1)">b</p>', ["paragraph|ab"]],
  ['<p><a href="javascript:alert(1)">a</a></p>', ["paragraph|a"]],
  ['<p>b <a href="java&#10;script:alert(1)">a</a></p>', ["paragraph|b a"]],
  ['<img src="data:text/html,x" alt="a"><p>a</p>', ["paragraph|a"]],
  ["<svg><script>alert(1)</script></svg><p>a</p>", ["paragraph|a"]],
  ["<iframe srcdoc='<p>x</p>'></iframe><p>a</p>", ["paragraph|a"]],
  ["<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>", ["paragraph|<script>alert(1)</script>"]],
  ['<p title="a>b">a</p>', ["paragraph|a"]],
  ["<p>1 < 2 and 3 > 2</p>", ["paragraph|1 < 2 and 3 > 2"]],
  ["<script>never ended <p>a</p>", []],
  ["<p>a<!-- never ended <p>b", ["paragraph|a"]],
  ["<ul><li>a", ["list|• a"]],
  ["<pre>a\n  b", ["code|a\n  b"]],
  ["<li>a</li>", ["paragraph|a"]],
])("only the text of %s is kept", (html, blocks) => {
  expect(told(htmlBlocks(html))).toEqual(blocks);
});

test("a Google document is bold only where its styles say so", () => {
  const html = `<b style="font-weight:normal;" id="docs-internal-guid-1"><p><span style="font-weight:400">a </span><span
    style="font-weight:700;font-style:italic">b</span></p></b>`;
  expect(told(htmlBlocks(html))).toEqual(["paragraph|a {italic {bold b}}"]);
});

test("a table becomes aligned text, a table of one column becomes paragraphs", () => {
  const html = `<p>a</p><table><thead><tr><th>Day</th><th>Steps</th></tr></thead><tbody><tr><td>Monday<br>early</td>
    <td><p>9</p></td></tr><tr><td>Tue</td></tr></tbody></table><p>b</p><table><tr><td>c</td></tr></table>`;
  expect(told(htmlBlocks(html))).toEqual([
    "paragraph|a",
    "code|| Day          | Steps |\n| ------------ | ----- |\n| Monday early | 9     |\n| Tue          |       |",
    "paragraph|b",
    "paragraph|c",
  ]);
});

test("headings have the same kinds in HTML as in Markdown, and their own in content copied in the editor", () => {
  const levels = [1, 2, 3, 4, 5, 6];
  const markdown = told(markdownBlocks(levels.map((level) => `${"#".repeat(level)} a`).join("\n\n")));
  expect(markdown).toEqual(["title|a", ...Array(5).fill("subtitle|a")]);
  expect(told(htmlBlocks(levels.map((level) => `<h${level}>a</h${level}>`).join("")))).toEqual(markdown);
  expect(told(htmlBlocks('<h2 data-pm-slice="0 0 []">a</h2><h3>b</h3>'))).toEqual(["title|a", "subtitle|b"]);
});

test("content copied in the editor keeps its spaces, stored pictures and separate links", () => {
  const html =
    '<p data-pm-slice="0 0 []">one  two\nthree</p><p><a href="https://example.org/">alone</a></p>' +
    '<p data-link-card=""><a href="https://example.org/c">card</a></p><img src="/uploads/a-400.webp" alt="A" data-image-id="7">';
  const blocks = htmlBlocks(html);
  expect(told(blocks)).toEqual([
    "paragraph|one  two\nthree",
    "paragraph|{https://example.org/ alone}",
    "link|card|https://example.org/c",
    "image|A|/uploads/a-400.webp",
  ]);
  expect(blocks.at(-1)?.image_id).toBe(7);
  // Another site's page has no pictures of ours.
  expect(htmlBlocks('<img src="/uploads/a-400.webp" alt="A" data-image-id="7">')).toEqual([]);
});

test("Markdown keeps headings, emphasis, links, pictures, lists, quotes, code and tables", () => {
  const text = `# One

Begin **small *and* stay** with \`code*\` and [a link](https://example.org/a "t") &amp; \\*so\\*.
![A dot](https://example.org/p.png)

- tea
- [x] run
  1. far

3. third

> Said.
>
> Twice.

\`\`\`js
if (a) {
  b();
}
\`\`\`

| Day | Steps |
| --- | ----: |
| Mon | **9** |

---

https://example.org/b
`;
  expect(told(markdownBlocks(text))).toEqual([
    "title|One",
    "paragraph|Begin {bold small {italic and} stay} with {code code*} and {https://example.org/a a link} & *so*.",
    "image|A dot|https://example.org/p.png",
    "list|• tea\n• ☑ run\n  • far",
    "list|1. third",
    "quote|Said.\n\nTwice.",
    "code|if (a) {\n  b();\n}",
    "code|| Day | Steps |\n| --- | ----- |\n| Mon | 9     |",
    "divider",
    "link|https://example.org/b|https://example.org/b",
  ]);
});

test.each([
  ["[a](javascript:alert(1))", ["paragraph|a"]],
  ["![a](javascript:alert(1))", ["paragraph|a"]],
  ["<script>alert(1)</script>", ["paragraph|<script>alert(1)</script>"]],
  ["2 * 3 * 4 and snake_case_name", ["paragraph|2 * 3 * 4 and snake_case_name"]],
  ["see https://example.org/a_b_c.", ["paragraph|see https://example.org/a_b_c."]],
])("unsafe or accidental Markdown in %j becomes text", (text, blocks) => {
  expect(told(markdownBlocks(text))).toEqual(blocks);
});

test("indented lines become code with their indentation", () => {
  const code = "function a() {\n  x();\n\n    y();\n}";
  expect(told(markdownBlocks(code))).toEqual([`code|${code}`]);
  expect(told(markdownBlocks(`Look:\n\n${code}`))).toEqual(["paragraph|Look:", `code|${code}`]);
});

test("plain text is split at empty lines, or at every line if there are none", () => {
  expect(told(markdownBlocks("One\nstill one\n\nTwo\r\n\r\n---\n\n## Why\n\nhttps://example.org/a"))).toEqual([
    "paragraph|One\nstill one",
    "paragraph|Two",
    "divider",
    "subtitle|Why",
    "link|https://example.org/a|https://example.org/a",
  ]);
  expect(told(markdownBlocks("One\nTwo"))).toEqual(["paragraph|One", "paragraph|Two"]);
  // A line break within a paragraph of a word processor.
  expect(told(markdownBlocks("One\u000bstill one\n\nTwo"))).toEqual(["paragraph|One\nstill one", "paragraph|Two"]);
  expect(told(plainBlocks("# One\n\n  **Two**"))).toEqual(["paragraph|# One", "paragraph|  **Two**"]);
});

test("HTML without formatting gives way to the text beside it", () => {
  const html = '<div style="white-space:pre"><div><span>- a</span></div><div><span>- b</span></div></div>';
  expect(told(pastedBlocks({ html, text: "- a\n- b" }))).toEqual(["list|• a\n• b"]);
  expect(told(pastedBlocks({ html: "<p>One <b>two</b></p>", text: "One two" }))).toEqual(["paragraph|One {bold two}"]);
  expect(told(pastedBlocks({ html: "", text: "One" }))).toEqual(["paragraph|One"]);
  expect(pastedBlocks({ html: "", text: "" })).toEqual([]);
});

test("a document of unclosed tags is read in linear time", () => {
  expect(told(htmlBlocks(`<p>a</p>${"<a ".repeat(200_000)}`))).toEqual(["paragraph|a"]);
  expect(told(htmlBlocks(`<p>a</p><a ${'b="'.repeat(200_001)}`))).toEqual(["paragraph|a"]);
  expect(htmlBlocks("<".repeat(200_000))).toHaveLength(1);
  expect(htmlBlocks("<b>".repeat(200_000))).toHaveLength(0);
  expect(htmlBlocks("<ul>".repeat(20_000) + "<li>a".repeat(20_000))).toHaveLength(1);
});

test("deeply nested Markdown is pasted as it is, and a table may have very many rows", { timeout: 60_000 }, () => {
  const text = `${">".repeat(5000)} a`;
  expect(told(pastedBlocks({ html: "", text }))).toEqual([`paragraph|${text}`]);
  expect(tableText(Array(150_000).fill(["a", "b"])).split("\n")).toHaveLength(150_001);
});
