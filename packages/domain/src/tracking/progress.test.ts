import { describe, expect, it } from "vitest";
import { codesOf, loneSurrogate, nul, veryLong } from "../testing-codes.ts";
import {
  entrySchema,
  progressDayInput,
  progressIncrementInput,
  progressListInput,
  progressListOfHabitInput,
  progressSetInput,
  progressSetManyInput,
} from "./progress.ts";

const where = { id: 1, day: "2026-11-21" };
const blank = { value: null, unit: "minutes", skipped: false, note: null, confirmed: false };

describe("recorded progress", () => {
  it.each([
    [{ value: 1 }],
    [{ value: 10_000 }],
    [{ value: 5, skipped: false }],
    [{ value: 5, note: "a" }],
    [{ skipped: true }],
    [{ skipped: true, note: "ill" }],
    [{ skipped: false }],
    [{ note: "a".repeat(500) }],
    [{ note: "" }],
    [{ note: null }],
    [{ value: 5, skipped: false, note: null }],
    [{ value: 5, unit: "hours" }],
    [{ confirmed: true }],
    [{ confirmed: true, skipped: false, note: "at home" }],
    [{ confirmed: false }],
    [{ clear: true }],
    [{ clear: true, note: "only this" }],
    [{ value: 5, expected: null }],
    [{ value: 5, expected: { ...blank, value: 0 } }],
    [{ skipped: true, expected: { ...blank, value: 10_000, note: "a" } }],
  ])("may be %j", (what) => {
    expect(progressSetInput.parse({ ...where, ...what })).toEqual({ ...where, ...what });
  });

  it("has its note trimmed", () => {
    expect(progressSetInput.parse({ ...where, note: "  ill " }).note).toBe("ill");
    expect(progressSetInput.parse({ ...where, note: "   " }).note).toBe("");
  });

  it.each([
    [{}, { value: ["nothing_to_record"] }],
    [{ value: undefined, note: undefined }, { value: ["nothing_to_record"] }],
    [{ value: 5, skipped: true }, { skipped: ["value_with_skip"] }],
    [{ value: 5, skipped: true, note: "a" }, { skipped: ["value_with_skip"] }],
    [{ value: 0 }, { value: ["amount_out_of_range"] }],
    [{ value: -5 }, { value: ["amount_out_of_range"] }],
    [{ value: 10_001 }, { value: ["amount_out_of_range"] }],
    [{ value: 2 ** 31 }, { value: ["amount_out_of_range"] }],
    [{ value: 1.5 }, { value: ["not_integer"] }],
    [{ value: "5" }, { value: ["not_integer"] }],
    [{ value: "1e3" }, { value: ["not_integer"] }],
    [{ value: Number.NaN }, { value: ["not_integer"] }],
    [{ value: 5, expected: { ...blank, note: nul } }, { expected: ["unreadable_text"] }],
    [{ value: 5, expected: { ...blank, note: loneSurrogate } }, { expected: ["unreadable_text"] }],
    [{ value: 5, expected: { ...blank, note: "a".repeat(501) } }, { expected: ["too_long"] }],
    [{ value: null }, { value: ["null"] }],
    [{ value: [5] }, { value: ["not_integer"] }],
    [{ skipped: "true" }, { skipped: ["not_boolean"] }],
    [{ skipped: null }, { skipped: ["null"] }],
    [{ note: "a".repeat(501) }, { note: ["too_long"] }],
    [{ note: "a".repeat(veryLong) }, { note: ["too_long"] }],
    [{ note: nul }, { note: ["unreadable_text"] }],
    [{ note: loneSurrogate }, { note: ["unreadable_text"] }],
    [{ note: 5 }, { note: ["not_text"] }],
    [{ value: 5, unit: "parsecs" }, { unit: ["choice_invalid"] }],
    [{ unit: "hours" }, { value: ["nothing_to_record"], unit: ["unit_without_value"] }],
    [{ skipped: true, unit: "hours" }, { unit: ["unit_without_value"] }],
    [{ expected: null }, { value: ["nothing_to_record"] }],
    [{ value: 5, expected: { value: 5 } }, { expected: ["required"] }],
    [{ value: 5, expected: { ...blank, value: 10_001 } }, { expected: ["too_big"] }],
    [{ value: 5, expected: { ...blank, id: 1 } }, { expected: ["unknown_field"] }],
    [{ value: 5, confirmed: true }, { confirmed: ["value_with_confirmed"] }],
    [{ skipped: true, confirmed: true }, { confirmed: ["value_with_confirmed"] }],
    [{ confirmed: null }, { confirmed: ["null"] }],
    [{ value: 5, clear: true }, { clear: ["clear_with_amount"] }],
    [{ skipped: true, clear: true }, { clear: ["clear_with_amount"] }],
    [{ confirmed: true, clear: true }, { clear: ["clear_with_amount"] }],
    [{ clear: false }, { clear: ["choice_invalid"] }],
    [{ value: 5, habit_id: 2 }, { habit_id: ["unknown_field"] }],
    [
      { value: 0, skipped: 1, note: 1 },
      { value: ["amount_out_of_range"], skipped: ["not_boolean"], note: ["not_text"] },
    ],
  ])("may not be %j", (what, expected) => {
    expect(codesOf(progressSetInput, { ...where, ...what })).toEqual(expected);
  });

  it.each([
    ["2000-12-31", "day_out_of_century"],
    ["2101-01-01", "day_out_of_century"],
    ["2026-02-30", "day_unknown"],
    ["today", "day_format"],
    ["", "day_format"],
  ])("may not be on day %j, with the error %s", (day, code) => {
    expect(codesOf(progressSetInput, { ...where, day, value: 5 })).toEqual({ day: [code] });
    expect(codesOf(progressIncrementInput, { ...where, day, by: 5 })).toEqual({ day: [code] });
    expect(codesOf(progressDayInput, { ...where, day })).toEqual({ day: [code] });
  });

  it.each(["2001-01-01", "2100-12-31", "2024-02-29"])("may be on %s", (day) => {
    expect(codesOf(progressSetInput, { ...where, day, value: 5 })).toEqual({});
  });
});

