import { expect, test } from "vitest";
import { createDayZone } from "../../../lib/preferences/day-zone.ts";
import { travelOf } from "./travel.ts";

/** A browser with storage, on a device whose zone the test sets. */
function openBrowser(zone: string) {
  const kept = new Map<string, string>();
  const place = { zone };
  const dayZone = createDayZone({
    storage: {
      getItem: (key) => kept.get(key) ?? null,
      setItem: (key, value) => void kept.set(key, value),
      removeItem: (key) => void kept.delete(key),
    },
    device: () => place.zone,
    person: () => "7",
  });
  const ask = (home: string | null, instant: string, dayStartHour = 0) =>
    travelOf(dayZone, { home, now: Date.parse(instant), dayStartHour });
  return { kept, place, dayZone, ask };
}

test("a user in the time zone of their settings is not asked, under any name of the zone", () => {
  const noon = "2026-11-21T12:00:00Z";
  expect(openBrowser("Europe/Kyiv").ask("Europe/Kyiv", noon)).toBeNull();
  expect(openBrowser("Europe/Kiev").ask("Europe/Kyiv", noon)).toBeNull();
  // Another place with the same time.
  expect(openBrowser("Europe/Helsinki").ask("Europe/Kyiv", noon)).toBeNull();
  expect(openBrowser("Asia/Tokyo").ask(null, noon)).toBeNull();
});

test("a user in another time zone sees both dates, which differ in the evening and are equal at noon", () => {
  const { ask } = openBrowser("Asia/Tokyo");
  expect(ask("Europe/Kyiv", "2026-11-21T03:00:00Z")).toMatchObject({
    todayHere: "2026-11-21",
    todayHome: "2026-11-21",
  });
  expect(ask("Europe/Kyiv", "2026-11-21T15:30:00Z")).toMatchObject({
    here: "Asia/Tokyo",
    home: "Europe/Kyiv",
    todayHere: "2026-11-22",
    todayHome: "2026-11-21",
  });
  // Both days begin at four.
  expect(ask("Europe/Kyiv", "2026-11-21T15:30:00Z", 4)).toMatchObject({
    todayHere: "2026-11-21",
    todayHome: "2026-11-21",
  });
});

test("two zones that differ only in winter are distinguished only in winter", () => {
  const { ask } = openBrowser("Europe/Istanbul");
  expect(ask("Europe/Kyiv", "2026-07-01T12:00:00Z")).toBeNull();
  expect(ask("Europe/Kyiv", "2026-12-01T12:00:00Z")).not.toBeNull();
});

test("a choice lasts while the device stays in the zone, over reloads, and the page asks again in another zone", () => {
  const { place, dayZone, ask, kept } = openBrowser("Asia/Tokyo");
  const evening = "2026-11-21T15:30:00Z";
  dayZone.choose("Europe/Kyiv");
  expect([dayZone.current(), ask("Europe/Kyiv", evening)]).toEqual(["Europe/Kyiv", null]);
  const reloaded = createDayZone({
    storage: { getItem: (key) => kept.get(key) ?? null, setItem: () => {}, removeItem: () => {} },
    device: () => "Asia/Tokyo",
    person: () => "7",
  });
  expect(reloaded.current()).toBe("Europe/Kyiv");
  place.zone = "Asia/Seoul";
  expect([dayZone.current(), ask("Europe/Kyiv", evening)?.here]).toEqual(["Asia/Seoul", "Asia/Seoul"]);
  place.zone = "Europe/Kyiv";
  expect([dayZone.current(), ask("Europe/Kyiv", evening)]).toEqual(["Europe/Kyiv", null]);
});

test("the page asks again after the home zone has changed", () => {
  const { dayZone, ask } = openBrowser("Asia/Tokyo");
  dayZone.choose("Europe/Kyiv");
  expect(ask("Europe/London", "2026-11-21T15:30:00Z")?.home).toBe("Europe/London");
  dayZone.forget();
  expect(dayZone.current()).toBe("Asia/Tokyo");
});

test("an invalid stored choice and an unknown zone are ignored", () => {
  const { kept, dayZone, ask } = openBrowser("Asia/Tokyo");
  for (const text of [
    "",
    "{",
    "null",
    "[]",
    '{"user":"7","device":"Asia/Tokyo"}',
    '{"user":"7","device":"Asia/Tokyo","zone":5}',
  ]) {
    kept.set("dayZone", text);
    expect(dayZone.current(), text).toBe("Asia/Tokyo");
  }
  expect(ask("Mars/Olympus", "2026-11-21T15:30:00Z")).toBeNull();
});
