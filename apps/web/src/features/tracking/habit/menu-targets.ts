import type { Habit, HabitType } from "@daymark/domain/tracking/habit";
import type { TimeOfDay } from "@daymark/domain/tracking/habit-type";

/** A habit and the element beside which its menu opens. */
export interface HabitMenuTarget {
  habit: Habit;
  anchor: HTMLElement;
}

/** A group in one section: other sections may have groups with the same name. */
export interface GroupMenuTarget {
  name: string;
  type: HabitType;
  time: TimeOfDay | null;
  anchor: HTMLElement;
}
