import type { Habit, HabitType } from "@daymark/domain/tracking/habit";
import { useLingui } from "@lingui/react/macro";
import { useCallback } from "react";
import { useBrowser } from "../../../lib/app.ts";
import { closeFlash, flash } from "../../../lib/messages/flash.ts";
import { trpc } from "../../../lib/network/trpc.ts";
import { browserPreferences } from "../../../lib/preferences/preferences.ts";
import { renamedFold } from "./folded-groups.ts";
import type { HabitUpdate } from "./habit-changes.ts";
import { moved } from "./habit-list.ts";
import { refreshFigures } from "./refresh-figures.ts";

/** Long enough to notice a mistake, and shorter than the server's time limit for a restore. */
const restoreTimeoutMs = 12_000;

function setFolded(rename: Parameters<typeof renamedFold>[1]) {
  const { folded_groups: folded = [] } = browserPreferences().read();
  const next = renamedFold(folded, rename);
  if (next.join("\n") !== folded.join("\n")) browserPreferences().set({ folded_groups: next });
}

/** The changes of an existing habit. Each is an optimistic update, rolled back if it fails. */
export function useHabitWrites() {
  const { t } = useLingui();
  const utils = trpc.useUtils();
  const { report } = useBrowser();

  const refresh = useCallback(async () => {
    await Promise.all([
      utils.habit.list.invalidate(),
      utils.habit.listDeleted.invalidate(),
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

  const restore = ({ id }: Pick<Habit, "id">) =>
    attempt(
      (habits) => [...habits],
      async () => {
        await utils.client.habit.restore.mutate({ id });
        closeFlash(`habit-deleted-${id}`);
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
      isPersonal: true,
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
      isPersonal: true,
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

  /** Renames a group (null: dissolves it), and reports it with undo. */
  const renameGroup = async (from: string, to: string | null) => {
    const members = [true, false].flatMap((archived) =>
      (utils.habit.list.getData({ archived })?.results ?? []).filter((habit) => habit.group_name === from),
    );
    const others = [true, false].flatMap((archived) => utils.habit.list.getData({ archived })?.results ?? []);
    const isJoining = others.some((habit) => habit.group_name === to);
    const isFolded = browserPreferences().read().folded_groups?.includes(from) === true;
    /** If two groups merge, the result is folded as the other group was. */
    const rename = isJoining ? { from, to: null, isFolded } : { from, to, isFolded };
    setFolded(rename);
    const isDone = await attempt(
      (habits) => habits.map((habit) => (habit.group_name === from ? { ...habit, group_name: to } : habit)),
      () => utils.client.habit.renameGroup.mutate({ from, to }),
    );
    const foldBack = () => setFolded({ from: rename.to ?? from, to: from, isFolded });
    if (!isDone) return foldBack();
    const id = `group-${from}`;
    flash({
      id,
      kind: "success",
      isPersonal: true,
      text: to === null ? t`The group “${from}” is dissolved.` : t`“${from}” is called “${to}” now.`,
      action: {
        label: t`Undo`,
        // One by one: a group with the new name may have existed before.
        onAction: () => {
          foldBack();
          void setGroup(members, from);
        },
      },
    });
  };

  const setGroup = (members: readonly Habit[], group: string | null) =>
    attempt(
      (habits) =>
        habits.map((habit) => (members.some(({ id }) => id === habit.id) ? { ...habit, group_name: group } : habit)),
      () => Promise.all(members.map(({ id }) => utils.client.habit.update.mutate({ id, group_name: group }))),
    );

  /** Reports that a change was saved, with undo if the change can be fully undone. */
  const tellChanged = (habit: Habit, back: HabitUpdate | null) => {
    const id = `habit-changed-${habit.id}`;
    flash({
      id,
      kind: "success",
      isPersonal: true,
      text: t`“${{ title: habit.title }}” was changed.`,
      ...(back && {
        action: {
          label: t`Undo`,
          onAction: () =>
            void attempt(
              (habits) => [...habits],
              () => utils.client.habit.update.mutate(back),
            ),
        },
      }),
    });
  };

  return { remove, restore, setArchived, setOrder, renameGroup, tellChanged, refresh };
}
