import { fromDayNumber, toDayNumber } from "@daymark/domain/base/day";
import { calendarDays } from "@daymark/domain/calendar/calendar-days";
import { type CalendarMark, calendarDaysAfter, calendarDaysBefore } from "@daymark/domain/calendar/calendar-link";
import type { DayEntry } from "@daymark/domain/rules/result";
import type { Habit } from "@daymark/domain/tracking/habit";
import type { Entry } from "@daymark/domain/tracking/progress";
import { ICalCalendar, ICalCalendarMethod, ICalEventTransparency } from "ical-generator";

/** How often an app should read a calendar again, in seconds. */
const refreshSeconds = 3600;
/** They need no words, so a calendar is the same in every language. */
const signs: Record<CalendarMark, string> = { due: "", done: "✓ ", missed: "✗ " };

interface CalendarContent {
  habits: readonly Habit[];
  /** Of these habits and of {@link calendarRange}, by habit and day. */
  entries: readonly Entry[];
  shows: readonly CalendarMark[];
  groupName: string | null;
  /** `YYYY-MM-DD`, the owner's. */
  today: string;
  publicUrl: string;
}

/** The days whose entries a calendar needs: those that it shows, and the rest of the ISO weeks that they touch. */
export function calendarRange(today: string): { from: string; to: string } {
  const day = toDayNumber(today);
  return { from: fromDayNumber(day - calendarDaysBefore - 6), to: fromDayNumber(day + calendarDaysAfter + 6) };
}

/**
 * A calendar as iCalendar text (RFC 5545, with the name and the refresh interval of RFC 7986): an event of a whole day
 * for each habit and day. The same content always gives the same text, so that its hash can be its ETag. An event keeps
 * its UID when its mark changes.
 */
export function writeCalendar({ habits, entries, shows, groupName, today, publicUrl }: CalendarContent): string {
  const calendar = new ICalCalendar({
    name: groupName === null ? "Daymark" : `Daymark: ${groupName}`,
    prodId: { company: "Daymark", product: "Daymark", language: "EN" },
    method: ICalCalendarMethod.PUBLISH,
    ttl: refreshSeconds,
    url: `${publicUrl}/dashboard`,
  });
  const byHabit = Map.groupBy(entries, ({ habit_id }) => habit_id);
  const day = toDayNumber(today);
  const range = { from: day - calendarDaysBefore, to: day + calendarDaysAfter, today: day };
  const { host } = new URL(publicUrl);
  for (const habit of habits) {
    const own = (byHabit.get(habit.id) ?? []).map(toDayEntry);
    for (const shown of calendarDays(toRules(habit), own, range)) {
      if (!shows.includes(shown.mark)) continue;
      const date = fromDayNumber(shown.day);
      calendar.createEvent({
        id: `habit-${habit.id}-${date}@${host}`,
        start: new Date(`${date}T00:00:00Z`),
        end: new Date(`${fromDayNumber(shown.day + 1)}T00:00:00Z`),
        timezone: "UTC",
        allDay: true,
        // The time of the text would be another one with each answer.
        stamp: new Date(`${date}T00:00:00Z`),
        summary: `${signs[shown.mark]}${habit.emoji ? `${habit.emoji} ` : ""}${habit.title}`,
        description: habit.description || null,
        transparency: ICalEventTransparency.TRANSPARENT,
      });
    }
  }
  return calendar.toString();
}

function toRules(habit: Habit) {
  return {
    type: habit.type,
    unit: habit.unit,
    weekdays: habit.weekdays,
    timesPerWeek: habit.schedule?.times_per_week ?? null,
    targets: habit.targets.map(({ from, target }) => ({ from: toDayNumber(from), target })),
    firstDay: toDayNumber(habit.first_day),
  };
}

function toDayEntry({ day, value, unit, skipped, confirmed }: Entry): DayEntry {
  return { day: toDayNumber(day), value, unit, skipped, confirmed };
}
