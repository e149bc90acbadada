import type { Habit, HabitType } from "@daymark/domain/tracking/habit";

/** A habit and the element beside which its menu opens. */
export interface HabitMenuTarget {
  habit: Habit;
  anchor: HTMLElement;
}

/** A group in one section: good and bad habits may have groups with the same name. */
export interface GroupMenuTarget {
  name: string;
  type: HabitType;
  anchor: HTMLElement;
}
