import { fromDayNumber, toDayNumber, weekdayOf } from "@daymark/domain/base/day";
import type { Format } from "../../../../lib/language/format.ts";
import { type Month, monthOf } from "../../clock/month.ts";
import { isWeekend } from "../../clock/week.ts";

/** The texts of a day in the calendar, computed once for all its cells. */
export interface DayInfo {
  day: string;
  /** "21" */
  number: string;
  /** "Sat" */
  weekday: string;
  /** The weekday, or "Oct" for the last day before the month shown. */
  caption: string;
  /** "Saturday, November 21, 2026" */
  long: string;
  /** True for a day before the month shown. */
  isEarlier: boolean;
  isWeekend: boolean;
  /** True for the first day of a week, unless it is the first day of the month shown. */
  isWeekStart: boolean;
  /** True for the first day of the month shown. */
  isMonthStart: boolean;
}

/** @param weekStart ISO weekday */
export function dayInfos(days: readonly string[], month: Month, format: Format, weekStart: number): DayInfo[] {
  const lastBefore = fromDayNumber(toDayNumber(`${month}-01`) - 1);
  return days.map((day) => ({
    day,
    number: format.number(Number(day.slice(8, 10))),
    weekday: format.day(day, { weekday: "short" }),
    caption: format.day(day, day === lastBefore ? { month: "short" } : { weekday: "short" }),
    long: format.day(day, { weekday: "long", day: "numeric", month: "long", year: "numeric" }),
    isEarlier: monthOf(day) !== month,
    isWeekend: isWeekend(weekdayOf(toDayNumber(day))),
    isWeekStart: weekdayOf(toDayNumber(day)) === weekStart && !day.endsWith("-01"),
    isMonthStart: day === `${month}-01`,
  }));
}
