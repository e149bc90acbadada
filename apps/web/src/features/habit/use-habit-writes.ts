import type { Habit, HabitType } from "@daymark/domain/habit";
import { useLingui } from "@lingui/react/macro";
import { useCallback } from "react";
import { useBrowser } from "../../lib/app.ts";
import { closeFlash, flash } from "../../lib/flash.ts";
import { trpc } from "../../lib/trpc.ts";
import { moved } from "./habit-list.ts";

/** Long enough to notice a mistake, and well within what the server allows for a restore. */
const restoreTimeoutMs = 12_000;

/** What can be done with a habit that exists. Each is on the page at once and taken back where it fails. */
export function useHabitWrites() {
  const { t } = useLingui();
  const utils = trpc.useUtils();
  const { report } = useBrowser();

  const refresh = useCallback(async () => {
    await Promise.all([
      utils.habit.list.invalidate(),
      utils.habit.statisticsList.invalidate(),
      utils.progress.list.invalidate(),
    ]);
  }, [utils]);

  /** Shows lists as they will be until the server has answered; then, or where it refuses, as they are. */
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

  const restore = (habit: Habit) =>
    attempt(
      (habits) => [...habits],
      async () => {
        await utils.client.habit.restore.mutate({ id: habit.id });
        void report.success("habit_restored");
      },
    );

  const remove = async (habit: Habit) => {
    const id = `habit-deleted-${habit.id}`;
    const isDone = await attempt(
      (habits) => habits.filter((other) => other.id !== habit.id),
      () => utils.client.habit.delete.mutate({ id: habit.id }),
    );
    if (!isDone) return;
    flash({
      id,
      kind: "success",
      text: t`“${{ title: habit.title }}” and all its days were deleted.`,
      timeoutMs: restoreTimeoutMs,
      action: { label: t`Undo`, onAction: () => void restore(habit) },
    });
  };

  const setArchived = async (habit: Habit, archived: boolean) => {
    const id = `habit-archived-${habit.id}`;
    const isDone = await attempt(
      (habits) => habits.filter((other) => other.id !== habit.id),
      () => utils.client.habit.update.mutate({ id: habit.id, archived }),
    );
    if (!isDone) return;
    flash({
      id,
      kind: "success",
      text: archived
        ? t`“${{ title: habit.title }}” was archived. Its days are kept.`
        : t`“${{ title: habit.title }}” is active again.`,
      action: {
        label: t`Undo`,
        onAction: () => {
          closeFlash(id);
          void setArchived(habit, !archived);
        },
      },
    });
  };

  const setOrder = (type: HabitType, ids: number[]) =>
    attempt(
      (habits) => (habits.some((habit) => ids.includes(habit.id)) ? moved(habits, type, ids) : [...habits]),
      async () => {
        await utils.client.habit.setOrder.mutate({ type, ids });
        void report.success("habits_reordered");
      },
    );

  return { remove, setArchived, setOrder, refresh };
}
