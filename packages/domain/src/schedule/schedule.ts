import { toDayNumber, weekdayOf } from "../base/day.ts";
import { dateOf, type Period, type StreakUnit, usualDays } from "../base/period.ts";
import { mondayOf, weekDays } from "../base/week.ts";
import type { Schedule } from "../tracking/schedule.ts";

/** When a habit asks for something. */
export interface Scheduled {
  /** ISO weekdays on which the habit is scheduled; the others are days off. */
  weekdays: readonly number[];
  /** Null if every one of the weekdays requires the habit. */
  schedule: Schedule | null;
}

/** The number of days that each period of a schedule requires; null for the other schedules. */
export function timesOf({ schedule }: Pick<Scheduled, "schedule">): { period: Period; times: number } | null {
  if (!schedule) return null;
  const { times_per_week, times_per_month, times_per_quarter } = schedule;
  if (times_per_week !== undefined) return { period: "week", times: times_per_week };
  if (times_per_month !== undefined) return { period: "month", times: times_per_month };
  return times_per_quarter === undefined ? null : { period: "quarter", times: times_per_quarter };
}

/** On how many days of any row of days a schedule asks for the habit; null for the other schedules. */
export function windowOf({ schedule }: Pick<Scheduled, "schedule">): WindowGoal | null {
  const months = schedule?.months_since_last;
  if (months !== undefined) return { times: 1, days: months * usualDays.month, months };
  const goal = schedule?.times_in_days;
  if (!goal) return null;
  // Loop takes n in n days for every day, too. Months would differ in length.
  return goal.times === goal.days ? { times: 1, days: 1 } : goal;
}

/** This many times in any window of this many days. */
export interface WindowGoal {
  times: number;
  /** With `months`, as many as these usually have: strength is measured over them. */
  days: number;
  /** Then the window lasts up to the day before the same date so many months later. */
  months?: number;
}

/**
 * The period that a schedule judges as a whole, so that its results depend on all days of the period and a streak counts
 * periods. Null if each day is judged alone.
 */
export function periodOf(habit: Pick<Scheduled, "schedule">): Period | null {
  return habit.schedule?.target_per ?? timesOf(habit)?.period ?? null;
}

/** What a streak counts: days, or the periods of the schedule. */
export function streakUnitOf(habit: Pick<Scheduled, "schedule">): StreakUnit {
  const period = periodOf(habit);
  return period === null ? "days" : `${period}s`;
}

/**
 * Whether a schedule asks for a day (a day number): it is on one of the weekdays and, with a schedule of due days, a due day.
 * The others are days off. Nothing is due before the day from which a schedule counts.
 */
export function scheduledDaysOf({ weekdays, schedule }: Scheduled): (day: number) => boolean {
  const isEveryDay = weekdays.length === weekDays;
  const chosen = Array.from({ length: weekDays + 1 }, (_, weekday) => weekdays.includes(weekday));
  const isOnWeekday = isEveryDay ? () => true : (day: number) => chosen[weekdayOf(day)] === true;
  const isDue = schedule && dueDays(schedule, isEveryDay);
  return isDue ? (day) => isOnWeekday(day) && isDue(day) : isOnWeekday;
}

/** @param isEveryDay then a schedule of weeks is due on the weekday of its first day, else on all of the habit's */
function dueDays(schedule: Schedule, isEveryDay: boolean): ((day: number) => boolean) | null {
  const { every_days, every_weeks, every_months, month_days, month_weekdays } = schedule;
  const from = schedule.from === undefined ? 0 : toDayNumber(schedule.from);
  if (every_days !== undefined) return (day) => day >= from && (day - from) % every_days === 0;
  if (every_weeks !== undefined) {
    const isWeekday = (day: number) => !isEveryDay || weekdayOf(day) === weekdayOf(from);
    return (day) => day >= from && isWeekday(day) && ((mondayOf(day) - mondayOf(from)) / weekDays) % every_weeks === 0;
  }
  if (every_months !== undefined) {
    const first = dateOf(from);
    return (day) => {
      const { year, month, date, monthLength } = dateOf(day);
      const months = (year - first.year) * 12 + month - first.month;
      return day >= from && months % every_months === 0 && date === Math.min(first.date, monthLength);
    };
  }
  if (month_days) {
    return (day) => {
      const { date, monthLength } = dateOf(day);
      return month_days.some((each) => (each < 0 ? monthLength : Math.min(each, monthLength)) === date);
    };
  }
  if (month_weekdays) {
    return (day) => {
      const { date, monthLength } = dateOf(day);
      const nth = Math.ceil(date / weekDays);
      const isLast = date + weekDays > monthLength;
      return month_weekdays.some(
        (each) => each.weekday === weekdayOf(day) && (each.nth < 0 ? isLast : each.nth === nth),
      );
    };
  }
  return null;
}
