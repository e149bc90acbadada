import { fromAbsolute, toCalendarDate } from "@internationalized/date";
import * as z from "zod/mini";

/**
 * Days are local calendar dates, never instants. On the wire and in the database a day is `YYYY-MM-DD`;
 * the rules count with day numbers (whole days since 1970-01-01), because they walk years at a time.
 */
export const dayMin = "2001-01-01";
export const dayMax = "2100-12-31";

/** A range of days asked for at once is at most a leap year long. */
const dayRangeMax = 366;

const dayPattern = /^\d{4}-\d{2}-\d{2}$/;
const millisecondsPerDay = 86_400_000;

/** `YYYY-MM-DD` as whole days since 1970-01-01 in the proleptic Gregorian calendar. The input must be a real date. */
export function toDayNumber(day: string): number {
  // A date-only string is UTC by ECMA-262 21.4.1.32, so that no zone can shift it.
  return Date.parse(day) / millisecondsPerDay;
}

/** The reverse of {@link toDayNumber}. */
export function fromDayNumber(dayNumber: number): string {
  return new Date(dayNumber * millisecondsPerDay).toISOString().slice(0, 10);
}

/**
 * ISO 8601 weekday, 1 (Monday) to 7 (Sunday).
 *
 * @param dayNumber any whole number, negative ones too
 */
export function weekdayOf(dayNumber: number): number {
  // Day 0, 1970-01-01, was a Thursday.
  return ((((dayNumber + 3) % 7) + 7) % 7) + 1;
}

/** True for an existing date `YYYY-MM-DD` of the 21st century, 2001-01-01 to 2100-12-31. */
export function isDay(text: string): boolean {
  if (!dayPattern.test(text) || text < dayMin || text > dayMax) return false;
  const parsed = Date.parse(text);
  // Date.parse takes 2026-02-30 for 2 March in some engines, so the way back must agree.
  return !Number.isNaN(parsed) && new Date(parsed).toISOString().slice(0, 10) === text;
}

/**
 * Today for a person: the date of (now minus their day-start hour) in their timezone. The hours are subtracted from
 * the instant, not from the clock on the wall, so a change to or from daylight saving neither skips nor repeats a day.
 *
 * @param now instant in milliseconds since the epoch
 * @param timezone IANA name, already checked by {@link isTimezone}
 * @param dayStartHour whole hours 0..6 by which the person's day begins after midnight
 * @throws RangeError where the timezone is unknown
 */
export function todayIn(now: number, timezone: string, dayStartHour = 0): string {
  // @internationalized/date keeps a formatter for every spelling it meets; the platform's own is one a zone.
  const zone = platformTimezone(timezone) ?? timezone;
  return toCalendarDate(fromAbsolute(now - dayStartHour * 3_600_000, zone)).toString();
}

/** True for a name the platform's time zone database knows, in any case of its letters. */
export function isTimezone(name: string): boolean {
  return platformTimezone(name) !== undefined;
}

/** Names met and what the platform calls them. Every request carries one, and asking the platform takes 0.1 ms. */
const platformNames = new Map<string, string>();
/** Names come from strangers and may be spelled in any case; there are some 600 in all. */
const platformNamesMax = 1000;

function platformTimezone(name: string): string | undefined {
  const met = platformNames.get(name);
  if (met !== undefined) return met;
  // Offsets such as +02:00 are accepted by newer engines but are no IANA names: they know no daylight saving.
  if (!/^[A-Za-z]/.test(name) || name.length > 64) return undefined;
  try {
    const { timeZone } = new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions();
    if (platformNames.size >= platformNamesMax) platformNames.clear();
    platformNames.set(name, timeZone);
    return timeZone;
  } catch {
    return undefined;
  }
}

/** Schema of a day on the wire; the error names the rule of the spec. */
export const daySchema = z.string().check(z.refine(isDay, { error: "day_out_of_century", abort: true }));

type DayRange = { from: string; to: string };

/** `from` before or on `to`, and at most {@link dayRangeMax} days, both counted. */
export const dayRangeChecks = [
  z.refine<DayRange>(({ from, to }) => from <= to, { error: "range_reversed", path: ["to"] }),
  z.refine<DayRange>(({ from, to }) => toDayNumber(to) - toDayNumber(from) < dayRangeMax, {
    error: "range_too_long",
    path: ["to"],
  }),
] as const;

/** `from` and `to`, inclusive. */
export const dayRangeSchema = z.strictObject({ from: daySchema, to: daySchema }).check(...dayRangeChecks);
