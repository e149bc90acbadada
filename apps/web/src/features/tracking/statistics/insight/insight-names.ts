import type { Insights } from "@daymark/domain/insight/insights";
import type { Habit } from "@daymark/domain/tracking/habit";
import type { I18n } from "@lingui/core";
import { unitAmounts } from "../../habit/form/unit-words.ts";

/** A habit with the event that insights count for it. */
export interface InsightHabit {
  habit: Habit;
  event: Insights["habits"][number]["event"];
}

/** The habits of an answer that the page knows too, by id; one that was deleted meanwhile is missing. */
export function insightHabits(insights: Insights, habits: readonly Habit[]): ReadonlyMap<number, InsightHabit> {
  const known = new Map(habits.map((habit) => [habit.id, habit]));
  return new Map(
    insights.habits.flatMap(({ habit_id, event }) => {
      const habit = known.get(habit_id);
      return habit ? [[habit_id, { habit, event }] as const] : [];
    }),
  );
}

/** An amount with the unit of its habit. */
export function amountWords(i18n: I18n, habit: Habit, amount: number): string {
  return i18n._(unitAmounts[habit.unit](amount));
}
