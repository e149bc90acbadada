import { expect, test } from "vitest";
import { timezoneOption, timezoneOptions } from "./timezones.ts";

const winter = Date.UTC(2026, 0, 15);
const summer = Date.UTC(2026, 6, 15);

test("a time zone is shown with its UTC offset at that time of the year", () => {
  expect(timezoneOption("Europe/Kyiv", "en-US", winter)).toMatchObject({
    value: "Europe/Kyiv",
    label: "Europe / Kyiv",
  });
  expect(timezoneOption("Europe/Kyiv", "en-US", winter).detail).toMatch(/^GMT\+2 · /);
  expect(timezoneOption("Europe/Kyiv", "en-US", summer).detail).toMatch(/^GMT\+3 · /);
});

test("a time zone unknown to the browser is shown by its name only", () => {
  expect(timezoneOption("Mars/Olympus_Mons", "en-US", winter)).toEqual({
    value: "Mars/Olympus_Mons",
    label: "Mars / Olympus Mons",
    detail: "",
    keywords: "Mars/Olympus_Mons ",
  });
});

test("time zones have their current names, and the browser knows each", () => {
  const zones = timezoneOptions("en-US", winter);
  const names = zones.map(({ value }) => value);
  expect(names).toContain("Europe/Kyiv");
  expect(names).not.toContain("Europe/Kiev");
  expect(zones.filter(({ detail }) => detail === "")).toEqual([]);
  expect(new Set(names).size).toBe(names.length);
});

test("UTC is in the list exactly once", () => {
  const options = timezoneOptions("uk-UA", winter);
  expect(options.filter(({ value }) => value === "UTC")).toHaveLength(1);
  expect(options.length).toBeGreaterThan(300);
});
