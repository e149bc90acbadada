import { roundFigure } from "@daymark/domain/base/unit";
import { type HabitRules, isSuccess } from "@daymark/domain/rules/result";
import type { Habit } from "@daymark/domain/tracking/habit";
import type { Entry } from "@daymark/domain/tracking/progress";
import { daysOfMonth, type Month } from "../../clock/month.ts";
import { isToggle, resultsAmong, shownValue } from "../../habit/rules.ts";

export interface MonthTotal {
  /** In the habit's unit, or successful days. */
  count: number;
  of: "amount" | "days";
}

/**
 * The total of a habit in a month: the sum of its amounts. For a habit that is only done or not done, and for percents,
 * whose sum says nothing, it is the number of successful days. A day that a bad habit passed without a record counts as
 * one of these.
 */
export function monthTotal(
  habit: Habit,
  rules: HabitRules,
  { month, entryOn, today }: { month: Month; entryOn: (day: string) => Entry | undefined; today: string },
): MonthTotal {
  const days = daysOfMonth(month);
  if (isToggle(habit) || habit.unit === "percentages") {
    return { of: "days", count: resultsAmong(rules, days, entryOn, today).filter(isSuccess).length };
  }
  return {
    of: "amount",
    count: roundFigure(days.reduce((sum, day) => sum + (shownValue(habit, entryOn(day)) ?? 0), 0)),
  };
}
