import { commentLengthMax } from "@daymark/domain/base/bounds";
import fc from "fast-check";
import { Tokenizer } from "marked";
import { afterEach, describe, expect, test, vi } from "vitest";
import { readMarkdown } from "./markdown.ts";

const paragraph = (text: string, ...spans: object[]) => [{ kind: "paragraph", text, ...(spans[0] && { spans }) }];

afterEach(() => void vi.restoreAllMocks());

/** How many characters the parser may have read: all that follow each beginning of a mark, and each text between marks. */
function readingsOf(text: string): number {
  const emphasis = vi.spyOn(Tokenizer.prototype, "emStrong");
  const texts = vi.spyOn(Tokenizer.prototype, "inlineText");
  readMarkdown(text);
  // At other characters, and at `_` within a word, the search for bold and italic words ends at once.
  const searches = emphasis.mock.calls.filter(
    ([rest, , before = ""]) => /^[*_]/.test(rest) && !/^[a-z0-9]_/i.test(before + rest),
  );
  return [...searches, ...texts.mock.calls].reduce((sum, [rest]) => sum + rest.length, 0);
}

describe("a comment in Markdown", () => {
  test("has bold, italic, code and links, whose marks count the plain text", () => {
    expect(readMarkdown("😀 **b** _i_ `c <d>` [**l** x](https://x.org/?a=1&b) <https://y.org>")).toEqual(
      paragraph(
        "😀 b i c <d> l x https://y.org",
        { from: 3, to: 4, mark: "bold" },
        { from: 5, to: 6, mark: "italic" },
        { from: 7, to: 12, mark: "code" },
        { from: 13, to: 16, mark: "link", href: "https://x.org/?a=1&b" },
        { from: 13, to: 14, mark: "bold" },
        { from: 17, to: 30, mark: "link", href: "https://y.org" },
      ),
    );
  });

  test("has lists within lists, quotes and code, with its own line breaks", () => {
    expect(
      readMarkdown("One\ntwo\n\n- a\n  - b\n- **c**\n\n3. d\n\n> q\n>\n> r\n\n```js\nif (a) {\n  b\n}\n```"),
    ).toEqual([
      ...paragraph("One\ntwo"),
      {
        kind: "list",
        ordered: false,
        items: [{ text: "a" }, { text: "b", level: 1 }, { text: "c", spans: [{ from: 0, to: 1, mark: "bold" }] }],
      },
      { kind: "list", ordered: true, start: 3, items: [{ text: "d" }] },
      { kind: "quote", text: "q\n\nr" },
      { kind: "code", text: "if (a) {\n  b\n}" },
    ]);
  });

  test.each([
    "<script>alert(1)</script>",
    '<img src=x onerror="alert(1)"> <b>bold</b>',
    "<div>\nnext\n</div>",
    "&lt;b&gt; &amp;",
    "# No heading\ntext\n---",
    "![picture](https://a.example/b.png)",
    "| a | b |\n|---|---|\n| 1 | 2 |",
    "3 * 4 * 5 and snake_case_name",
    "~~no~~",
    ">",
  ])("keeps as it was typed what it does not know: %j", (text) => {
    expect(readMarkdown(text)).toEqual(paragraph(text));
  });

  test.each([
    "javascript:alert(1)",
    "data:text/html,x",
    "/settings",
    "//evil.example",
    "vbscript:x",
    "mailto:a@b.example?bcc=c",
  ])("does not link %j", (href) => {
    expect(JSON.stringify(readMarkdown(`[press](${href}) [press](<${href}>)`))).not.toContain('"link"');
  });

  test("has 20 links at most, and the others stay readable", () => {
    const [block] = readMarkdown("[a](https://a.example) ".repeat(30));
    const { text, spans = [] } = block as { text: string; spans?: { mark: string }[] };
    expect(spans.filter(({ mark }) => mark === "link")).toHaveLength(20);
    expect(text.match(/https:/g)).toHaveLength(10);
  });

  test("is read from any text, with marks that lie within it", () => {
    const piece = fc.constantFrom(..."*_`[]()<>!#-+>|~\\ \n1.a😀", "https://a.b ", "```\n", "  - ", "> ");
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 120 }), (pieces) => {
        const text = pieces.join("");
        for (const block of readMarkdown(text)) {
          for (const part of block.kind === "list" ? block.items : [block]) {
            const spans = "spans" in part ? (part.spans ?? []) : [];
            expect(spans.every(({ from, to }) => 0 <= from && from < to && to <= part.text.length)).toBe(true);
          }
        }
      }),
      { numRuns: 500 },
    );
  });

  test("that is all nesting is plain text, so that no comment is slow", () => {
    const text = "> ".repeat(900);
    expect(readMarkdown(text)).toEqual(paragraph(text));
  });

  test.each(["__a#", "a[__", "**a ", "x__1__", "www._www.____", "-\\["])(
    "that is all beginnings of marks (%s) is read in bounded time, and no character is lost",
    (beginning) => {
      const text = beginning.repeat(commentLengthMax).slice(0, commentLengthMax);
      expect(readingsOf(text)).toBeLessThan(550_000);
      const [block] = readMarkdown(text);
      expect(block).toMatchObject({ kind: "paragraph", text: expect.stringMatching(/^.{500}/) });
    },
  );

  test.each(["a\n\n", "- a\n", "> a\n\nb\n\n", "- a\n\n1. b\n\n"])(
    "of more than a hundred short lines (%j) is shown as it was typed, so that no page is much longer than its texts",
    (line) => {
      const text = line.repeat(101).trim();
      expect(readMarkdown(text)).toEqual(paragraph(text));
      expect(readMarkdown(line.repeat(20))).not.toEqual(paragraph(line.repeat(20)));
    },
  );

  test("with many marks keeps them all", () => {
    const text = "**bold** and *italic* with `code` in_a_name\n".repeat(40);
    const [block] = readMarkdown(text);
    expect((block as { spans: unknown[] }).spans).toHaveLength(120);
  });
});
