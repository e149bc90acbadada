import { expect, test } from "vitest";
import { timezoneOption, timezoneOptions } from "./timezones.ts";

const winter = Date.UTC(2026, 0, 15);
const summer = Date.UTC(2026, 6, 15);

test("a zone is told with what its clocks are ahead by at that time of the year", () => {
  expect(timezoneOption("Europe/Kyiv", "en-US", winter)).toMatchObject({
    value: "Europe/Kyiv",
    label: "Europe / Kyiv",
  });
  expect(timezoneOption("Europe/Kyiv", "en-US", winter).detail).toMatch(/^GMT\+2 · /);
  expect(timezoneOption("Europe/Kyiv", "en-US", summer).detail).toMatch(/^GMT\+3 · /);
});

test("a zone that the browser does not know is shown by its name alone", () => {
  expect(timezoneOption("Mars/Olympus_Mons", "en-US", winter)).toEqual({
    value: "Mars/Olympus_Mons",
    label: "Mars / Olympus Mons",
    detail: "",
    keywords: "Mars/Olympus_Mons ",
  });
});

test("places go by their names of today, and the browser knows each", () => {
  const zones = timezoneOptions("en-US", winter);
  const names = zones.map(({ value }) => value);
  expect(names).toContain("Europe/Kyiv");
  expect(names).not.toContain("Europe/Kiev");
  expect(zones.filter(({ detail }) => detail === "")).toEqual([]);
  expect(new Set(names).size).toBe(names.length);
});

test("UTC can be chosen, once", () => {
  const options = timezoneOptions("uk-UA", winter);
  expect(options.filter(({ value }) => value === "UTC")).toHaveLength(1);
  expect(options.length).toBeGreaterThan(300);
});
