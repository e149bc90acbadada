import { describe, expect, test } from "vitest";
import { codesOf } from "../testing-codes.ts";
import { habitCreateInput, habitUpdateInput } from "./habit.ts";
import { unitLabelLengthMax } from "./habit-content.ts";

const body = { title: "Read", type: "good", target: 20, unit: "repetitions", hue: 0 };

describe("a habit's own word for repetitions", () => {
  test.each([
    ["pages", "pages"],
    ["page,pages", "page, pages"],
    ["  сторінка ,сторінки,   сторінок ", "сторінка, сторінки, сторінок"],
    ["км/год", "км/год"],
    ["5 км", "5 км"],
    ["👨‍👩‍👧", "👨‍👩‍👧"],
    ["❤️", "❤️"],
    ["e\u0301te\u0301s", "étés"],
    ["  ", null],
    ["", null],
    [null, null],
    [
      Array.from("абвг", (letter) => letter.repeat(24)).join(","),
      Array.from("абвг", (letter) => letter.repeat(24)).join(", "),
    ],
  ])("%j is kept as %j", (given, kept) => {
    expect(habitCreateInput.parse({ ...body, unit_label: given }).unit_label).toBe(kept);
    expect(habitUpdateInput.parse({ id: 1, unit_label: given }).unit_label).toBe(kept);
  });

  test.each([
    ["a form that is missing", "page, , pages"],
    ["a comma at the end", "page,"],
    ["five forms", "a, b, c, d, e"],
    ["a form of 25 characters", "a".repeat(25)],
    ["a text that is far too long", "a,".repeat(unitLabelLengthMax)],
    ["a mark that turns the direction of the text", "pages\u202e"],
    ["an isolate", "\u2067pages"],
    ["a line break", "pa\nges"],
    ["a line separator", "pa\u2028ges"],
    ["a zero-width space", "pa\u200bges"],
    ["a letter that looks blank", "\u3164"],
    ["only joiners", "\u200d"],
    ["an accent without its letter", "\u0301page"],
    ["an accent without its letter in a further form", "page, \u0301pages"],
    ["a circle that would enclose the number", "\u20dd pages"],
  ])("has no %s", (_, unit_label) => {
    expect(codesOf(habitCreateInput, { ...body, unit_label })).toEqual({ unit_label: ["unit_label_invalid"] });
    expect(codesOf(habitUpdateInput, { id: 1, unit_label })).toEqual({ unit_label: ["unit_label_invalid"] });
  });

  test("is a text that can be stored", () => {
    expect(codesOf(habitCreateInput, { ...body, unit_label: "a\ud800" })).toEqual({ unit_label: ["unreadable_text"] });
    expect(codesOf(habitCreateInput, { ...body, unit_label: 5 })).toEqual({ unit_label: ["not_text"] });
  });

  test("belongs to repetitions only", () => {
    const given = { ...body, unit: "minutes", unit_label: "page, pages" };
    expect(codesOf(habitCreateInput, given)).toEqual({ unit_label: ["unit_label_repetitions_only"] });
    expect(codesOf(habitCreateInput, { ...given, unit_label: null })).toEqual({});
  });
});
