import type { HabitRules } from "@daymark/domain/rules/result";
import type { Habit } from "@daymark/domain/tracking/habit";
import type { Entry } from "@daymark/domain/tracking/progress";
import { resultAmong } from "../../habit/rules.ts";

/** True if a habit waits for its user today: a goal not yet achieved, or a bad habit's day without any record. */
export function isOpenToday(
  habit: Pick<Habit, "type">,
  rules: HabitRules,
  entryOn: (day: string) => Entry | undefined,
  today: string,
): boolean {
  const result = resultAmong(rules, today, entryOn, today);
  if (habit.type === "good") return result === "awaiting";
  const entry = entryOn(today);
  return result === "not_exceeded" && !entry?.value && !entry?.confirmed;
}

/**
 * The next open habit in visual order, which begins again at the first; undefined if no other is open.
 *
 * @param after undefined: begins with the first habit
 */
export function nextOpenHabit(
  habitIds: readonly number[],
  isOpen: (habitId: number) => boolean,
  after?: number,
): number | undefined {
  const start = after === undefined ? 0 : habitIds.indexOf(after) + 1;
  return [...habitIds.slice(start), ...habitIds.slice(0, start)].find((id) => id !== after && isOpen(id));
}
