import { describe, expect, test } from "vitest";
import { codesOf } from "../testing-codes.ts";
import { habitUpdateInput } from "./habit.ts";

describe("a short name", () => {
  test.each([
    ["run", "run"],
    ["  run-5km  ", "run-5km"],
    ["Run", "run"],
    ["БІГ", "біг"],
    ["cafe\u0301", "café"],
    ["й\u0301", "й\u0301"],
    ["跑步", "跑步"],
    ["नमस्ते", "नमस्ते"],
    ["7", "7"],
    ["-", "-"],
    ["a".repeat(32), "a".repeat(32)],
    ["", null],
    ["  ", null],
    [null, null],
  ])("is taken from %j as %j", (given, kept) => {
    expect(habitUpdateInput.parse({ id: 1, short_name: given }).short_name).toBe(kept);
  });

  test.each([
    ["two words", "short_name_invalid"],
    ["@run", "short_name_invalid"],
    ["run/1", "short_name_invalid"],
    ["run_1", "short_name_invalid"],
    ["run%20", "short_name_invalid"],
    ["🏃", "short_name_invalid"],
    ["\u0301a", "short_name_invalid"],
    ["a\u200b", "short_name_invalid"],
    ["\u3164", "short_name_invalid"],
    ["a\ufe0f", "short_name_invalid"],
    ["a\u0000", "short_name_invalid"],
    ["a\ud800", "short_name_invalid"],
    ["a".repeat(33), "too_long"],
  ])("may not be %j", (given, code) => {
    expect(codesOf(habitUpdateInput, { id: 1, short_name: given })).toEqual({ short_name: [code] });
  });
});
