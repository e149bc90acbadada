import type { Habit, HabitType } from "@daymark/domain/tracking/habit";
import { useRef } from "react";
import { useBrowser } from "../../../lib/app.ts";
import { trpc } from "../../../lib/network/trpc.ts";
import { browserPreferences } from "../../../lib/preferences/preferences.ts";
import { useListChange } from "../habit/change/use-list-change.ts";
import { type Block, idsOf, moved } from "../habit/habit-list.ts";

/**
 * Saves how the user has arranged the habits of a type: their order, and the part of the day of those that left theirs. The
 * steps are shown at once and sent one after the other. Only after the last one the page reads the lists again: an earlier
 * list would take the later steps back.
 */
export function useArrangement(): (type: HabitType, blocks: readonly Block[]) => void {
  const { client, habit } = trpc.useUtils();
  const { refresh } = useListChange();
  const { report } = useBrowser();
  const running = useRef({ count: 0, last: Promise.resolve() });

  const show = async (type: HabitType, blocks: readonly Block[]) => {
    await habit.list.cancel({ archived: false });
    habit.list.setData(
      { archived: false },
      (list) => list && { ...list, results: arranged(list.results, type, blocks) },
    );
  };
  const send = async (type: HabitType, blocks: readonly Block[]) => {
    for (const { id, time_of_day } of changedTimes(blocks)) await client.habit.update.mutate({ id, time_of_day });
    await client.habit.setOrder.mutate({ type, ids: idsOf(blocks) });
    void report.success("habits_reordered");
  };

  return (type, blocks) => {
    const { sort = "position" } = browserPreferences().read();
    // A user who arranges habits by hand wants to see that order.
    if (sort !== "position") browserPreferences().set({ sort: "position" });
    const steps = running.current;
    steps.count += 1;
    void show(type, blocks);
    steps.last = steps.last
      .then(() => send(type, blocks))
      .catch((error) => void report.failure(error))
      .then(() => {
        steps.count -= 1;
        if (steps.count === 0) void refresh();
      });
  };
}

/** The habits that are in another part of the day than before. */
function changedTimes(blocks: readonly Block[]): Pick<Habit, "id" | "time_of_day">[] {
  return blocks.flatMap(({ time, habits }) =>
    habits.filter(({ time_of_day }) => time_of_day !== time).map(({ id }) => ({ id, time_of_day: time })),
  );
}

function arranged(habits: readonly Habit[], type: HabitType, blocks: readonly Block[]): Habit[] {
  const times = new Map(blocks.flatMap((block) => block.habits.map(({ id }) => [id, block.time] as const)));
  const timed = habits.map((habit) => {
    const time = times.get(habit.id);
    return time === undefined ? habit : { ...habit, time_of_day: time };
  });
  return moved(timed, type, idsOf(blocks));
}