describe("an increment", () => {
  it.each([1, -1, 10_000, -10_000, 1e3])("may be by %d", (by) => {
    expect(codesOf(progressIncrementInput, { ...where, by })).toEqual({});
  });

  it.each([
    [0, "increment_out_of_range"],
    [-0, "increment_out_of_range"],
    [10_001, "increment_out_of_range"],
    [-10_001, "increment_out_of_range"],
    [2 ** 31, "increment_out_of_range"],
    [-(2 ** 60), "increment_out_of_range"],
    [0.5, "not_integer"],
    ["1", "not_integer"],
    [Number.NaN, "not_integer"],
    [null, "null"],
    [undefined, "required"],
  ])("may not be by %j", (by, code) => {
    expect(codesOf(progressIncrementInput, { ...where, by })).toEqual({ by: [code] });
  });
});

describe("a batch of days", () => {
  const day = (number: number) => ({ habit_id: 1, day: `2026-11-${String(number).padStart(2, "0")}`, value: 5 });

  it("has 1 to 1000 days, and each is checked like a single day", () => {
    const days = Array.from({ length: 1000 }, (_, index) => ({ habit_id: index + 1, day: "2026-11-21", value: 5 }));
    expect(codesOf(progressSetManyInput, { entries: days })).toEqual({});
    expect(codesOf(progressSetManyInput, { entries: [...days, day(1)] })).toEqual({ entries: ["too_many"] });
    expect(codesOf(progressSetManyInput, { entries: [] })).toEqual({ entries: ["too_few"] });
    expect(codesOf(progressSetManyInput, { entries: [day(1), { ...day(2), skipped: true }] })).toEqual({
      entries: ["value_with_skip"],
    });
    expect(codesOf(progressSetManyInput, { entries: [{ ...day(1), id: 1 }] })).toEqual({ entries: ["unknown_field"] });
    expect(codesOf(progressSetManyInput, { entries: [day(1)], all: true })).toEqual({ all: ["unknown_field"] });
  });

  it("may not repeat a day, because the result would depend on the order", () => {
    expect(codesOf(progressSetManyInput, { entries: [day(1), day(2), { ...day(1), habit_id: 2 }] })).toEqual({});
    expect(codesOf(progressSetManyInput, { entries: [day(1), day(2), day(1)] })).toEqual({ entries: ["day_repeated"] });
  });
});

it("a range of one habit has the same bounds as a range of all habits", () => {
  const year = { from: "2026-01-01", to: "2027-01-01" };
  expect(codesOf(progressListInput, year)).toEqual({});
  expect(codesOf(progressListOfHabitInput, { id: 1, ...year })).toEqual({});
  for (const [changes, expected] of [
    [{ to: "2027-01-02" }, { to: ["range_too_long"] }],
    [{ to: "2025-12-31" }, { to: ["range_reversed"] }],
    [{ from: undefined }, { from: ["required"] }],
  ] as const) {
    expect(codesOf(progressListInput, { ...year, ...changes })).toEqual(expected);
    expect(codesOf(progressListOfHabitInput, { id: 1, ...year, ...changes })).toEqual(expected);
  }
});

it("an entry without a value has null or 0", () => {
  const entry = {
    habit_id: 1,
    day: "2026-11-21",
    value: null,
    unit: "minutes",
    skipped: false,
    note: "a",
    confirmed: false,
  };
  expect(entrySchema.safeParse(entry).success).toBe(true);
  expect(entrySchema.safeParse({ ...entry, value: 0, note: null }).success).toBe(true);
});
