import { parseDate, parseTime, toCalendarDateTime, toZoned } from "@internationalized/date";
import { platformTimezone, todayIn } from "../base/day.ts";

/** Whose clock it is. */
interface Clock {
  /** IANA name. */
  timezone: string;
  /** Whole hours 0..6 after midnight at which the user's day begins. */
  dayStartHour: number;
}

/** The time of an instant by the clock of a zone, `HH:MM`. */
export function clockTimeOf(at: string, timezone: string): string {
  const format = new Intl.DateTimeFormat("en", {
    timeZone: platformTimezone(timezone) ?? timezone,
    ...{ hour: "2-digit", minute: "2-digit", hourCycle: "h23" },
  });
  return format.format(Date.parse(at));
}

/**
 * The instant of a time on a user's day. A time before the hour at which the day begins is on the next date. A
 * time that the clock repeats is the first one, and one that it skips is the same moment after it (RFC 5545, 3.3.5).
 *
 * The day of {@link todayIn} begins this many elapsed hours after midnight. When the clock changes within them, the day
 * begins or ends at another hour of the clock, so that the times of one hour are on the neighboring day. They are
 * counted from midnight, as the day itself is, which gives an instant of the day.
 *
 * @param day `YYYY-MM-DD`
 * @param time `HH:MM`
 * @returns ISO 8601 in UTC
 */
export function instantOfClockTime(day: string, time: string, { timezone, dayStartHour }: Clock): string {
  const clock = parseTime(time);
  const date = parseDate(day);
  const isNextDate = clock.hour < dayStartHour;
  const shown = toZoned(toCalendarDateTime(isNextDate ? date.add({ days: 1 }) : date, clock), timezone, "compatible");
  if (todayIn(shown.toDate().getTime(), timezone, dayStartHour) === day) return shown.toAbsoluteString();
  const hours = isNextDate ? clock.hour + 24 : clock.hour;
  return toZoned(date, timezone, "compatible").add({ hours, minutes: clock.minute }).toAbsoluteString();
}
