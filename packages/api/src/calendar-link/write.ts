import { setImmediate as otherWork } from "node:timers/promises";
import { fromDayNumber } from "@daymark/domain/base/day";
import { calendarDays } from "@daymark/domain/calendar/calendar-days";
import type { CalendarMark } from "@daymark/domain/calendar/calendar-link";
import { rulesOfHabit } from "@daymark/domain/rules/of-habit";
import type { DayEntry } from "@daymark/domain/rules/result";
import type { Habit } from "@daymark/domain/tracking/habit";
import { escape as escapeText, ICalCalendar, ICalCalendarMethod, ICalEventTransparency } from "ical-generator";
import type { History } from "../habit/statistics/history-rows.ts";

/** How often an app should read a calendar again, in seconds. */
const refreshSeconds = 3600;
/** They need no words, so a calendar is the same in every language. */
const signs: Record<CalendarMark, string> = { due: "", done: "✓ ", missed: "✗ " };

interface CalendarContent {
  habits: readonly Habit[];
  /** In the order of the habits, with the days on which the results that the calendar shows depend. */
  histories: AsyncIterable<Pick<History, "id" | "entries">>;
  /** How many days before and after today it shows. */
  span: number;
  shows: readonly CalendarMark[];
  groupName: string | null;
  /** Day number, the owner's. */
  today: number;
  publicUrl: string;
}

/**
 * A calendar as iCalendar text (RFC 5545, with the name and the refresh interval of RFC 7986): an event of a whole day
 * for each habit and day. The same content always gives the same text, so that its hash can be its ETag. An event keeps
 * its UID when its mark changes. Between two habits other requests have their turn, and the entries of the first are freed.
 */
export async function writeCalendar(content: CalendarContent): Promise<string> {
  const habits = new Map(content.habits.map((habit) => [habit.id, habit]));
  const empty = calendarOf(content);
  const head = empty.slice(0, empty.lastIndexOf(end));
  const parts = [head];
  for await (const { id, entries } of content.histories) {
    const text = calendarOf(content, habits.get(id), entries);
    parts.push(text.slice(head.length, text.lastIndexOf(end)));
    await otherWork();
  }
  parts.push(end);
  return parts.join("");
}

const end = "END:VCALENDAR";

/** The calendar with the events of one habit, or without events. */
function calendarOf(
  { shows, groupName, today, span, publicUrl }: Omit<CalendarContent, "habits" | "histories">,
  habit?: Habit,
  entries: readonly DayEntry[] = [],
) {
  const calendar = new ICalCalendar({
    // The library writes this member as it is, and escapes the others (RFC 5545 3.3.11).
    name: groupName === null ? "Daymark" : `Daymark: ${escapeText(groupName, false)}`,
    prodId: { company: "Daymark", product: "Daymark", language: "EN" },
    method: ICalCalendarMethod.PUBLISH,
    ttl: refreshSeconds,
    url: `${publicUrl}/dashboard`,
  });
  if (!habit) return calendar.toString();
  const { host } = new URL(publicUrl);
  const range = { from: today - span, to: today + span, today };
  for (const { day, mark } of calendarDays(rulesOfHabit(habit), entries, range)) {
    if (!shows.includes(mark)) continue;
    const date = fromDayNumber(day);
    const start = new Date(`${date}T00:00:00Z`);
    calendar.createEvent({
      id: `habit-${habit.id}-${date}@${host}`,
      start,
      end: new Date(`${fromDayNumber(day + 1)}T00:00:00Z`),
      timezone: "UTC",
      allDay: true,
      // The time of the answer would be another one each time.
      stamp: start,
      summary: `${signs[mark]}${habit.emoji ? `${habit.emoji} ` : ""}${habit.title}`,
      description: habit.description || null,
      transparency: ICalEventTransparency.TRANSPARENT,
    });
  }
  return calendar.toString();
}
