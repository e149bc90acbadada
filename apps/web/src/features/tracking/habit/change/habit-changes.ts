import type { Habit, HabitContent, habitUpdateInput, targetEffects } from "@daymark/domain/tracking/habit";
import { habitMembers } from "@daymark/domain/tracking/habit-content";
import type * as z from "zod/mini";

export type HabitUpdate = z.infer<typeof habitUpdateInput>;
/** Since when a change applies: from today on, or to all days. */
export type ChangeEffect = (typeof targetEffects)[number];

/** The form values that differ from the habit: only these are sent, so that no other change is overwritten. */
export function habitChanges(habit: Habit, content: HabitContent, effect: ChangeEffect): HabitUpdate {
  const changed = habitMembers.filter((member) => !isSame(content[member], habit[member]));
  return {
    id: habit.id,
    ...Object.fromEntries(changed.map((member) => [member, content[member]])),
    ...(changed.includes("target") && { target_effective: effect }),
    ...((changed.includes("weekdays") || changed.includes("schedule")) && { schedule_effective: effect }),
  };
}

/** The order of a list, which holds weekdays, and of the members of a schedule does not matter. */
function isSame(value: unknown, other: unknown): boolean {
  const [text, otherText] = [value, other].map((each) => JSON.stringify(inOrder(each)));
  return text === otherText;
}

function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.toSorted();
  return value !== null && typeof value === "object"
    ? Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
    : value;
}

/**
 * The update that undoes a change, or null if nothing changed or the change cannot be fully undone: a target or a
 * schedule that applies to all days has dropped the earlier ones.
 */
export function wayBack(
  habit: Habit,
  { id, target, target_effective, schedule_effective, ...changes }: HabitUpdate,
): HabitUpdate | null {
  const hasDropped = schedule_effective === "always" && (habit.past_schedules ?? []).length > 0;
  if (target !== undefined || hasDropped || Object.keys(changes).length === 0) return null;
  const back = Object.keys(changes).map((member) => [member, habit[member as keyof typeof changes]]);
  return { id, ...Object.fromEntries(back), ...(schedule_effective && { schedule_effective }) };
}
