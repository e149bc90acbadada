import type { Insights } from "@daymark/domain/insight/insights";
import type { Habit } from "@daymark/domain/tracking/habit";

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
