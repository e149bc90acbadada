import { fromAbsolute, toCalendarDate } from "@internationalized/date";
import * as z from "zod/mini";

/**
 * Days are local calendar dates, never instants. On the wire and in the database a day is `YYYY-MM-DD`;
 * the rules count with day numbers (whole days since 1970-01-01), because they walk years at a time.
 */
export const dayMin = "2001-01-01";
export const dayMax = "2100-12-31";

/** A range of days asked for at once is at most a leap year long. */
export const dayRangeMax = 366;

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

/** ISO 8601 weekday, 1 (Monday) to 7 (Sunday). 1970-01-01 was a Thursday. */
export function weekdayOf(dayNumber: number): number {
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
 * Today for a person: the date of (now minus their day-start hour) in their timezone.
 *
 * @param now instant in milliseconds since the epoch
 * @param timezone IANA name, already checked by {@link isTimezone}
 * @param dayStartHour whole hours 0..6 by which the person's day begins after midnight
 */
export function todayIn(now: number, timezone: string, dayStartHour = 0): string {
  return toCalendarDate(fromAbsolute(now - dayStartHour * 3_600_000, timezone)).toString();
}

/** True for a name the platform's time zone database knows. */
export function isTimezone(name: string): boolean {
  // Offsets such as +02:00 are accepted by newer engines but are no IANA names: they know no daylight saving.
  if (!/^[A-Za-z]/.test(name) || name.length > 64) return false;
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** Schema of a day on the wire; the error names the rule of the spec. */
export const daySchema = z.string().check(z.refine(isDay, { error: "day_out_of_century", abort: true }));

/** `from` and `to`, inclusive, at most {@link dayRangeMax} days, in this order. */
export const dayRangeSchema = z.strictObject({ from: daySchema, to: daySchema }).check(
  z.refine(({ from, to }) => from <= to, { error: "range_reversed", path: ["to"] }),
  z.refine(({ from, to }) => toDayNumber(to) - toDayNumber(from) < dayRangeMax, {
    error: "range_too_long",
    path: ["to"],
  }),
);
