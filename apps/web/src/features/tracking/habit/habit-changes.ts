import type { Habit, HabitContent, habitUpdateInput, targetEffects } from "@daymark/domain/tracking/habit";
import { habitMembers } from "@daymark/domain/tracking/habit-content";
import type * as z from "zod/mini";

export type HabitUpdate = z.infer<typeof habitUpdateInput>;
export type TargetEffect = (typeof targetEffects)[number];

/** What of a form differs from the habit it was opened with: only that is sent, so that nothing else is overwritten. */
export function habitChanges(habit: Habit, content: HabitContent, effect: TargetEffect): HabitUpdate {
  const changed = habitMembers.filter((member) => !isSame(content[member], habit[member]));
  return {
    id: habit.id,
    ...Object.fromEntries(changed.map((member) => [member, content[member]])),
    ...(changed.includes("target") && { target_effective: effect }),
  };
}

/** Of lists, which are weekdays, the order does not matter. */
function isSame(value: unknown, other: unknown): boolean {
  const [text, otherText] = [value, other].map((each) => JSON.stringify(Array.isArray(each) ? each.toSorted() : each));
  return text === otherText;
}

/**
 * What takes a change back, or null where nothing changed, or not all of it can be taken back: a target that holds for
 * all days has dropped what held before.
 */
export function wayBack(habit: Habit, { id, target, target_effective, ...changes }: HabitUpdate): HabitUpdate | null {
  if (target !== undefined || Object.keys(changes).length === 0) return null;
  const back = Object.keys(changes).map((member) => [member, habit[member as keyof typeof changes]]);
  return { id, ...Object.fromEntries(back) };
}
