import type { Habit } from "@daymark/domain/tracking/habit";
import { useSyncExternalStore } from "react";
import { useBrowser } from "../../../lib/app.ts";
import { trpc } from "../../../lib/network/trpc.ts";
import { browserTimers, type Timer, type TimerState } from "./timers.ts";

/** The timer for the logged-in user. */
export function useTimer(): TimerState {
  const timers = browserTimers(useBrowser());
  return useSyncExternalStore(timers.subscribe, timers.read);
}

/** The habit of a timer; undefined until it is loaded, and if it is deleted. */
export function useTimedHabit(timer: Timer | null): Habit | undefined {
  const id = timer?.habitId ?? 0;
  const list = trpc.habit.list.useQuery({ archived: false }, { enabled: timer !== null });
  const listed = list.data?.results.find((habit) => habit.id === id);
  // The habit may have been archived meanwhile.
  const { data } = trpc.habit.get.useQuery({ id }, { enabled: timer !== null && list.isSuccess && !listed });
  return timer ? (listed ?? data) : undefined;
}
