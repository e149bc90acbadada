/**
 * For tests only: the calendar of docs/schedules.md in dates and strings: weeks, months, quarters, and the days on which
 * a schedule is due. It shares no code with the tested rules.
 */
import { type CalendarDate, endOfMonth, getDayOfWeek, parseDate, startOfMonth } from "@internationalized/date";

/** The members of one kind of schedule, as a row of docs/schedules.md lists them. */
export interface NaiveSchedule {
  times_per_week?: number;
  times_per_month?: number;
  times_per_quarter?: number;
  times_in_days?: { times: number; days: number };
  months_since_last?: number;
  every_days?: number;
  every_weeks?: number;
  every_months?: number;
  from?: string;
  month_days?: number[];
  month_weekdays?: { nth: number; weekday: number }[];
  target_per?: NaivePeriodName;
}

export type NaivePeriodName = "week" | "month" | "quarter";

export function dayAfter(day: string, count = 1): string {
  return parseDate(day).add({ days: count }).toString();
}

/** ISO weekday. */
export function naiveWeekday(day: string): number {
  return weekdayOf(parseDate(day));
}

function weekdayOf(date: CalendarDate): number {
  return getDayOfWeek(date, "en-GB", "mon") + 1;
}

/** The ISO week of a day, Monday first. */
export function naiveWeekOf(day: string): string[] {
  const monday = parseDate(day).subtract({ days: naiveWeekday(day) - 1 });
  return listDays(monday, monday.add({ weeks: 1 }));
}

/** All days of the ISO week, the calendar month or the calendar quarter of a day. */
export function naivePeriodDays(period: NaivePeriodName, day: string): string[] {
  if (period === "week") return naiveWeekOf(day);
  const ofMonth = startOfMonth(parseDate(day));
  if (period === "month") return listDays(ofMonth, ofMonth.add({ months: 1 }));
  // January, April, July and October begin a quarter.
  const first = [1, 4, 7, 10].findLast((month) => month <= ofMonth.month) as number;
  const ofQuarter = ofMonth.set({ month: first });
  return listDays(ofQuarter, ofQuarter.add({ months: 3 }));
}

function listDays(first: CalendarDate, end: CalendarDate): string[] {
  const days: string[] = [];
  for (let date = first; date.compare(end) < 0; date = date.add({ days: 1 })) days.push(date.toString());
  return days;
}

/** "A day is scheduled if it is one of the weekdays and, with a schedule of due days, due." */
export function naiveIsScheduled(weekdays: number[], schedule: NaiveSchedule | null, day: string): boolean {
  return weekdays.includes(naiveWeekday(day)) && isDue(schedule ?? {}, weekdays, parseDate(day));
}

/** Whether a schedule of due days is due. Any other schedule allows every day. */
function isDue(schedule: NaiveSchedule, weekdays: number[], date: CalendarDate): boolean {
  if (schedule.from !== undefined) {
    const from = parseDate(schedule.from);
    // "Nothing is due before `from`."
    return date.compare(from) >= 0 && isDueFrom(schedule, weekdays, from, date);
  }
  if (!schedule.month_days && !schedule.month_weekdays) return true;
  const month = listDays(startOfMonth(date), endOfMonth(date).add({ days: 1 }));
  const today = date.toString();
  if (schedule.month_days) {
    // "-1 is the last day. A month without the day has it on its last one."
    return schedule.month_days.some((number) => (month[number - 1] ?? month.at(-1)) === today);
  }
  // "The first to fourth, or the last, such weekday of each month."
  const such = month.filter((day) => naiveWeekday(day) === weekdayOf(date));
  return (schedule.month_weekdays ?? []).some(
    ({ nth, weekday }) => weekday === weekdayOf(date) && such.at(nth === -1 ? -1 : nth - 1) === today,
  );
}

function isDueFrom(schedule: NaiveSchedule, weekdays: number[], from: CalendarDate, date: CalendarDate): boolean {
  const { every_days, every_weeks, every_months } = schedule;
  if (every_days) return isStep(schedule, date, (count) => from.add({ days: every_days * count }));
  // "A shorter month has it on its last day": counted from the first date, so that a short month shifts no later one.
  if (every_months) return isStep(schedule, date, (count) => from.add({ months: every_months * count }));
  // "On the weekday of `from`, or on the `weekdays` if they are not all seven."
  const on = weekdays.length === 7 ? [weekdayOf(from)] : weekdays;
  const mondayOf = (of: CalendarDate) => of.subtract({ days: weekdayOf(of) - 1 });
  const isWeek = isStep(schedule, mondayOf(date), (count) => mondayOf(from).add({ weeks: (every_weeks ?? 1) * count }));
  return isWeek && on.includes(weekdayOf(date));
}

/** Caches the steps so far, because tests query one habit for hundreds of days. */
const stepsOf = new WeakMap<NaiveSchedule, string[]>();

/** Steps forward until it reaches or passes the date. */
function isStep(schedule: NaiveSchedule, date: CalendarDate, step: (count: number) => CalendarDate): boolean {
  const steps = stepsOf.get(schedule) ?? [step(0).toString()];
  stepsOf.set(schedule, steps);
  while ((steps.at(-1) as string) < date.toString()) steps.push(step(steps.length).toString());
  return steps.includes(date.toString());
}

/** The period in which a schedule counts; null for days. */
export function naivePeriodName(schedule: NaiveSchedule | null): NaivePeriodName | null {
  if (schedule?.times_per_week) return "week";
  if (schedule?.times_per_month) return "month";
  if (schedule?.times_per_quarter) return "quarter";
  return schedule?.target_per ?? null;
}

/** The windows of a schedule: their days, or their months, which "have 30 days" for the strength. Null without windows. */
export function naiveWindowGoal(schedule: NaiveSchedule | null): NaiveWindowGoal | null {
  if (schedule?.months_since_last) {
    return { times: 1, days: 30 * schedule.months_since_last, months: schedule.months_since_last };
  }
  return schedule?.times_in_days ?? null;
}

export interface NaiveWindowGoal {
  times: number;
  days: number;
  months?: number;
}

/** The number of days that a period requires; null for a schedule without one. */
export function naiveTimes(schedule: NaiveSchedule | null): number | null {
  return schedule?.times_per_week ?? schedule?.times_per_month ?? schedule?.times_per_quarter ?? null;
}
