import { expect, test } from "vitest";
import { readAmount } from "./amount.ts";

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
  if (expected) expect(readAmount(text, unit)).toEqual(expected);
  else expect(() => readAmount(text, unit)).toThrow(expect.objectContaining({ exitCode: 2 }));
});
