import type { Habit, HabitType } from "@daymark/domain/tracking/habit";
import type { HabitBlock, HabitSection } from "./shown-habits.ts";

/** A column of the vertical layout: a habit, or the narrow place of a group that is folded. */
export type Column =
  | { habit: Habit; group?: undefined; type?: undefined }
  | { habit?: undefined; group: string; type: HabitType };

/** The columns of sections, from left to right. */
export function columnsOf(sections: readonly HabitSection[]): Column[] {
  return sections.flatMap(({ type, blocks }) => blocks.flatMap((block) => columnsOfBlock(type, block)));
}

function columnsOfBlock(type: HabitType, { group, habits, isFolded }: HabitBlock): Column[] {
  return isFolded && group !== null ? [{ group, type }] : habits.map((habit) => ({ habit }));
}

/** How many columns a block takes. */
export function widthOf({ habits, isFolded }: HabitBlock): number {
  return isFolded ? 1 : habits.length;
}
