import { fromDayNumber, toDayNumber, weekdayOf } from "@daymark/domain/base/day";
import { type HabitRules, isSuccess } from "@daymark/domain/rules/result";
import type { Habit } from "@daymark/domain/tracking/habit";
import type { Entry } from "@daymark/domain/tracking/progress";
import { resultAmong } from "./rules.ts";

/** How far a weekly goal has come in the week of a day. */
export interface WeekProgress {
  done: number;
  goal: number;
}

/** The days of the week (ISO 8601, from Monday) that a day lies in, as far as that day. */
function daysOfWeekUntil(today: string): string[] {
  const day = toDayNumber(today);
  return Array.from({ length: weekdayOf(day) }, (_, back) => fromDayNumber(day - back)).reverse();
}

/** The Monday of a day's week. */
export function weekOf(day: string): string {
  return daysOfWeekUntil(day)[0] ?? day;
}

/** The current week of a habit that has a weekly goal; undefined for any other. */
export function weekProgressOf(
  habit: Habit,
  rules: HabitRules,
  entryOn: (day: string) => Entry | undefined,
  today: string,
): WeekProgress | undefined {
  if (!habit.schedule) return undefined;
  const done = daysOfWeekUntil(today).filter((day) => isSuccess(resultAmong(rules, day, entryOn, today))).length;
  return { done, goal: habit.schedule.times_per_week };
}
