import { type HabitRules, isFailure, isSuccess } from "@daymark/domain/rules/result";
import type { Habit } from "@daymark/domain/tracking/habit";
import type { Entry } from "@daymark/domain/tracking/progress";
import { resultAmong } from "../../habit/rules.ts";

/** Progress of the habits of a group today, without those that have no goal today. */
export interface GroupProgress {
  done: number;
  total: number;
}

export function groupProgressOf(
  habits: readonly Habit[],
  rules: ReadonlyMap<number, HabitRules>,
  entryOn: (habitId: number, day: string) => Entry | undefined,
  today: string,
): GroupProgress {
  let done = 0;
  let total = 0;
  for (const habit of habits) {
    const habitRules = rules.get(habit.id);
    if (!habitRules) continue;
    const result = resultAmong(habitRules, today, (day) => entryOn(habit.id, day), today);
    if (isSuccess(result)) done += 1;
    if (isSuccess(result) || isFailure(result) || result === "awaiting") total += 1;
  }
  return { done, total };
}
