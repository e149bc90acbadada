import { CalendarDateTime, fromAbsolute, toCalendarDate } from "@internationalized/date";
import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { toDayNumber, todayIn, weekdayOf } from "../base/day.ts";
import { codesOf } from "../testing-codes.ts";
import {
  endOfDay,
  fromMinute,
  nextReminderAt,
  type ReminderRule,
  reminderCreateInput,
  reminderUpdateInput,
  toMinute,
} from "./reminder.ts";

const everyDay = [1, 2, 3, 4, 5, 6, 7];
const rule: ReminderRule = { minute: 21 * 60, weekdays: everyDay, timezone: "Europe/Kyiv", dayStartHour: 0 };
const at = (text: string) => Date.parse(text);
const next = (now: string, changes: Partial<ReminderRule> = {}) =>
  new Date(nextReminderAt({ ...rule, ...changes }, at(now))).toISOString();

/** Every reminder between two instants, as the worker computes them: each from the one before. */
function listReminders(each: ReminderRule, from: number, to: number): number[] {
  const found: number[] = [];
  for (let now = nextReminderAt(each, from); now <= to; now = nextReminderAt(each, now)) found.push(now);
  return found;
}

describe("the next reminder", () => {
  test("is today if its time is still ahead in the user's time zone, otherwise tomorrow", () => {
    expect(next("2026-11-21T12:00:00Z")).toBe("2026-11-21T19:00:00.000Z");
    expect(next("2026-11-21T19:00:00Z")).toBe("2026-11-22T19:00:00.000Z");
    expect(next("2026-11-21T12:00:00Z", { timezone: "Pacific/Kiritimati" })).toBe("2026-11-22T07:00:00.000Z");
    expect(next("2026-11-21T12:00:00Z", { timezone: "Asia/Kathmandu" })).toBe("2026-11-21T15:15:00.000Z");
  });

  test("comes on the chosen weekdays only", () => {
    // 21 November 2026 is a Saturday.
    expect(next("2026-11-21T12:00:00Z", { weekdays: [1] })).toBe("2026-11-23T19:00:00.000Z");
    expect(next("2026-11-21T20:00:00Z", { weekdays: [6] })).toBe("2026-11-28T19:00:00.000Z");
  });

  test("belongs to the previous day if it comes before the user's day starts", () => {
    const late = { minute: 30, dayStartHour: 3, weekdays: [6] };
    // The hour after midnight on Sunday still belongs to Saturday.
    expect(next("2026-11-21T12:00:00Z", late)).toBe("2026-11-21T22:30:00.000Z");
    expect(next("2026-11-21T12:00:00Z", { ...late, weekdays: [7] })).toBe("2026-11-22T22:30:00.000Z");
  });

  test("comes after the skipped hour in spring, and only once in the repeated hour in autumn", () => {
    const night = { minute: 3 * 60 + 30 };
    // Kyiv, 28 March 2027: clocks go from 03:00 to 04:00.
    expect(next("2027-03-27T12:00:00Z", night)).toBe("2027-03-28T01:30:00.000Z");
    expect(next("2027-03-28T01:30:00Z", night)).toBe("2027-03-29T00:30:00.000Z");
    // 25 October 2026: clocks go from 04:00 to 03:00.
    expect(next("2026-10-24T12:00:00Z", night)).toBe("2026-10-25T00:30:00.000Z");
    expect(next("2026-10-25T00:30:00Z", night)).toBe("2026-10-26T01:30:00.000Z");
  });

  test("still comes if the country skipped its day", () => {
    // Samoa had no 30 December 2011, a Friday.
    const samoa = { timezone: "Pacific/Apia", minute: 10 * 60 };
    expect(next("2011-12-29T12:00:00Z", { ...samoa, weekdays: [5] })).toBe("2011-12-30T20:00:00.000Z");
    expect(next("2011-12-29T12:00:00Z", samoa)).toBe("2011-12-29T20:00:00.000Z");
    expect(next("2011-12-29T20:00:00Z", samoa)).toBe("2011-12-30T20:00:00.000Z");
    expect(next("2011-12-30T20:00:00Z", samoa)).toBe("2011-12-31T20:00:00.000Z");
  });
});

const zones = [
  "Europe/Kyiv",
  "America/New_York",
  "America/Santiago",
  "Australia/Lord_Howe",
  "Africa/Casablanca",
  "Asia/Beirut",
  "America/St_Johns",
  "America/Havana",
  "Antarctica/Troll",
  "UTC",
];

const anyRule: fc.Arbitrary<ReminderRule> = fc.record({
  minute: fc.integer({ min: 0, max: 1439 }),
  weekdays: fc.subarray(everyDay, { minLength: 1 }),
  timezone: fc.constantFrom(...zones),
  dayStartHour: fc.integer({ min: 0, max: 6 }),
});
const anyInstant = fc.integer({ min: at("2010-01-01T00:00:00Z"), max: at("2060-01-01T00:00:00Z") });
const week = 7 * 86_400_000;

