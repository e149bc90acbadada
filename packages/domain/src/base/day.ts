/**
 * Days are local calendar dates, never instants. On the wire and in the database a day is `YYYY-MM-DD`;
 * the rules count with day numbers (whole days since 1970-01-01), because they walk years at a time.
 */
export const dayMin = "2001-01-01";
export const dayMax = "2100-12-31";

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
  return text >= dayMin && text <= dayMax && isDate(text);
}

/** True for four, two and two digits with hyphens between them. */
export function isDateFormat(text: string): boolean {
  return dayPattern.test(text);
}

/** True for an existing date `YYYY-MM-DD` of any year. */
export function isDate(text: string): boolean {
  if (!isDateFormat(text)) return false;
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
  // A formatter is kept for each zone, not for each spelling of it.
  const parts = dateFormat(platformTimezone(timezone) ?? timezone).formatToParts(now - dayStartHour * 3_600_000);
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((other) => other.type === type)?.value ?? "";
  return `${part("year").padStart(4, "0")}-${part("month")}-${part("day")}`;
}

/** Making a formatter takes fifty times as long as using it. */
const dateFormats = new Map<string, Intl.DateTimeFormat>();

function dateFormat(timeZone: string): Intl.DateTimeFormat {
  const known = dateFormats.get(timeZone);
  if (known) return known;
  const format = new Intl.DateTimeFormat("en", { timeZone, year: "numeric", month: "2-digit", day: "2-digit" });
  dateFormats.set(timeZone, format);
  return format;
}

/** True for a name the platform's time zone database knows, in any case of its letters. */
export function isTimezone(name: string): boolean {
  return platformTimezone(name) !== undefined;
}

/** Names met and what the platform calls them. Every request carries one, and asking the platform takes 0.1 ms. */
const platformNames = new Map<string, string>();
/** Names come from strangers and may be spelled in any case; there are some 600 in all. */
const platformNamesMax = 1000;

/**
 * The one name that the platform has for a time zone, however its letters are spelled. What keeps something for each zone has to
 * take this name: people may send a zone in millions of spellings.
 *
 * @returns undefined where the platform does not know the zone
 */
export function platformTimezone(name: string): string | undefined {
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
