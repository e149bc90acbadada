/**
 * Days are local calendar dates, never instants. A day is `YYYY-MM-DD` in requests, responses and the database. The
 * rules count with day numbers (whole days since 1970-01-01), because they iterate over years.
 */
export const dayMin = "2001-01-01";
export const dayMax = "2100-12-31";

const dayPattern = /^\d{4}-\d{2}-\d{2}$/;
const millisecondsPerDay = 86_400_000;

/** `YYYY-MM-DD` as whole days since 1970-01-01 in the proleptic Gregorian calendar. The input must be a real date. */
export function toDayNumber(day: string): number {
  // A date-only string is UTC by ECMA-262 21.4.1.32, so no time zone shifts it.
  return Date.parse(day) / millisecondsPerDay;
}

/** The inverse of {@link toDayNumber}. */
export function fromDayNumber(dayNumber: number): string {
  return new Date(dayNumber * millisecondsPerDay).toISOString().slice(0, 10);
}

/**
 * ISO 8601 weekday, 1 (Monday) to 7 (Sunday).
 *
 * @param dayNumber any whole number, also a negative one
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
  // Some engines parse 2026-02-30 as 2 March, so the result must give the same text back.
  return !Number.isNaN(parsed) && new Date(parsed).toISOString().slice(0, 10) === text;
}

/**
 * Today for a user: the date of (now minus the user's day-start hour) in the user's time zone. The hours are subtracted
 * from the instant, not from the local clock time, so a change to or from daylight saving time neither skips nor
 * repeats a day.
 *
 * @param now instant in milliseconds since the epoch
 * @param timezone IANA name, already checked by {@link isTimezone}
 * @param dayStartHour whole hours 0..6 after midnight at which the user's day begins
 * @throws RangeError if the time zone is unknown
 */
export function todayIn(now: number, timezone: string, dayStartHour = 0): string {
  // The cache holds one formatter for each time zone, not for each spelling of its name.
  const parts = dateFormat(platformTimezone(timezone) ?? timezone).formatToParts(now - dayStartHour * 3_600_000);
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((other) => other.type === type)?.value ?? "";
  return `${part("year").padStart(4, "0")}-${part("month")}-${part("day")}`;
}

/** Creating a formatter takes fifty times as long as using it. */
const dateFormats = new Map<string, Intl.DateTimeFormat>();

function dateFormat(timeZone: string): Intl.DateTimeFormat {
  const known = dateFormats.get(timeZone);
  if (known) return known;
  const format = new Intl.DateTimeFormat("en", { timeZone, year: "numeric", month: "2-digit", day: "2-digit" });
  dateFormats.set(timeZone, format);
  return format;
}

/** True for a name in the platform's time zone database, in any letter case. */
export function isTimezone(name: string): boolean {
  return platformTimezone(name) !== undefined;
}

/**
 * Caches the platform's name for each name received. Every request has one, and a query of the platform takes 0.1 ms.
 */
const platformNames = new Map<string, string>();
/** Clients choose the names and their letter case, so the cache needs a bound. About 600 time zones exist. */
const platformNamesMax = 1000;

/**
 * The canonical name that the platform has for a time zone, in any letter case. A cache by time zone must use this name
 * as its key, because clients can send a zone in millions of spellings.
 *
 * @returns undefined if the platform does not know the time zone
 */
export function platformTimezone(name: string): string | undefined {
  const met = platformNames.get(name);
  if (met !== undefined) return met;
  // Newer engines accept offsets such as +02:00. They are not IANA names and have no daylight saving time.
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
