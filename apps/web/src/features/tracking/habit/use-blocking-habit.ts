import type { DeletedHabit, HabitType } from "@daymark/domain/tracking/habit";
import { useSecondsUntil } from "../../../lib/messages/count-down.tsx";
import { trpc } from "../../../lib/network/trpc.ts";
import { blockingHabit, type Room } from "./habit-list.ts";

/**
 * The deleted habit that keeps a plan full for a few more seconds, so that its undo finds room; undefined if there is
 * room, or if no deleted habit is the reason.
 */
export function useBlockingHabit(
  type: HabitType,
  room: Record<HabitType, Room>,
  { isNeeded }: { isNeeded: boolean },
): DeletedHabit | undefined {
  // The remaining seconds in a cached answer would be wrong by now.
  const { data, dataUpdatedAt } = trpc.habit.listDeleted.useQuery({}, { enabled: isNeeded, staleTime: 0 });
  const deleted = (data?.results ?? []).filter((habit) => habit.type === type);
  const longest = Math.max(0, ...deleted.map(({ seconds_left }) => seconds_left));
  const passed = longest - useSecondsUntil(dataUpdatedAt + longest * 1000);
  const left = deleted.map((habit) => ({ ...habit, seconds_left: habit.seconds_left - passed }));
  return isNeeded ? blockingHabit(room[type], left) : undefined;
}
