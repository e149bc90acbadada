import type { Database } from "@daymark/db/connection/client";
import { convertUnit } from "@daymark/domain/base/unit";
import { hasValue } from "@daymark/domain/rules/result";
import type { Habit } from "@daymark/domain/tracking/habit";
import type { Entry } from "@daymark/domain/tracking/progress";
import { changeDay } from "./change.ts";

/**
 * Records that a day is done: the goal of a good habit, or that there was nothing on a day of a bad one. A day whose goal
 * is met already, or on which a bad habit has an amount, stays as it is.
 *
 * @param before the day as it is
 * @returns the entry, the same object as `before` if nothing changed; undefined if the habit is deleted meanwhile
 */
export async function completeDay(
  call: { db: Database; user: { id: number } },
  habit: Pick<Habit, "id" | "type" | "unit" | "target">,
  day: string,
  before: Entry | undefined,
): Promise<Entry | undefined> {
  if (before && isComplete(habit, before)) return before;
  const change = habit.type === "good" ? { value: habit.target, unit: habit.unit } : { confirmed: true };
  return changeDay(call, { habit_id: habit.id, day, ...change });
}

function isComplete({ type, unit, target }: Pick<Habit, "type" | "unit" | "target">, entry: Entry): boolean {
  if (type === "bad") return entry.confirmed || hasValue(entry);
  return entry.value !== null && convertUnit(entry.value, entry.unit, unit) >= target;
}
