import fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { errorsOf, loneSurrogate, nul, veryLong } from "./testing-codes.ts";
import { isReadable, textLength, typedText } from "./text.ts";

describe("text a person typed", () => {
  const text = typedText({ min: 2, max: 5 });

  it("is trimmed before it is counted", () => {
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
  ])("%j has one error, the first rule it breaks", (input, expected) => {
    expect(errorsOf(text, input)).toEqual({ body: [expected] });
  });

  it("counts characters, not code units", () => {
    expect(text.parse("😀".repeat(5))).toBe("😀".repeat(5));
    expect(errorsOf(text, "😀")).toEqual({ body: [{ code: "too_short", values: { min: 2 } }] });
    expect(textLength("їжак😀")).toBe(5);
  });

  it("may be empty where nothing is asked for", () => {
    const optional = typedText({ min: 0, max: 5 });
    expect(optional.parse("   ")).toBe("");
    expect(errorsOf(optional, "abcdef")).toEqual({ body: [{ code: "too_long", values: { max: 5 } }] });
  });

  it("keeps words of any script, and marks and signs inside", () => {
    for (const word of ["Їжа", "a\nb", "a'\"<", "शांति", "👩‍👩‍👧"]) expect(text.parse(word)).toBe(word);
  });

  it("is described to readers of the OpenAPI document by what is checked", () => {
    expect(z.toJSONSchema(text, { io: "input" })).toMatchObject({ type: "string", minLength: 2, maxLength: 5 });
  });

  it("accepts exactly what trims to its bounds and can be stored", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 8 }), (input) => {
        const trimmed = input.trim();
        const length = [...trimmed].length;
        const storable = !trimmed.includes("\0") && Buffer.from(trimmed, "utf8").toString("utf8") === trimmed;
        expect(text.safeParse(input).success).toBe(length >= 2 && length <= 5 && storable);
      }),
      { numRuns: 1000 },
    );
  });
});

it("readable is what survives UTF-8 and PostgreSQL", () => {
  expect(["", "a", "їжак 😀", "\ufffd"].map(isReadable)).toEqual([true, true, true, true]);
  expect([nul, loneSurrogate, "\0", "\udfff"].map(isReadable)).toEqual([false, false, false, false]);
});
