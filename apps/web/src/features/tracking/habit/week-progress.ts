import { fromDayNumber, toDayNumber, weekdayOf } from "@daymark/domain/base/day";
import { type HabitRules, isSuccess } from "@daymark/domain/rules/result";
import type { Habit } from "@daymark/domain/tracking/habit";
import type { Entry } from "@daymark/domain/tracking/progress";
import { resultAmong } from "./rules.ts";

/** Progress of a weekly goal in the week of a day. */
export interface WeekProgress {
  done: number;
  goal: number;
}

/** The days of a day's week (ISO 8601, from Monday) up to that day. */
function daysOfWeekUntil(today: string): string[] {
  const day = toDayNumber(today);
  return Array.from({ length: weekdayOf(day) }, (_, back) => fromDayNumber(day - back)).reverse();
}

/** The Monday of a day's week. */
export function weekOf(day: string): string {
  return daysOfWeekUntil(day)[0] ?? day;
}

/** Progress in the current week of a habit with a weekly goal; undefined for other habits. */
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
