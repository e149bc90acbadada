import type { Habit } from "@daymark/domain/tracking/habit";

interface HabitTitleProps {
  habit: Habit;
  /** The title as it is shown here, such as with places where its words may break. */
  text?: string;
}

/** The title of a habit in the calendar, in lists and as a heading. Sentences and labels name a habit by `habit.title`. */
export function HabitTitle({ habit, text = habit.title }: HabitTitleProps) {
  if (!habit.emoji) return text;
  return (
    <span>
      <span aria-hidden="true">{habit.emoji}</span> {text}
    </span>
  );
}
