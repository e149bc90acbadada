import { expect, test } from "vitest";
import { weekdaysFrom } from "./week.ts";

const firstDay = (locale: string, languages: readonly string[], weekStart?: number) =>
  weekdaysFrom(locale, weekStart, languages)[0];

test("a week starts on the first weekday of the user's region", () => {
  expect(firstDay("en-US", ["en-US"])).toBe(7);
  expect(firstDay("en-US", ["en-GB", "en-US"])).toBe(1);
  expect(firstDay("en-US", ["en-EG"])).toBe(6);
  expect(firstDay("uk-UA", ["uk-UA"])).toBe(1);
});

test("a browser language without a region, in another language or invalid is ignored", () => {
  expect(firstDay("en-US", ["en"])).toBe(7);
  expect(firstDay("uk-UA", ["en-US", "uk"])).toBe(1);
  expect(firstDay("en-US", ["not a language", "en-GB"])).toBe(1);
  expect(firstDay("en-US", [])).toBe(7);
});

test("the user's choice overrides the region, and the other days follow in order", () => {
  expect(weekdaysFrom("en-US", 3, ["en-US"])).toEqual([3, 4, 5, 6, 7, 1, 2]);
});
