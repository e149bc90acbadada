import { fromDayNumber, toDayNumber } from "@daymark/domain/base/day";
import { type Period, periodBounds } from "@daymark/domain/base/period";
import { roundFigure } from "@daymark/domain/base/unit";
import { type HabitRules, isSuccess, targetOn } from "@daymark/domain/rules/result";
import { periodOf, timesOf } from "@daymark/domain/rules/schedule";
import type { Habit } from "@daymark/domain/tracking/habit";
import type { Entry } from "@daymark/domain/tracking/progress";
import { resultAmong, shownValue } from "./rules.ts";

/** Progress in the present period of a schedule. */
export interface PeriodProgress {
  period: Period;
  /** Days, or an amount in the habit's unit. */
  done: number;
  goal: number;
  of: "days" | "amount";
}

/** The first and the last day of the period of a habit that a day belongs to; null if the habit has no periods. */
export function periodAround(habit: Pick<Habit, "schedule">, day: string): { from: string; to: string } | null {
  const period = periodOf(habit);
  if (period === null) return null;
  const { from, to } = periodBounds(period, toDayNumber(day));
  return { from: fromDayNumber(from), to: fromDayNumber(to) };
}

/**
 * Progress in the present period of a habit's schedule; undefined for a habit without periods.
 *
 * @param entryOn returns the entry of a day; called for all days of the period
 */
export function periodProgressOf(
  habit: Habit,
  rules: HabitRules,
  entryOn: (day: string) => Entry | undefined,
  today: string,
): PeriodProgress | undefined {
  const period = periodOf(habit);
  const bounds = periodAround(habit, today);
  if (period === null || !bounds) return undefined;
  const [first, last] = [toDayNumber(bounds.from), toDayNumber(today)];
  const days = Array.from({ length: last - first + 1 }, (_, index) => fromDayNumber(first + index));
  const times = timesOf(habit);
  if (times) {
    const done = days.filter((day) => isSuccess(resultAmong(rules, day, entryOn, today))).length;
    return { period, done, goal: times.times, of: "days" };
  }
  const own = days.map((day) => (day < habit.first_day ? null : shownValue(habit, entryOn(day))));
  const done = roundFigure(own.reduce<number>((sum, value) => sum + (value ?? 0), 0));
  return { period, done, goal: targetOn(rules.targets, last), of: "amount" };
}
