import { parseDate } from "@internationalized/date";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { codesOf } from "../testing-codes.ts";
import { dayAfter, naiveWeekday } from "../testing-oracle-calendar.ts";
import { dayMax, dayMin, fromDayNumber, isDay, isTimezone, toDayNumber, todayIn, weekdayOf } from "./day.ts";
import { dayRangeSchema, daySchema } from "./day-input.ts";

describe("a day", () => {
  it("is every date from 2001 to 2100, and no date outside", () => {
    let count = 0;
    for (let date = parseDate("2000-01-01"); date.year < 2102; date = date.add({ days: 1 })) {
      const expected = date.year >= 2001 && date.year <= 2100;
      if (isDay(date.toString()) !== expected) expect(`${date} is a day`).toBe(expected);
      if (expected) count += 1;
    }
    expect(count).toBe(36_524);
    expect([isDay(dayMin), isDay(dayMax)]).toEqual([true, true]);
  });

  it.each(["2000-12-31", "2101-01-01", "0001-01-01", "9999-12-31"])(
    "is not %s, because it is outside the century",
    (text) => {
      expect(isDay(text)).toBe(false);
      expect(codesOf(daySchema, text)).toEqual({ body: ["day_out_of_century"] });
    },
  );

  it.each([
    "2026-02-29",
    "2100-02-29",
    "2026-02-30",
    "2026-04-31",
    "2026-13-01",
    "2026-00-10",
    "2026-01-00",
    "1999-02-30",
  ])("is not %s, because the date does not exist", (text) => {
    expect(isDay(text)).toBe(false);
    expect(codesOf(daySchema, text)).toEqual({ body: ["day_unknown"] });
  });

  it.each([
    "2026-1-1",
    "26-01-01",
    "20260101",
    "2026/01/01",
    "01-01-2026",
    "2026-01-01T00:00:00Z",
    "2026-01-01 ",
    " 2026-01-01",
    "2026-01-01\n",
    "+002026-01-01",
    "２０２６-01-01",
    "2026-W01-1",
    "today",
    "",
    "NaN",
    "null",
    "1e3",
    "__proto__",
    "2026-01-0\u0000",
    "9".repeat(100_000),
  ])("is not %j, because the format is wrong", (text) => {
    expect(isDay(text)).toBe(false);
    expect(codesOf(daySchema, text)).toEqual({ body: ["day_format"] });
  });

  it("is not any other text", () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom(..."0123456789-"), maxLength: 11 })),
        (text) => {
          let parsed = "";
          try {
            parsed = parseDate(text).toString();
          } catch {
            // No date at all.
          }
          expect(isDay(text)).toBe(parsed === text && text >= dayMin && text <= dayMax);
        },
      ),
      { numRuns: 1000 },
    );
  });
});

describe("a day number", () => {
  const dayNumber = fc.integer({ min: toDayNumber("1900-01-01"), max: toDayNumber("2199-12-31") });

  it("counts whole days from 1970-01-01", () => {
    expect(toDayNumber("1970-01-01")).toBe(0);
    expect(toDayNumber("1970-01-02")).toBe(1);
    expect(toDayNumber("1969-12-31")).toBe(-1);
    expect(toDayNumber("2026-03-01") - toDayNumber("2026-02-28")).toBe(1);
    expect(toDayNumber("2028-03-01") - toDayNumber("2028-02-28")).toBe(2);
  });

  it("converts to a day and back, and one number more is one calendar day later", () => {
    fc.assert(
      fc.property(dayNumber, fc.integer({ min: 0, max: 4000 }), (from, count) => {
        const day = fromDayNumber(from);
        expect(toDayNumber(day)).toBe(from);
        expect(fromDayNumber(from + count)).toBe(dayAfter(day, count));
      }),
      { numRuns: 1000 },
    );
  });

  it("has the weekday that the calendar gives", () => {
    fc.assert(
      fc.property(dayNumber, (number) => {
        expect(weekdayOf(number)).toBe(naiveWeekday(fromDayNumber(number)));
      }),
      { numRuns: 1000 },
    );
    expect(weekdayOf(toDayNumber("2026-11-21"))).toBe(6);
    expect(weekdayOf(toDayNumber("2001-01-01"))).toBe(1);
    expect(weekdayOf(toDayNumber("2100-12-31"))).toBe(5);
  });
});

