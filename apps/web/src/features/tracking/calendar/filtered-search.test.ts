import { unitKinds } from "@daymark/domain/base/unit";
import { habitTypes, timesOfFilter } from "@daymark/domain/tracking/habit-type";
import { describe, expect, test } from "vitest";
import { monthMax, monthMin } from "../clock/month.ts";
import { filterOf, isFiltered, shownSearch, withFilter } from "./filtered-search.ts";
import { readSearch, timesOfSearch, unitKindsOfSearch } from "./grid/search.ts";

describe("the address of the dashboard", () => {
  test("has only valid parameters", () => {
    expect(readSearch({ month: "2026-11", type: "bad", archived: true, q: "tea" })).toEqual({
      month: "2026-11",
      type: "bad",
      archived: true,
      q: "tea",
    });
    expect(readSearch({ month: "soon", type: "ugly", archived: "yes", q: "  ", other: 1 })).toEqual({});
  });

  test("accepts only months of the 21st century", () => {
    for (const month of [monthMin, "2026-11", monthMax]) expect(readSearch({ month })).toEqual({ month });
    for (const month of ["2000-12", "2101-01", "2026-13", "2026-1", "November", 202611, undefined]) {
      expect(readSearch({ month })).toEqual({});
    }
  });

  test("accepts every type of habit", () => {
    for (const type of habitTypes) expect(readSearch({ type })).toEqual({ type });
  });

  test("accepts every part of the day", () => {
    expect(timesOfSearch).toEqual(timesOfFilter);
    for (const time_of_day of timesOfSearch) {
      expect(readSearch({ time_of_day })).toEqual({ time_of_day });
      expect(filterOf({ time_of_day })).toEqual({ time_of_day });
    }
    expect(readSearch({ time_of_day: "night" })).toEqual({});
  });

  test("accepts every kind of unit and every hue", () => {
    expect(unitKindsOfSearch).toEqual(Object.keys(unitKinds));
    for (const unit_kind of unitKindsOfSearch) expect(readSearch({ unit_kind })).toEqual({ unit_kind });
    // The router passes on search parameters as text.
    for (const hue of ["0", "225", "359", 45]) expect(readSearch({ hue })).toEqual({ hue: Number(hue) });
    for (const hue of ["360", "-1", "1.5", "blue", "", true]) expect(readSearch({ hue })).toEqual({});
  });

  test("keeps the id of open statistics or analytics, which hides no habit", () => {
    expect(readSearch({ statistics: "17" })).toEqual({ statistics: 17 });
    expect(readSearch({ analytics: 0, month: "2026-11" })).toEqual({ analytics: 0, month: "2026-11" });
    for (const id of ["0", "-1", "1.5", "x", "", true]) expect(readSearch({ statistics: id })).toEqual({});
    expect(isFiltered({ statistics: 17, analytics: 0 })).toBe(false);
  });

  test("can be converted to the settings' filter and back", () => {
    const search = readSearch({ month: "2026-11", type: "bad", unit_kind: "time", hue: "90", at_risk: true, q: "tea" });
    expect(filterOf(search)).toEqual({ type: "bad", unit_kind: "time", hue: 90, at_risk: true, text: "tea" });
    expect(withFilter({ month: "2026-11" }, filterOf(search), undefined)).toEqual(search);
  });

  test("with only a month hides no habit", () => {
    expect(isFiltered({ month: "2026-11" })).toBe(false);
    expect(isFiltered({ q: "tea" })).toBe(true);
    expect(isFiltered({ archived: true })).toBe(true);
  });
});

describe("a saved view", () => {
  const saved = { type: "bad" as const, text: "tea" };

  test("is shown if the URL has no filter", () => {
    expect(shownSearch({ month: "2026-11" }, saved)).toEqual({ month: "2026-11", type: "bad", q: "tea" });
    expect(shownSearch({ archived: true }, saved)).toEqual({ archived: true });
    expect(shownSearch({}, undefined)).toEqual({});
  });

  test("is replaced by all habits on request, which the URL then says", () => {
    const all = withFilter({ month: "2026-11", type: "bad" }, {}, saved);
    expect(all).toEqual({ month: "2026-11", view: "all" });
    expect(shownSearch(all, saved)).toEqual(all);
    expect(isFiltered(all)).toBe(false);
    expect(withFilter({ type: "bad" }, {}, undefined)).toEqual({});
  });
});
