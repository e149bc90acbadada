import type { DeletedHabit, Habit, HabitType } from "@daymark/domain/tracking/habit";
import { habitTypes, type TimeOfDay, timesOfDay } from "@daymark/domain/tracking/habit-type";

/**
 * Good habits first, each type by part of the day and then in its manual order: the default order of the dashboard.
 */
export function inOrder(habits: readonly Habit[]): Habit[] {
  const rank = (habit: Habit) => habitTypes.indexOf(habit.type);
  return habits.toSorted((a, b) => rank(a) - rank(b) || timeRank(a) - timeRank(b) || a.position - b.position);
}

/** Habits for any time come last. */
function timeRank({ time_of_day: time }: Habit): number {
  return time === null ? timesOfDay.length : timesOfDay.indexOf(time);
}

/** The habits of a type in a new order; the positions of that type are numbered again from 0. */
export function moved(habits: readonly Habit[], type: HabitType, ids: readonly number[]): Habit[] {
  return inOrder(
    habits.map((habit) => (habit.type === type ? { ...habit, position: Math.max(0, ids.indexOf(habit.id)) } : habit)),
  );
}

/** The names of groups, in the order of their first habits. */
export function groupsOf(habits: readonly Habit[]): string[] {
  return [...new Set(habits.flatMap(({ group_name }) => group_name ?? []))];
}

/** Habits of one section that move together: those of a group, or a habit without one. */
export interface Block {
  time: TimeOfDay | null;
  group: string | null;
  habits: Habit[];
}

/** The habits of a type in display order: a group is placed where its first habit of the section is. */
export function blocksOf(habits: readonly Habit[], type: HabitType): Block[] {
  const blocks: Block[] = [];
  for (const habit of inOrder(habits)) {
    if (habit.type !== type) continue;
    const [group, time] = [habit.group_name, habit.time_of_day];
    const block = group === null ? undefined : blocks.find((other) => other.group === group && other.time === time);
    if (block) block.habits.push(habit);
    else blocks.push({ time, group, habits: [habit] });
  }
  return blocks;
}

/** The ids of blocks in their order, as the server expects them. */
export function idsOf(blocks: readonly Block[]): number[] {
  return blocks.flatMap(({ habits }) => habits.map(({ id }) => id));
}

/**
 * The ids of a type's habits after one moved by one place, or undefined if it would leave its section. In a group it
 * moves inside the group; outside of one it moves past a whole group.
 *
 * @param by negative: earlier
 */
export function idsAfterMove(habits: readonly Habit[], { id, type }: Habit, by: -1 | 1): number[] | undefined {
  const blocks = blocksOf(habits, type);
  const at = blocks.findIndex((block) => block.habits.some((habit) => habit.id === id));
  const block = blocks[at];
  if (!block) return undefined;
  if (block.group === null) return moveAmong(blocks, at, by);
  const from = block.habits.findIndex((habit) => habit.id === id);
  if (!block.habits[from + by]) return undefined;
  block.habits.splice(from + by, 0, ...block.habits.splice(from, 1));
  return idsOf(blocks);
}

/** The same for a whole group. */
export function idsAfterGroupMove(
  habits: readonly Habit[],
  { name, type, time }: { name: string; type: HabitType; time: TimeOfDay | null },
  by: -1 | 1,
): number[] | undefined {
  const blocks = blocksOf(habits, type);
  return moveAmong(
    blocks,
    blocks.findIndex((block) => block.group === name && block.time === time),
    by,
  );
}

function moveAmong(blocks: Block[], from: number, by: -1 | 1): number[] | undefined {
  if (!blocks[from] || blocks[from + by]?.time !== blocks[from].time) return undefined;
  blocks.splice(from + by, 0, ...blocks.splice(from, 1));
  return idsOf(blocks);
}

/** How many habits of a type a plan allows and how many there are, including archived ones. */
export interface Room {
  used: number;
  limit: number;
}

export function isFull({ used, limit }: Room): boolean {
  return used >= limit;
}

/**
 * Deleted habits count for the plan for some seconds. Of those of a type, returns the one whose expiry makes
 * room for a new habit. Undefined if there is room already, or if the plan is full without them.
 */
export function blockingHabit({ used, limit }: Room, deleted: readonly DeletedHabit[]): DeletedHabit | undefined {
  const counted = deleted
    .filter(({ seconds_left }) => seconds_left > 0)
    .toSorted((a, b) => a.seconds_left - b.seconds_left);
  const free = limit - used;
  return free > 0 ? counted[counted.length - free] : undefined;
}
