import { mondayOf, weekDays } from "./week.ts";

/** The periods of a schedule: an ISO 8601 week, a calendar month, or a quarter of a calendar year. */
export const periods = ["week", "month", "quarter"] as const;
export type Period = (typeof periods)[number];

/** The unit of a streak: days, or the periods of a schedule. */
export const streakUnits = ["days", "weeks", "months", "quarters"] as const;
export type StreakUnit = (typeof streakUnits)[number];

const monthsOf = { month: 1, quarter: 3 } as const;

const msOfDay = 86_400_000;

/** The year and month (0..11), the date (1..31) and the number of days of the month of a day number. */
export function dateOf(day: number): { year: number; month: number; date: number; monthLength: number } {
  const date = new Date(day * msOfDay);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  const monthLength = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return { year, month, date: date.getUTCDate(), monthLength };
}

/** The same date so many months after a day (day numbers), or the last day of a shorter month. */
export function monthsAfter(day: number, months: number): number {
  const { year, month, date } = dateOf(day);
  const first = Date.UTC(year, month + months) / msOfDay;
  return first - 1 + Math.min(date, dateOf(first).monthLength);
}

/** First and last day (day numbers) of the period that a day belongs to. */
export function periodBounds(period: Period, day: number): { from: number; to: number } {
  if (period === "week") return { from: mondayOf(day), to: mondayOf(day) + weekDays - 1 };
  const { year, month } = dateOf(day);
  const length = monthsOf[period];
  const first = month - (month % length);
  return { from: Date.UTC(year, first) / msOfDay, to: Date.UTC(year, first + length) / msOfDay - 1 };
}

/** The usual number of days of a period: the length over which strength is measured. */
export const usualDays = { week: weekDays, month: 30, quarter: 91 } as const satisfies Record<Period, number>;
