import { describe, expect, it } from "vitest";
import { codesOf, loneSurrogate, nul, veryLong } from "../testing-codes.ts";
import { noteCreateInput, noteUpdateInput } from "./note.ts";

describe("a note", () => {
  it("is trimmed text and may be pinned", () => {
    expect(noteCreateInput.parse({ text: " Milk\n" })).toEqual({ text: "Milk" });
    expect(noteCreateInput.parse({ text: "a".repeat(2000), pinned: true }).pinned).toBe(true);
    expect(codesOf(noteUpdateInput, { id: 1, pinned: false })).toEqual({});
    expect(codesOf(noteUpdateInput, { id: 1 })).toEqual({});
  });

  it.each([
    [{}, { text: ["required"] }],
    [{ text: null }, { text: ["null"] }],
    [{ text: "" }, { text: ["blank"] }],
    [{ text: " \n\t" }, { text: ["blank"] }],
    [{ text: "a".repeat(2001) }, { text: ["too_long"] }],
    [{ text: "a".repeat(veryLong) }, { text: ["too_long"] }],
    [{ text: nul }, { text: ["unreadable_text"] }],
    [{ text: loneSurrogate }, { text: ["unreadable_text"] }],
    [{ text: 5 }, { text: ["not_text"] }],
    [{ text: "a", pinned: "true" }, { pinned: ["not_boolean"] }],
    [{ text: "a", pinned: null }, { pinned: ["null"] }],
    [{ text: "a", user_id: 1 }, { user_id: ["unknown_field"] }],
  ])("may not be %j", (body, expected) => {
    expect(codesOf(noteCreateInput, body)).toEqual(expected);
  });

  it("cannot be updated to an empty text", () => {
    expect(codesOf(noteUpdateInput, { id: 1, text: "" })).toEqual({ text: ["blank"] });
    expect(codesOf(noteUpdateInput, { text: "a" })).toEqual({ id: ["required"] });
  });
});
