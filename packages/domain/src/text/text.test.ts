import fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { errorsOf, loneSurrogate, nul, veryLong } from "../testing-codes.ts";
import { composed } from "./characters.ts";
import { isReadable, textLength, typedLine, typedText } from "./text.ts";

/** Without the characters that JSON writes as \\u00XX, except NUL. */
function withoutControls(text: string): string {
  return [...text].filter((one) => one === "\0" || !/^"\\u00[01]/.test(JSON.stringify(one))).join("");
}

describe("typed text", () => {
  const text = typedText({ min: 2, max: 5 });

  it("is trimmed before its characters are counted", () => {
    expect(text.parse("  ab c  ")).toBe("ab c");
    expect(text.parse(` \t\n\u00a0\ufeffabcde\r\n`)).toBe("abcde");
  });

  it.each([
    ["", { code: "blank" }],
    [" \t\r\n ", { code: "blank" }],
    ["a", { code: "too_short", values: { min: 2 } }],
    [" a ", { code: "too_short", values: { min: 2 } }],
    ["abcdef", { code: "too_long", values: { max: 5 } }],
    ["a".repeat(veryLong), { code: "too_long", values: { max: 5 } }],
    ["😀".repeat(6), { code: "too_long", values: { max: 5 } }],
    [nul, { code: "unreadable_text" }],
    [loneSurrogate, { code: "unreadable_text" }],
    ["ab\udc00", { code: "unreadable_text" }],
  ])("%j gets one error, for the first rule it breaks", (input, expected) => {
    expect(errorsOf(text, input)).toEqual({ body: [expected] });
  });

  it.each([
    ["zero width spaces", "\u200b"],
    ["joiners", "\u200c\u200d\u2060"],
    ["direction marks", "\u200e\u200f\u202a\u202e\u2066\u2069"],
    ["soft hyphens", "\u00ad"],
    ["Hangul fillers", "\u115f\u1160\u3164\uffa0"],
    ["variation selectors", "\ufe0f\ufe0e"],
    ["tags", "\u{e0001}\u{e007f}"],
    ["empty Braille patterns", "\u2800\u2800"],
    ["controls", "\u0001\u001b\u007f\u0085"],
    ["zero width spaces around a space", "\u200b \u200b"],
    ["joiners around line breaks", "\u2060\u2028\n\u2060"],
  ])("%s alone count as blank", (_, invisible) => {
    expect(errorsOf(text, invisible.repeat(3))).toEqual({ body: [{ code: "blank" }] });
    const unspaced = invisible.replaceAll(/\p{White_Space}/gu, "");
    expect(errorsOf(text, `a${unspaced}`)).toEqual({ body: [{ code: "too_short", values: { min: 2 } }] });
    expect(typedText({ min: 0, max: 80 }).parse(invisible.repeat(3))).toBe("");
  });

  it.each(["👨‍👩‍👧", "❤️", "a b", "नि", "نه‌ای"])("%s is stored as typed", (visible) => {
    expect(typedText({ min: 1, max: 8 }).parse(visible)).toBe(visible);
  });

  it("counts characters, not code units", () => {
    expect(text.parse("😀".repeat(5))).toBe("😀".repeat(5));
    expect(errorsOf(text, "😀")).toEqual({ body: [{ code: "too_short", values: { min: 2 } }] });
    expect(textLength("їжак😀")).toBe(5);
  });

  it("may be empty if it is optional", () => {
    const optional = typedText({ min: 0, max: 5 });
    expect(optional.parse("   ")).toBe("");
    expect(errorsOf(optional, "abcdef")).toEqual({ body: [{ code: "too_long", values: { max: 5 } }] });
  });

  it("loses the control characters that JSON escapes with six characters, and no others", () => {
    const all = Array.from({ length: 31 }, (_, code) => String.fromCharCode(code + 1)).join("");
    const kept = typedText({ min: 1, max: 80 }).parse(`a${all}b`);
    expect(kept).toBe("a\b\t\n\f\rb");
    expect(JSON.stringify(kept).length).toBe(2 + 2 + 2 * 5);
  });

  it("keeps words of any script, with their marks and symbols", () => {
    for (const word of ["Їжа", "a\nb", "a'\"<", "शांति", "👩‍👩‍👧"]) expect(text.parse(word)).toBe(word);
  });

  it("has the checked bounds in the OpenAPI document", () => {
    expect(z.toJSONSchema(text, { io: "input" })).toMatchObject({ type: "string", minLength: 2, maxLength: 5 });
  });

  it("is accepted exactly if its trimmed form is within bounds, visible and storable", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 8 }), (input) => {
        const trimmed = withoutControls(input).trim();
        const length = [...trimmed].length;
        const storable = !trimmed.includes("\0") && Buffer.from(trimmed, "utf8").toString("utf8") === trimmed;
        const isSpace = (one: string) => /\p{White_Space}/u.test(one);
        const isMark = (one: string) => !/[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u.test(one);
        const seen = [...trimmed].filter((one) => isSpace(one) || isMark(one));
        const isSeen = seen.length >= 2 && !seen.every(isSpace);
        expect(text.safeParse(input).success).toBe(isSeen && length <= 5 && storable);
      }),
      { numRuns: 1000 },
    );
  });
});

it("readable text survives UTF-8 and PostgreSQL", () => {
  expect(["", "a", "їжак 😀", "\ufffd"].map(isReadable)).toEqual([true, true, true, true]);
  expect([nul, loneSurrogate, "\0", "\udfff"].map(isReadable)).toEqual([false, false, false, false]);
});

describe("text normalized to NFC", () => {
  it("is the same for a letter with a combining mark and for the single letter", () => {
    expect(composed("e\u0301")).toBe("\u00e9");
    expect(composed(`${"\u0301".repeat(30)}e\u0301`)).toBe(`${"\u0301".repeat(30)}\u00e9`);
  });

  it("does not change if it has too many marks in a row, because sorting them would take minutes", () => {
    const text = `a${"\u0300".repeat(250_000)}${"\u0316".repeat(250_000)}`;
    expect(composed(text)).toBe(text);
  });
});

describe("a typed line", () => {
  const line = typedLine({ min: 2, max: 9 });

  it.each([
    ["Run\r\n\r\nfar", "Run far"],
    ["Run\rfar", "Run far"],
    ["Run\tfar", "Run far"],
    ["Run\u2028\u2029far", "Run far"],
    ["Run\u0085\u007ffar", "Run far"],
    ["\nRun\n", "Run"],
    ["Ru\u001bn", "Run"],
    ["a;,\\b", "a;,\\b"],
    ["👨‍👩‍👧 ok", "👨‍👩‍👧 ok"],
  ])("%j is stored in one line", (given, stored) => {
    expect(line.parse(given)).toBe(stored);
    expect(line.parse(stored)).toBe(stored);
  });

  it("is refused as a text is", () => {
    expect(errorsOf(line, "\r\n\u2029")).toEqual({ body: [{ code: "blank" }] });
    expect(errorsOf(line, `a${nul}b`)).toEqual({ body: [{ code: "unreadable_text" }] });
    expect(errorsOf(line, "a\nbcdefghi")).toEqual({ body: [{ code: "too_long", values: { max: 9 } }] });
  });
});