describe("today", () => {
  it.each([
    // Clocks go from +02:00 to +03:00 at 03:00 on 29 March 2026.
    ["23:30 before the spring change", "2026-03-28T21:30:00Z", "2026-03-28"],
    ["00:30 of the spring change", "2026-03-28T22:30:00Z", "2026-03-29"],
    ["23:30 after the spring change", "2026-03-29T20:30:00Z", "2026-03-29"],
    ["00:30 the night after", "2026-03-29T21:30:00Z", "2026-03-30"],
    // And back at 04:00 on 25 October 2026.
    ["23:30 before the autumn change", "2026-10-24T20:30:00Z", "2026-10-24"],
    ["00:30 of the autumn change", "2026-10-24T21:30:00Z", "2026-10-25"],
    ["23:30 after the autumn change", "2026-10-25T21:30:00Z", "2026-10-25"],
    ["00:30 the night after that", "2026-10-25T22:30:00Z", "2026-10-26"],
  ])("is right in Kyiv around clock changes: %s", (_case, instant, expected) => {
    expect(todayIn(Date.parse(instant), "Europe/Kyiv")).toBe(expected);
  });

  it.each([0, 1, 2, 3, 4, 5, 6])("changes at midnight plus the day's start of %d h", (hour) => {
    const start = Date.parse("2026-06-10T00:00:00Z") + hour * 3_600_000;
    expect(todayIn(start - 1, "UTC", hour)).toBe("2026-06-09");
    expect(todayIn(start, "UTC", hour)).toBe("2026-06-10");
    // +03:00 in summer.
    expect(todayIn(start - 3 * 3_600_000 - 1, "Europe/Kyiv", hour)).toBe("2026-06-09");
    expect(todayIn(start - 3 * 3_600_000, "Europe/Kyiv", hour)).toBe("2026-06-10");
  });

  it.each([
    ["Pacific/Kiritimati", "2026-06-10T10:00:00Z", "2026-06-11"],
    ["Pacific/Kiritimati", "2026-06-10T09:59:59Z", "2026-06-10"],
    ["Pacific/Chatham", "2026-06-10T11:15:00Z", "2026-06-11"],
    ["Pacific/Chatham", "2026-01-10T10:14:00Z", "2026-01-10"],
    ["Pacific/Chatham", "2026-01-10T10:15:00Z", "2026-01-11"],
    ["Etc/GMT+12", "2026-06-10T11:59:59Z", "2026-06-09"],
    ["Etc/GMT+12", "2026-06-10T12:00:00Z", "2026-06-10"],
    ["Asia/Kathmandu", "2026-06-10T18:15:00Z", "2026-06-11"],
    ["UTC", "2026-06-10T23:59:59.999Z", "2026-06-10"],
  ])("in %s at %s is %s", (zone, instant, expected) => {
    expect(todayIn(Date.parse(instant), zone)).toBe(expected);
  });

  it.each(["Europe/Kyiv", "America/St_Johns", "Australia/Lord_Howe", "America/Havana", "Africa/Cairo", "Asia/Beirut"])(
    "in %s advances by one day at a time through a year, for every start of the day",
    (zone) => {
      for (const hour of [0, 2, 6]) {
        let now = Date.parse("2026-01-01T12:00:00Z");
        let last = todayIn(now, zone, hour);
        // In steps of half an hour: no change of the clock is shorter.
        for (; now < Date.parse("2027-01-02T12:00:00Z"); now += 1_800_000) {
          const next = todayIn(now, zone, hour);
          if (next !== last) expect(next).toBe(dayAfter(last));
          last = next;
        }
        expect(last >= "2027-01-01").toBe(true);
      }
    },
  );

  it("agrees with Intl.DateTimeFormat in any time zone", () => {
    const zones = Intl.supportedValuesOf("timeZone");
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.integer({ min: Date.parse("2001-01-02"), max: Date.parse("2037-12-31") }),
        fc.integer({ min: 0, max: 6 }),
        (timeZone, now, hour) => {
          const parts = new Intl.DateTimeFormat("en-CA", {
            timeZone,
            year: "numeric",
            month: "2-digit",
            day: "2-digit",
          });
          expect(todayIn(now, timeZone, hour)).toBe(parts.format(now - hour * 3_600_000));
        },
      ),
      { numRuns: 1000 },
    );
  });

  it("throws for an unknown time zone", () => {
    expect(() => todayIn(0, "Mars/Olympus")).toThrow(RangeError);
  });
});

