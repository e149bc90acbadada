import fc from "fast-check";
import { expect, test } from "vitest";
import { fromDayNumber, toDayNumber, todayIn } from "../base/day.ts";
import { endOfDay, fromMinute } from "../reminder/reminder.ts";
import { clockTimeOf, instantOfClockTime } from "./clock-time.ts";

const kyiv = { timezone: "Europe/Kyiv", dayStartHour: 0 };

test("a time of a day is an instant, and its clock shows that time again", () => {
  const at = instantOfClockTime("2026-11-21", "07:05", kyiv);
  expect(at).toBe("2026-11-21T05:05:00.000Z");
  expect(clockTimeOf(at, "Europe/Kyiv")).toBe("07:05");
  expect(clockTimeOf("2026-11-20T22:00:00.000Z", "Europe/Kyiv")).toBe("00:00");
});

test("a time before the hour at which the day begins is on the next date", () => {
  const night = { ...kyiv, dayStartHour: 3 };
  expect(instantOfClockTime("2026-11-21", "02:59", night)).toBe("2026-11-22T00:59:00.000Z");
  expect(instantOfClockTime("2026-11-21", "03:00", night)).toBe("2026-11-21T01:00:00.000Z");
});

test("a repeated time is the first one, and a skipped one the same moment after it", () => {
  expect(instantOfClockTime("2026-10-25", "03:30", kyiv)).toBe("2026-10-25T00:30:00.000Z");
  expect(instantOfClockTime("2026-03-29", "03:30", kyiv)).toBe("2026-03-29T01:30:00.000Z");
});

test("a time that is on the neighboring day after a change of the clock is counted from midnight", () => {
  // Kyiv, 29 March 2026: four hours after midnight it is 05:00, so 04:30 is still on the 28th.
  const four = { ...kyiv, dayStartHour: 4 };
  expect(instantOfClockTime("2026-03-29", "04:30", four)).toBe("2026-03-29T02:30:00.000Z");
  expect(instantOfClockTime("2026-03-29", "05:00", four)).toBe("2026-03-29T02:00:00.000Z");
  // 25 October 2026: six hours after midnight it is 05:00, so 05:30 is no more on the 24th.
  const six = { ...kyiv, dayStartHour: 6 };
  expect(instantOfClockTime("2026-10-24", "05:30", six)).toBe("2026-10-25T02:30:00.000Z");
  expect(instantOfClockTime("2026-10-25", "05:30", six)).toBe("2026-10-26T03:30:00.000Z");
});

const zones = [
  ...["Europe/Kyiv", "Europe/London", "Europe/Chisinau", "Atlantic/Azores", "Africa/Cairo", "Africa/Casablanca"],
  ...["America/New_York", "America/Havana", "America/Santiago", "America/St_Johns", "America/Nuuk", "Asia/Beirut"],
  ...["Australia/Lord_Howe", "Pacific/Chatham", "Antarctica/Troll", "Asia/Kathmandu", "UTC"],
];
const minuteMs = 60_000;

/** The days from 2012 on whose ends are not 24 hours apart, and those beside them, of one zone. */
function daysOfChanges(timezone: string): string[] {
  const days = new Set<string>();
  for (let day = toDayNumber("2012-01-01"); day < toDayNumber("2032-01-01"); day += 1) {
    const [before, date] = [fromDayNumber(day - 1), fromDayNumber(day)];
    if (endOfDay(date, timezone, 0) - endOfDay(before, timezone, 0) === 24 * 60 * minuteMs) continue;
    for (const near of [-1, 0, 1]) days.add(fromDayNumber(day + near));
  }
  return days.size > 0 ? [...days] : ["2026-11-21"];
}

const changes = new Map(zones.map((zone) => [zone, daysOfChanges(zone)]));
const anyDay = fc.constantFrom(...zones).chain((timezone) =>
  fc.record({
    day: fc.constantFrom(...(changes.get(timezone) as string[])),
    clock: fc.record({ timezone: fc.constant(timezone), dayStartHour: fc.integer({ min: 0, max: 6 }) }),
  }),
);
const dayBefore = (day: string) => fromDayNumber(toDayNumber(day) - 1);

test("a day lasts from its start hour after midnight to the start hour of the next date, on each day of a change", () => {
  fc.assert(
    fc.property(anyDay, ({ day, clock: { timezone, dayStartHour } }) => {
      const [begin, end] = [endOfDay(dayBefore(day), timezone, dayStartHour), endOfDay(day, timezone, dayStartHour)];
      for (const instant of [begin, end - 1]) expect(todayIn(instant, timezone, dayStartHour)).toBe(day);
      for (const instant of [begin - 1, end]) expect(todayIn(instant, timezone, dayStartHour)).not.toBe(day);
    }),
    { numRuns: 2_000 },
  );
});

test("each time of a day is an instant of this day, which shows that time if any of the day does", () => {
  fc.assert(
    fc.property(anyDay, fc.integer({ min: 0, max: 95 }), ({ day, clock }, quarter) => {
      const time = fromMinute(15 * quarter);
      const at = instantOfClockTime(day, time, clock);
      expect(todayIn(Date.parse(at), clock.timezone, clock.dayStartHour)).toBe(day);
      const shown = instantsOf(day, clock).filter((instant) => clockTimeOf(instant, clock.timezone) === time);
      if (shown.length > 0) expect(shown).toContain(at);
    }),
    { numRuns: 200 },
  );
});

test("each quarter of an hour of a day comes back from its time, unless the day has that time twice", () => {
  fc.assert(
    fc.property(anyDay, ({ day, clock }) => {
      const byTime = Map.groupBy(instantsOf(day, clock), (instant) => clockTimeOf(instant, clock.timezone));
      for (const [time, instants] of byTime) {
        if (instants.length === 1) expect(instantOfClockTime(day, time, clock)).toBe(instants[0]);
      }
    }),
    { numRuns: 40 },
  );
});

/** The quarters of the hours of a day. All changes of these clocks are by whole quarters. */
function instantsOf(day: string, { timezone, dayStartHour }: typeof kyiv): string[] {
  const instants: string[] = [];
  const end = endOfDay(day, timezone, dayStartHour);
  for (let at = endOfDay(dayBefore(day), timezone, dayStartHour); at < end; at += 15 * minuteMs) {
    instants.push(new Date(at).toISOString());
  }
  return instants;
}
