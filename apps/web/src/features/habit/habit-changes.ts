import type { Habit, HabitCreateInput, habitUpdateInput, targetEffects } from "@daymark/domain/habit";
import type * as z from "zod/mini";

export type HabitUpdate = z.infer<typeof habitUpdateInput>;
export type TargetEffect = (typeof targetEffects)[number];

/** What of a form differs from the habit it was opened with: only that is sent, so that nothing else is overwritten. */
export function habitChanges(habit: Habit, input: HabitCreateInput, effect: TargetEffect): HabitUpdate {
  const { title, target, unit, hue, description = "", weekdays = habit.weekdays } = input;
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
  };
}
