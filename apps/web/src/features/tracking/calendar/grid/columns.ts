import type { Habit, HabitType } from "@daymark/domain/tracking/habit";
import type { HabitBlock, HabitSection } from "./shown-habits.ts";

/** A column of the vertical layout: a habit, or the narrow column of a folded group. */
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

/** The number of columns of a block. */
export function widthOf({ habits, isFolded }: HabitBlock): number {
  return isFolded ? 1 : habits.length;
}