describe("a time zone", () => {
  it.each([
    "UTC",
    "Europe/Kyiv",
    "Europe/Kiev",
    "europe/kyiv",
    "Etc/GMT+12",
    "Pacific/Kiritimati",
    "America/Argentina/Buenos_Aires",
  ])("is %s", (name) => {
    expect(isTimezone(name)).toBe(true);
    // A second call uses the cache and returns the same.
    expect(isTimezone(name)).toBe(true);
  });

  it.each([
    "",
    " ",
    "Mars/Olympus",
    "+02:00",
    "-0500",
    "GMT+2",
    "Europe/Kyiv ",
    "Europe/Kyiv\u0000",
    "Europe\\Kyiv",
    "../Europe/Kyiv",
    "__proto__",
    "constructor",
    "\ud800",
    "null",
    "A".repeat(100_000),
  ])("is not %j", (name) => {
    expect(isTimezone(name)).toBe(false);
  });

  it("ignores the case of its name", () => {
    const now = Date.parse("2026-06-10T21:30:00Z");
    expect(todayIn(now, "eUROPE/kYIV")).toBe(todayIn(now, "Europe/Kyiv"));
  });

  it("is still known after it was spelled in thousands of ways", () => {
    const letters = [..."america/argentina/buenos_aires"];
    for (let bits = 0; bits < 3000; bits += 1) {
      const name = letters.map((letter, index) => ((bits >> index) & 1 ? letter.toUpperCase() : letter)).join("");
      expect(isTimezone(name)).toBe(true);
    }
    expect(isTimezone("Europe/Kyiv")).toBe(true);
  });
});

describe("a range of days", () => {
  it.each([
    ["one day", "2026-11-21", "2026-11-21"],
    ["366 days", "2026-01-01", "2027-01-01"],
    ["a leap year", "2028-01-01", "2028-12-31"],
    ["up to the last day", "2100-01-01", "2100-12-31"],
  ])("is %s", (_case, from, to) => {
    expect(codesOf(dayRangeSchema, { from, to })).toEqual({});
  });

  it.each([
    ["367 days", { from: "2026-01-01", to: "2027-01-02" }, { to: ["range_too_long"] }],
    ["backwards", { from: "2026-01-02", to: "2026-01-01" }, { to: ["range_reversed"] }],
    ["a century", { from: dayMin, to: dayMax }, { to: ["range_too_long"] }],
    ["without both ends", {}, { from: ["required"], to: ["required"] }],
    ["without one end", { from: "2026-01-02" }, { to: ["required"] }],
    ["of numbers", { from: 1, to: null }, { from: ["not_text"], to: ["null"] }],
    [
      "outside the century",
      { from: "2000-12-31", to: "2101-01-01" },
      { from: ["day_out_of_century"], to: ["day_out_of_century"] },
    ],
    ["with an unknown member", { from: dayMin, to: dayMin, by: 1 }, { by: ["unknown_field"] }],
  ])("is not %s", (_case, body, expected) => {
    expect(codesOf(dayRangeSchema, body)).toEqual(expected);
  });
});
