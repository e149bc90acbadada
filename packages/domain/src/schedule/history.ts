import { pastSchedulesMax } from "../base/bounds.ts";
import { periodBounds } from "../base/period.ts";
import type { targetEffects } from "../tracking/habit.ts";
import { windowDaysMax } from "../tracking/schedule-bounds.ts";
import { type ScheduleEnd, untilEnd } from "./end.ts";
import { periodOf, type Scheduled, scheduledDaysOf, type WindowGoal, windowOf } from "./schedule.ts";

/** The weekdays and the schedule of a habit until its owner changed them. */
export interface PastSchedule extends Scheduled {
  /** The last day on which they held, a day number. */
  until: number;
}

/** The present schedule of a habit, and those of before. */
export interface ScheduleHistory extends Scheduled {
  /**
   * Ascending by `until`, at most one a day. Each holds up to its last day, from the day after the previous one's; the
   * first also holds for all earlier days.
   */
  pastSchedules: readonly PastSchedule[];
}

/** The schedules of a habit, and its end. */
export interface EndingHistory extends ScheduleHistory {
  /** Null without an end, and while a total is not reached. */
  end: ScheduleEnd | null;
}

/** Days on which one schedule of a habit holds: day numbers, both included; infinite at the ends of the history. */
export interface Segment extends Scheduled {
  from: number;
  to: number;
}

/** The days of each schedule that a habit had and has, ascending, at least one. */
export function segmentsOf(history: ScheduleHistory): Segment[] {
  const segments: Segment[] = [];
  let from = -Infinity;
  for (const { until, weekdays, schedule } of [...history.pastSchedules, { ...present(history), until: Infinity }]) {
    segments.push({ from, to: until, weekdays, schedule });
    from = until + 1;
  }
  return segments;
}

function present({ weekdays, schedule }: Scheduled): Scheduled {
  return { weekdays, schedule };
}

/** The schedule that held on a day (a day number). */
export function scheduleOn(history: ScheduleHistory, day: number): Scheduled {
  return history.pastSchedules.find(({ until }) => day <= until) ?? history;
}

/**
 * Whether a day (a day number) is scheduled, by the schedule that held on it: see {@link scheduledDaysOf}. The others are
 * days off, and so is every day after the end.
 */
export function scheduledDays(history: EndingHistory): (day: number) => boolean {
  return untilEnd(history.end, scheduledDaysWithoutEnd(history));
}

function scheduledDaysWithoutEnd(history: ScheduleHistory): (day: number) => boolean {
  if (history.pastSchedules.length === 0) return scheduledDaysOf(history);
  const segments = segmentsOf(history).map((each) => ({ to: each.to, isScheduled: scheduledDaysOf(each) }));
  return (day) => segments.find(({ to }) => day <= to)?.isScheduled(day) ?? false;
}

/** True if the owner chose the days, now or before, so that a day that is not done is mostly no failure. */
export function hasFreeDays(history: ScheduleHistory): boolean {
  return [history, ...history.pastSchedules].some((each) => periodOf(each) !== null || windowOf(each) !== null);
}

/** True if a schedule of n days in any m holds on some days. */
export function hasWindows(history: ScheduleHistory): boolean {
  return [history, ...history.pastSchedules].some((each) => windowOf(each) !== null);
}

/** A window of n days in any m, or of months, takes at most this many calendar days, however many are skipped. */
export function windowSpan({ days, months }: WindowGoal): number {
  return 2 * (months === undefined ? days : Math.min(months * longestMonth, windowDaysMax));
}

const longestMonth = 31;

/**
 * A range of days, extended to all days on which its results depend: the first and the last period of each schedule as a
 * whole. The result of a day with n days in any m depends on the windows before it, on all later days up to today, and on the
 * skips of the windows that are under way.
 *
 * @param range day numbers, both included
 * @param today day number of the user's today
 */
export function rangeOfResults(
  habits: readonly ScheduleHistory[],
  { from, to }: { from: number; to: number },
  today: number,
): { from: number; to: number } {
  const ends = habits.flatMap(segmentsOf).flatMap((segment) => {
    const [first, last] = [Math.max(from, segment.from), Math.min(to, segment.to)];
    if (last < first) return [];
    const [period, goal] = [periodOf(segment), windowOf(segment)];
    if (goal) return windowRange(goal, { first, last, end: Math.min(segment.to, today) });
    return period === null ? [] : { from: periodBounds(period, first).from, to: periodBounds(period, last).to };
  });
  return { from: Math.min(from, ...ends.map((each) => each.from)), to: Math.max(to, ...ends.map((each) => each.to)) };
}

/** @param days.end the last day on which something can have been done */
function windowRange(goal: WindowGoal, { first, last, end }: { first: number; last: number; end: number }) {
  const span = windowSpan(goal);
  return { from: first - span, to: Math.max(last, end + span) };
}

/**
 * The first day, not before the given one, from which all periods are whole: none of them, and none of a later schedule,
 * counts a day before it. `Infinity` with a schedule of n days in any m, because windows move back without bound.
 *
 * @param day day number
 */
export function firstWholeDay(history: ScheduleHistory, day: number): number {
  for (const segment of segmentsOf(history)) {
    const [period, goal] = [periodOf(segment), windowOf(segment)];
    if (segment.to < day) continue;
    if (goal) return Infinity;
    if (period === null) continue;
    const { from, to } = periodBounds(period, Math.max(segment.from, day));
    if (from < day) return firstWholeDay(history, Math.min(to, segment.to) + 1);
  }
  return day;
}

/**
 * What a habit's schedule replaced, after its owner changes it today.
 *
 * `from_today` changes no day before today. A second change on one day replaces the first one, and a change back leaves
 * no trace. Beyond {@link pastSchedulesMax}, the oldest one goes, and the next one holds for its days too. `always`
 * leaves one schedule for all days, and so does `from_today` for a habit that begins today.
 *
 * @param habit before the change
 * @param today day number of the user's today
 */
export function pastSchedulesAfter(
  habit: ScheduleHistory & { firstDay: number },
  next: Scheduled,
  effect: (typeof targetEffects)[number],
  today: number,
): readonly PastSchedule[] {
  if (effect === "always" || habit.firstDay >= today) return [];
  const replaced = [...habit.pastSchedules, { ...present(habit), until: Infinity }];
  const past = replaced
    .slice(0, replaced.findIndex(({ until }) => until >= today - 1) + 1)
    .map((each) => ({ ...each, until: Math.min(each.until, today - 1) }));
  if (isSameSchedule(past.at(-1) as PastSchedule, next)) past.pop();
  return past.slice(-pastSchedulesMax);
}

/** True if both ask for the same days. The order in lists of days does not matter. */
export function isSameSchedule(one: Scheduled, other: Scheduled): boolean {
  const [first, second] = [one, other].map(({ weekdays, schedule }) => textOf({ weekdays, ...schedule }));
  return first === second;
}

/** A text that is the same for objects with the same members, and for lists with the same elements. */
function textOf(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(textOf).toSorted().join()}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([name, member]) => `${name}:${textOf(member)}`);
  return `{${members.toSorted().join()}}`;
}
