import { describe, expect, test } from "vitest";
import { fieldError } from "../base/validation.ts";
import { blockInput } from "./blog-block.ts";

const faultsOf = (block: object) => {
  const { error } = blockInput.safeParse(block);
  return error?.issues.map((issue) => `${issue.path.join(".")} ${fieldError(issue, []).code}`) ?? [];
};
const taken = (block: object) => blockInput.parse(block);
const paragraph = (text: string, spans: object[]) => ({ kind: "paragraph", text, spans });
const link = (from: number, to: number, href = "https://example.org/") => ({ from, to, mark: "link", href });

describe("the spans of a text", () => {
  test("are in order, and equal ones that overlap or touch are one", () => {
    const spans = [
      { from: 4, to: 8, mark: "code" },
      { from: 2, to: 4, mark: "bold" },
      link(5, 8),
      { from: 4, to: 6, mark: "bold" },
      link(0, 5),
      { from: 0, to: 3, mark: "bold" },
    ];
    const normal = [link(0, 8), { from: 0, to: 6, mark: "bold" }, { from: 4, to: 8, mark: "code" }];
    expect(taken(paragraph("12345678", spans))).toEqual(paragraph("12345678", normal));
    // An answer that is sent back is the same again.
    expect(taken(paragraph("12345678", normal))).toEqual(paragraph("12345678", normal));
  });

  test("count UTF-16 code units of the trimmed text, and none is no member", () => {
    const party = paragraph("  🎉 a ", [{ from: 0, to: 2, mark: "bold" }]);
    expect(taken(party)).toEqual(paragraph("🎉 a", [{ from: 0, to: 2, mark: "bold" }]));
    expect(taken(paragraph("a", []))).toEqual({ kind: "paragraph", text: "a" });
    expect(faultsOf(paragraph("  🎉 a ", [{ from: 2, to: 5, mark: "bold" }]))).toEqual(["spans.0.to too_big"]);
  });

  test.each([
    [{ from: 2, to: 2, mark: "bold" }, "too_small"],
    [{ from: 2, to: 0, mark: "bold" }, "too_small"],
    [{ from: 3, to: 5, mark: "bold" }, "too_big"],
    // It would cut a character in two.
    [{ from: 1, to: 4, mark: "bold" }, "invalid"],
    [{ from: 0, to: 1, mark: "bold" }, "invalid"],
  ])("%j is refused as %s: it does not lie within the text", (span, code) => {
    expect(faultsOf(paragraph("🎉ab", [span]))).toEqual([`spans.0.to ${code}`]);
  });

  test("links of two addresses do not overlap", () => {
    const other = "https://example.org/other";
    expect(faultsOf(paragraph("abcdef", [link(2, 4), link(0, 6, other)]))).toEqual(["spans.0.to invalid"]);
    expect(faultsOf(paragraph("abcdef", [link(0, 2), link(2, 4, other)]))).toEqual([]);
  });

  test.each([
    ["https://example.org/a?b#c", true],
    ["http://example.org", true],
    ["mailto:somebody@example.org", true],
    ["mailto:somebody@example.org?bcc=other@example.org", false],
    ["mailto:a@example.org,b@example.org", false],
    ["mailto:", false],
    ["javascript:alert(1)", false],
    ["java\nscript:alert(1)", false],
    ["data:text/html,x", false],
    ["/blog", false],
    ["//example.org", false],
    ["https://user:secret@example.org", false],
    ["tel:112", false],
  ])("a link to %j is taken: %s", (href, is) => {
    expect(blockInput.safeParse(paragraph("abc", [link(0, 3, href)])).success).toBe(is);
  });

  test("are at most 200, of known marks, with no other members", () => {
    const bold = { from: 0, to: 1, mark: "bold" };
    expect(blockInput.safeParse(paragraph("a", Array(200).fill(bold))).success).toBe(true);
    expect(blockInput.safeParse(paragraph("a", Array(201).fill(bold))).success).toBe(false);
    for (const span of [
      { ...bold, href: "https://example.org" },
      { ...bold, mark: "strike" },
      { from: 0, to: 1 },
    ]) {
      expect(blockInput.safeParse(paragraph("a", [span])).success).toBe(false);
    }
    for (const kind of ["link", "code", "divider"]) {
      const block = { kind, text: "a", url: "https://example.org", spans: [bold] };
      expect(blockInput.safeParse(block).success).toBe(false);
    }
  });
});

describe("a list", () => {
  const list = (...items: object[]) => ({ kind: "list", ordered: true, items });

  test("has items with marks, each at most one level deeper than the one before", () => {
    const items = [{ text: " a " }, { text: "b", level: 1 }, { text: "c", level: 2 }, { text: "d", level: 0 }];
    expect(taken(list(...items))).toEqual(
      list({ text: "a" }, { text: "b", level: 1 }, { text: "c", level: 2 }, { text: "d" }),
    );
  });

  test.each([
    [list(), "items too_few"],
    [list({ text: "a", level: 1 }), "items.0.level too_big"],
    [list({ text: "a" }, { text: "b", level: 2 }), "items.1.level too_big"],
    [list({ text: " " }), "items.0.text blank"],
  ])("%j is refused", (block, fault) => {
    expect(faultsOf(block)).toEqual([fault]);
  });

  test("is bounded", () => {
    expect(blockInput.safeParse(list(...Array(100).fill({ text: "a" }))).success).toBe(true);
    expect(blockInput.safeParse(list(...Array(101).fill({ text: "a" }))).success).toBe(false);
    expect(blockInput.safeParse(list({ text: "a".repeat(2001) })).success).toBe(false);
  });
});

test("code keeps its indentation, and loses only the empty lines around it", () => {
  const code = (text: string) => ({ kind: "code", text });
  expect(taken(code("\r\n \n\tif (a) {\r\n\t  b();\n}\n\n  "))).toEqual(code("\tif (a) {\n\t  b();\n}"));
  expect(faultsOf(code(" \n\t"))).toEqual(["text blank"]);
  expect(blockInput.safeParse(code("a".repeat(10_001))).success).toBe(false);
});
