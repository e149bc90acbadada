import type { Habit, HabitCreateInput, habitUpdateInput, targetEffects } from "@daymark/domain/habit";
import type * as z from "zod/mini";

export type HabitUpdate = z.infer<typeof habitUpdateInput>;
export type TargetEffect = (typeof targetEffects)[number];

/** What of a form differs from the habit it was opened with: only that is sent, so that nothing else is overwritten. */
export function habitChanges(habit: Habit, input: HabitCreateInput, effect: TargetEffect): HabitUpdate {
  const { title, target, unit, hue, description = "", weekdays = habit.weekdays, schedule = null } = input;
  const group = input.group_name?.trim() || null;
  const isSameWeek =
    weekdays.length === habit.weekdays.length && weekdays.every((weekday) => habit.weekdays.includes(weekday));
  return {
    id: habit.id,
    ...(title !== habit.title && { title }),
    ...(target !== habit.target && { target, target_effective: effect }),
    ...(unit !== habit.unit && { unit }),
    ...(hue !== habit.hue && { hue }),
    ...(description !== habit.description && { description }),
    ...(!isSameWeek && { weekdays }),
    ...(schedule?.times_per_week !== habit.schedule?.times_per_week && { schedule }),
    ...(group !== habit.group_name && { group_name: group }),
  };
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
