import type { Habit } from "@daymark/domain/tracking/habit";
import { useCallback } from "react";
import { useBrowser } from "../../../../lib/app.ts";
import { trpc } from "../../../../lib/network/trpc.ts";
import { refreshFigures } from "./refresh-figures.ts";

/** Changes the lists of habits optimistically. */
export function useListChange() {
  const utils = trpc.useUtils();
  const { report } = useBrowser();

  const refresh = useCallback(async () => {
    await Promise.all([
      utils.habit.list.invalidate(),
      utils.habit.listDeleted.invalidate(),
      utils.habit.trash.list.invalidate(),
      refreshFigures(utils),
      utils.progress.list.invalidate(),
    ]);
  }, [utils]);

  /** Shows the changed lists until the server has answered; then, or if it refuses, the server's lists. */
  const attempt = async (change: (habits: readonly Habit[]) => Habit[], call: () => Promise<unknown>) => {
    for (const archived of [false, true]) {
      await utils.habit.list.cancel({ archived });
      utils.habit.list.setData({ archived }, (list) => list && { ...list, results: change(list.results) });
    }
    try {
      await call();
      return true;
    } catch (error) {
      void report.failure(error);
      return false;
    } finally {
      void refresh();
    }
  };

  return { attempt, refresh };
}
