import type { DayEntry, DayResult, HabitRules } from "../rules/result.ts";
import { walkHabit } from "../rules/walk.ts";
import type { CalendarMark } from "./calendar-link.ts";

/** A day that a calendar shows, as a day number. */
export interface CalendarDay {
  day: number;
  mark: CalendarMark;
}

const marks: Partial<Record<DayResult, CalendarMark>> = {
  awaiting: "due",
  achieved: "done",
  not_exceeded: "done",
  not_achieved: "missed",
  exceeded: "missed",
};

/**
 * The days of a range that a calendar shows, ascending. Days off, skipped days and days of a vacation are left out. A
 * bad habit is never due, because it asks for nothing. A good habit with a goal of a period is due on each of its scheduled
 * days from today on, until the goal of that period is met; with n days in any m, on each that is not covered yet.
 *
 * @param entries ascending by day, of the range and, with a schedule of periods, of the periods it touches
 * @param range day numbers, both ends included
 */
export function calendarDays(
  habit: HabitRules,
  entries: readonly DayEntry[],
  range: { from: number; to: number; today: number },
): CalendarDay[] {
  const shown: CalendarDay[] = [];
  const show = (result: DayResult, day: number, isDue: boolean) => {
    const mark = result === "upcoming" ? (isDue ? "due" : undefined) : marks[result];
    if (mark && day >= range.from && day <= range.to) shown.push({ day, mark });
  };
  const isGood = habit.type === "good";
  walkHabit(habit, entries, range, {
    day: (result, day, _entry, _target, isAvailable) => show(result, day, isGood && isAvailable),
    period: (period) => {
      const isOpen = isGood && period.result !== "met";
      for (const { result, day, isAvailable: isLeft } of period.days) show(result, day, isOpen && isLeft);
    },
  });
  return shown;
}
