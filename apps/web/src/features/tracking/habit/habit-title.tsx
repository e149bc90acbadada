import type { Habit } from "@daymark/domain/tracking/habit";

interface HabitTitleProps {
  habit: Pick<Habit, "title" | "emoji">;
  /** The title as shown here, for example with soft hyphens. */
  text?: string;
}

/** The title of a habit in the calendar, in lists and in headings. Sentences and labels use `habit.title`. */
export function HabitTitle({ habit, text = habit.title }: HabitTitleProps) {
  if (!habit.emoji) return text;
  return (
    <span>
      <span aria-hidden="true">{habit.emoji}</span> {text}
    </span>
  );
}
