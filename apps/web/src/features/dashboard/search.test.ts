import { habitTypes } from "@daymark/domain/habit";
import { describe, expect, test } from "vitest";
import { monthMax, monthMin } from "./month.ts";
import { isFiltered, isShown, readSearch } from "./search.ts";

describe("the address of the dashboard", () => {
  test("keeps what makes sense and leaves out the rest", () => {
    expect(readSearch({ month: "2026-11", type: "bad", archived: true, q: "tea" })).toEqual({
      month: "2026-11",
      type: "bad",
      archived: true,
      q: "tea",
    });
    expect(readSearch({ month: "soon", type: "ugly", archived: "yes", q: "  ", other: 1 })).toEqual({});
  });

  test("only months of the 21st century are months", () => {
    for (const month of [monthMin, "2026-11", monthMax]) expect(readSearch({ month })).toEqual({ month });
    for (const month of ["2000-12", "2101-01", "2026-13", "2026-1", "November", 202611, undefined]) {
      expect(readSearch({ month })).toEqual({});
    }
  });

  test("every type of habit can be shown alone", () => {
    for (const type of habitTypes) expect(readSearch({ type })).toEqual({ type });
  });

  test("a number is a text to look for too", () => {
    expect(readSearch({ q: 5 })).toEqual({ q: "5" });
  });

  test("a month alone hides no habit", () => {
    expect(isFiltered({ month: "2026-11" })).toBe(false);
    expect(isFiltered({ q: "tea" })).toBe(true);
    expect(isFiltered({ archived: true })).toBe(true);
  });

  test("text is found in title and description, in any case and script", () => {
    const habit = { type: "good" as const, title: "Пити воду", description: "Eight cups" };
    expect(isShown(habit, { q: "ВОДУ" })).toBe(true);
    expect(isShown(habit, { q: " cups " })).toBe(true);
    expect(isShown(habit, { q: "tea" })).toBe(false);
    expect(isShown(habit, { type: "bad" })).toBe(false);
  });
});
