import type { Habit } from "@daymark/domain/tracking/habit";
import { trpc } from "../../../lib/network/trpc.ts";

export interface OwnHabits {
  /** The active habits, and those archived ones that are chosen. */
  offered: (chosen: readonly number[]) => Habit[];
  /** The chosen habits that are not deleted; all of them until the habits are loaded. */
  existing: (chosen: readonly number[]) => number[];
  /** Loads the habits again. */
  reload: () => void;
}

/** The habits that a user can choose for a webhook. */
export function useOwnHabits(): OwnHabits {
  const utils = trpc.useUtils();
  const active = trpc.habit.list.useQuery({}).data?.results;
  const archived = trpc.habit.list.useQuery({ archived: true }).data?.results;
  const isLoaded = active !== undefined && archived !== undefined;
  const all = [...(active ?? []), ...(archived ?? [])];
  return {
    offered: (chosen) => all.filter((habit) => !habit.archived || chosen.includes(habit.id)),
    existing: (chosen) => chosen.filter((id) => !isLoaded || all.some((habit) => habit.id === id)),
    reload: () => void utils.habit.list.invalidate(),
  };
}
