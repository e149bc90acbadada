import { type Habit, type HabitType, habitTypes } from "@daymark/domain/habit";

/** Good habits first, each type by its order: the one order of the dashboard. */
export function inOrder(habits: readonly Habit[]): Habit[] {
  const rank = (habit: Habit) => habitTypes.indexOf(habit.type);
  return habits.toSorted((a, b) => rank(a) - rank(b) || a.position - b.position);
}

/** A habit put in the place of another of its type; the positions of that type are counted anew from 0. */
export function moved(habits: readonly Habit[], type: HabitType, ids: readonly number[]): Habit[] {
  return inOrder(
    habits.map((habit) => (habit.type === type ? { ...habit, position: Math.max(0, ids.indexOf(habit.id)) } : habit)),
  );
}

/**
 * The ids of a habit's type with the habit moved by some places, or undefined where it would leave the list.
 *
 * @param by negative: earlier
 */
export function idsAfterMove(habits: readonly Habit[], habit: Habit, by: number): number[] | undefined {
  const ids = inOrder(habits.filter((other) => other.type === habit.type)).map((other) => other.id);
  const from = ids.indexOf(habit.id);
  const to = from + by;
  if (from < 0 || to < 0 || to >= ids.length) return undefined;
  ids.splice(to, 0, ...ids.splice(from, 1));
  return ids;
}

/** How many habits of a type a plan allows and how many there are; archived ones count. */
export interface Room {
  used: number;
  limit: number;
}

export function isFull({ used, limit }: Room): boolean {
  return used >= limit;
}
