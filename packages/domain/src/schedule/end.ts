import { toDayNumber } from "../base/day.ts";
import type { HabitEnd } from "../tracking/schedule.ts";
import { endDaysMax } from "../tracking/schedule-bounds.ts";

/**
 * For this many days the dashboard asks whether a habit that has ended is archived or goes on. Then a job archives it.
 */
export const finishedWaitDays = 7;

/** The end of a habit, once its last day is known. */
export interface ScheduleEnd {
  /** The last day that asks for something, a day number. Every later one is a day off. */
  lastDay: number;
  /** True for a date and a number of days; false for a total, whose last day is known when it is reached. */
  isPlanned: boolean;
}

/**
 * The end of a habit in the form that the rules take.
 *
 * @param reachedOn day number of the day on which the sum reached a total; null if none did
 */
export function scheduleEndOf(end: HabitEnd | null, reachedOn: number | null): ScheduleEnd | null {
  const planned = plannedLastDay(end);
  if (planned !== null) return { lastDay: planned, isPlanned: true };
  return end && reachedOn !== null ? { lastDay: reachedOn, isPlanned: false } : null;
}

/** The last day by date or by number of days, a day number; null for a total and without an end. */
export function plannedLastDay(end: HabitEnd | null): number | null {
  if (end?.until !== undefined) return toDayNumber(end.until);
  return end?.days === undefined ? null : firstDayOfEnd(end) + end.days - 1;
}

/** The day from which a number of days or a total counts, a day number. */
export function firstDayOfEnd({ from }: Pick<HabitEnd, "from">): number {
  // A stored end has one: `withFrom` adds it.
  return toDayNumber(from as string);
}

/** The days whose amounts count toward a total, day numbers, both included. */
export function daysOfTotal(end: Pick<HabitEnd, "from">): { from: number; to: number } {
  const from = firstDayOfEnd(end);
  return { from, to: from + endDaysMax - 1 };
}

/** The end as it is stored: a number of days and a total count from the given day unless they have one. */
export function withFrom(end: HabitEnd | null, today: string): HabitEnd | null {
  return end === null || end.until !== undefined ? end : { ...end, from: end.from ?? today };
}

/** The given days, without those after the end. */
export function untilEnd(end: ScheduleEnd | null, isScheduled: (day: number) => boolean): (day: number) => boolean {
  return end === null ? isScheduled : (day) => day <= end.lastDay && isScheduled(day);
}