test("a reminder comes exactly once on each of its days, in any year and time zone", () => {
  fc.assert(
    fc.property(anyRule, fc.integer({ min: 2012, max: 2040 }), (each, year) => {
      // The user's day is the local clock time less the hours before the day begins.
      const dates = listReminders(each, at(`${year}-01-01T00:00:00Z`), at(`${year}-12-31T00:00:00Z`)).map((instant) => {
        const date = toDayNumber(toCalendarDate(fromAbsolute(instant, each.timezone)).toString());
        return each.minute < each.dayStartHour * 60 ? date - 1 : date;
      });
      const [first = 0] = dates;
      const expected = [];
      for (let day = first; expected.length < dates.length; day += 1) {
        if (each.weekdays.includes(weekdayOf(day))) expected.push(day);
      }
      expect(dates).toEqual(expected);
      expect(dates.length).toBeGreaterThanOrEqual(50 * each.weekdays.length);
    }),
    { numRuns: 60 },
  );
});

test("the next reminder is in the future, at most a week and a clock change away, and stable until it comes", () => {
  fc.assert(
    fc.property(anyRule, anyInstant, fc.double({ min: 0, max: 0.999, noNaN: true }), (each, now, part) => {
      const found = nextReminderAt(each, now);
      expect(found).toBeGreaterThan(now);
      expect(found - now).toBeLessThanOrEqual(week + 2 * 3_600_000);
      expect(nextReminderAt(each, now + Math.floor((found - now) * part))).toBe(found);
    }),
    { numRuns: 500 },
  );
});

test("a reminder shows its time on the local clock, except in a skipped hour", () => {
  fc.assert(
    fc.property(anyRule, anyInstant, (each, now) => {
      const { hour, minute } = fromAbsolute(nextReminderAt(each, now), each.timezone);
      const shown = hour * 60 + minute;
      // Troll changes its clock by two hours, Lord Howe by half an hour.
      expect([0, 30, 60, 120]).toContain(shown - each.minute);
      if (each.timezone === "UTC") expect(shown).toBe(each.minute);
    }),
    { numRuns: 500 },
  );
});

test("a time of day is unchanged when stored and read back", () => {
  for (let minute = 0; minute < 1440; minute += 1) expect(toMinute(fromMinute(minute))).toBe(minute);
  expect([fromMinute(0), fromMinute(545), fromMinute(1439)]).toEqual(["00:00", "09:05", "23:59"]);
});

test.each(["24:00", "9:00", "09:60", "09:00:00", " 09:00", "0900", "", "noon"])(
  "%j is not a valid time of day",
  (time) => {
    expect(codesOf(reminderCreateInput, { habit_id: 1, time })).toEqual({ time: ["time_invalid"] });
    expect(codesOf(reminderUpdateInput, { id: 1, time })).toEqual({ time: ["time_invalid"] });
  },
);

test("a reminder needs a time, at least one weekday and at least one channel", () => {
  const given = { habit_id: 1, time: "21:00" };
  const refused = (changes: object) => codesOf(reminderCreateInput, { ...given, ...changes });
  expect(refused({})).toEqual({});
  expect(refused({ weekdays: [] })).toEqual({ weekdays: ["weekdays_empty"] });
  expect(refused({ weekdays: [1, 1] })).toEqual({ weekdays: ["weekdays_repeated"] });
  expect(refused({ by_push: false })).toEqual({ by_push: ["reminder_way_missing"] });
  expect(refused({ by_push: false, by_mail: true })).toEqual({});
  expect(refused({ next_at: "2026-11-21T12:00:00Z" })).toEqual({ next_at: ["unknown_field"] });
});

test("when a reminder comes, the user's current day is one of its weekdays", () => {
  fc.assert(
    fc.property(anyRule, anyInstant, (each, now) => {
      const found = nextReminderAt(each, now);
      const today = toDayNumber(todayIn(found, each.timezone, each.dayStartHour));
      // In the night of a clock change, the hours before the user's day start are longer or shorter.
      const { hour } = fromAbsolute(found, each.timezone);
      if (Math.abs(hour - each.dayStartHour) > 2) expect(each.weekdays).toContain(weekdayOf(today));
    }),
    { numRuns: 500 },
  );
});

test("all spellings of a time zone share one name, because the library caches a formatter for each spelling", () => {
  const toDate = vi.spyOn(CalendarDateTime.prototype, "toDate");
  const [now, rule] = [
    Date.parse("2026-11-26T12:00:00Z"),
    { minute: 540, weekdays: [1, 2, 3, 4, 5, 6, 7], dayStartHour: 0 },
  ];
  for (const timezone of ["Europe/Kyiv", "eUROPE/kYIV", "EUROPE/KYIV"]) {
    nextReminderAt({ ...rule, timezone }, now);
    endOfDay("2026-11-26", timezone, 0);
  }
  expect(new Set(toDate.mock.calls.map(([timezone]) => timezone)).size).toBe(1);
  toDate.mockRestore();
});
