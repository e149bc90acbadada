import type { Habit } from "@daymark/domain/tracking/habit";
import { type HabitBlock, type HabitSection, keyOf } from "./shown-habits.ts";

/** A column of the vertical layout: a habit, or the narrow column of a folded group. */
export type Column =
  | { habit: Habit; group?: undefined; section?: undefined }
  | { habit?: undefined; group: string; section: string };

/** The columns of sections, from left to right. */
export function columnsOf(sections: readonly HabitSection[]): Column[] {
  return sections.flatMap((section) => section.blocks.flatMap((block) => columnsOfBlock(keyOf(section), block)));
}

function columnsOfBlock(section: string, { group, habits, isFolded }: HabitBlock): Column[] {
  return isFolded && group !== null ? [{ group, section }] : habits.map((habit) => ({ habit }));
}

/** The number of columns of a block. */
export function widthOf({ habits, isFolded }: HabitBlock): number {
  return isFolded ? 1 : habits.length;
}
