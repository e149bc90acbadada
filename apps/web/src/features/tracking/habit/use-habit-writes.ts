import type { Habit, HabitType } from "@daymark/domain/tracking/habit";
import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useCallback } from "react";
import { useApp, useBrowser } from "../../../lib/app.ts";
import { closeFlash, flash } from "../../../lib/messages/flash.ts";
import { problemOf } from "../../../lib/network/problem.ts";
import { trpc } from "../../../lib/network/trpc.ts";
import { browserPreferences } from "../../../lib/preferences/preferences.ts";
import { renamedFold } from "./folded-groups.ts";
import type { HabitUpdate } from "./habit-changes.ts";
import type { HabitEdits } from "./habit-edit.ts";
import { moved } from "./habit-list.ts";
import { refreshFigures } from "./refresh-figures.ts";

/** Long enough to notice a mistake. Within this time the habit keeps its place in the plan. */
const undoTimeoutMs = 12_000;

function setFolded(rename: Parameters<typeof renamedFold>[1]) {
  const { folded_groups: folded = [] } = browserPreferences().read();
  const next = renamedFold(folded, rename);
  if (next.join("\n") !== folded.join("\n")) browserPreferences().set({ folded_groups: next });
}

/**
 * The changes of an existing habit. Each is an optimistic update, rolled back if it fails.
 *
 * @param edits where deletions and archivings become undo steps
 */
export function useHabitWrites(edits: HabitEdits) {
  const { t } = useLingui();
  /** Of the page, so that a message after a switch of the language is in the new one. */
  const { i18n } = useApp().languages;
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

  const takeOutOfTrash = ({ id }: Pick<Habit, "id">) =>
    attempt(
      (habits) => [...habits],
      async () => {
        try {
          await utils.client.habit.restore.mutate({ id });
        } catch (error) {
          // It is no longer in the trash, so there is nothing to undo.
          if (problemOf(error)?.code === "habit_not_found") edits.forgetHabit(id);
          throw error;
        }
        closeFlash(`habit-deleted-${id}`);
        void report.success("habit_restored");
      },
    );

  /** Restores a habit from the trash; the server refuses it if the plan is full. */
  const restore = async (habit: Pick<Habit, "id">) => {
    const isDone = await takeOutOfTrash(habit);
    if (isDone) edits.forgetHabitEdits(habit.id);
    return isDone;
  };

  /** Makes an edit that Ctrl+Z takes back as long as the page is open, also before the server has answered. */
  const runAsStep = async (
    { id }: Habit,
    words: () => string,
    { run, undo }: { run: (onUndo: () => void) => Promise<boolean>; undo: () => Promise<boolean> },
  ) => {
    let running = Promise.resolve(false);
    const runStep = () => {
      running = run(step.undo);
      return running;
    };
    const undoStep = async () => (await running) && undo();
    const step = edits.recordHabitEdit({ habitId: id, undo: undoStep, redo: runStep }, words);
    if (!(await runStep())) step.withdraw();
  };

  /** Moves a habit to the trash, and reports it with undo. */
  const remove = (habit: Habit) => {
    const { id, title } = habit;
    const run = async (onUndo: () => void) => {
      const isDone = await attempt(
        (habits) => habits.filter((other) => other.id !== id),
        () => utils.client.habit.delete.mutate({ id }),
      );
      if (!isDone) return false;
      flash({
        id: `habit-deleted-${id}`,
        kind: "success",
        isPersonal: true,
        text: i18n._(msg`“${{ title }}” and all its days are in the trash.`),
        timeoutMs: undoTimeoutMs,
        action: { label: i18n._(msg`Undo`), onAction: onUndo },
      });
      return true;
    };
    return runAsStep(habit, () => i18n._(msg`“${{ title }}” deleted`), { run, undo: () => takeOutOfTrash(habit) });
  };

  /** Archives a habit or makes it active again, and reports it with undo. */
  const setArchived = (habit: Habit, archived: boolean) => {
    const { id, title } = habit;
    const set = async (next: boolean, onUndo?: () => void) => {
      const isDone = await attempt(
        (habits) => habits.filter((other) => other.id !== id),
        () => utils.client.habit.update.mutate({ id, archived: next }),
      );
      if (!isDone) return false;
      flash({
        id: `habit-archived-${id}`,
        kind: "success",
        isPersonal: true,
        text: next
          ? i18n._(msg`“${{ title }}” was archived. Its days are kept.`)
          : i18n._(msg`“${{ title }}” is active again.`),
        ...(onUndo && { action: { label: i18n._(msg`Undo`), onAction: onUndo } }),
      });
      return true;
    };
    const words = () => i18n._(archived ? msg`“${{ title }}” archived` : msg`“${{ title }}” is active again`);
    return runAsStep(habit, words, { run: (onUndo) => set(archived, onUndo), undo: () => set(!archived) });
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
      text: to === null ? t`The group “${from}” was ungrouped.` : t`“${from}” is now called “${to}”.`,
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
