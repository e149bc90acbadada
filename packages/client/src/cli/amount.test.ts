import { expect, test } from "vitest";
import { isAmount, readAmount } from "./amount.ts";

test.each([
  ["5", "kilometers", { value: 5, unit: "kilometers" }],
  ["5km", "meters", { value: 5, unit: "kilometers" }],
  ["3 mi", "kilometers", { value: 3, unit: "miles" }],
  ["1.5h", "hours", { value: 90, unit: "minutes" }],
  ["0,5", "hours", { value: 30, unit: "minutes" }],
  ["2.5km", "miles", { value: 2500, unit: "meters" }],
  ["20m", "hours", { value: 20, unit: "minutes" }],
  ["20m", "kilometers", { value: 20, unit: "meters" }],
  ["10 Minutes", "hours", { value: 10, unit: "minutes" }],
  ["1 foot", "meters", { value: 1, unit: "feet" }],
  ["4.572m", "meters", { value: 5, unit: "yards" }],
  ["1.60934km", "kilometers", null],
  ["5 km", "hours", null],
  ["1.5", "repetitions", null],
  ["0.00001km", "kilometers", null],
] as const)("%s of a habit in %s is %j", (text, unit, expected) => {
  const habit = { unit, unit_label: null };
  if (expected) expect(readAmount(text, habit)).toEqual(expected);
  else expect(() => readAmount(text, habit)).toThrow(expect.objectContaining({ exitCode: 2 }));
});

test.each([
  ["20 pages", "page, pages"],
  ["20PAGE", "page, pages"],
  ["20reps", "page, pages"],
  ["20", "page, pages"],
  ["20 сторінок", "сторінка, сторінки, сторінок"],
  ["20км/год", "км/год"],
  ["20push-ups", "push-up, push-ups"],
  // As the words of the command line arrive, joined.
  ["20coldshowers", "cold shower, cold showers"],
])("%s is an amount of a habit with the word “%s”", (text, unit_label) => {
  expect(isAmount(text)).toBe(true);
  expect(readAmount(text, { unit: "repetitions", unit_label })).toEqual({ value: 20, unit: "repetitions" });
});

test("another word is refused with those that the habit takes", () => {
  expect(() => readAmount("20words", { unit: "repetitions", unit_label: "page, pages" })).toThrow(
    "“words” is not a unit of this habit. Use one of: page, pages, repetitions, percentages.",
  );
});

test("a date is no amount", () => {
  expect(isAmount("2026-11-28")).toBe(false);
});
