import type { Habit, HabitType } from "@daymark/domain/tracking/habit";

/** A habit and what its menu stands beside. */
export interface HabitMenuTarget {
  habit: Habit;
  anchor: HTMLElement;
}

/** A group as one section shows it: the same name may be among good and bad habits. */
export interface GroupMenuTarget {
  name: string;
  type: HabitType;
  anchor: HTMLElement;
}
