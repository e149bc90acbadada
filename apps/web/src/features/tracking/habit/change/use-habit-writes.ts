import type { Habit, HabitType } from "@daymark/domain/tracking/habit";
import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useApp, useBrowser } from "../../../../lib/app.ts";
import { closeFlash, flash } from "../../../../lib/messages/flash.ts";
import { problemOf } from "../../../../lib/network/problem.ts";
import { trpc } from "../../../../lib/network/trpc.ts";
import { moved } from "../habit-list.ts";
import type { HabitUpdate } from "./habit-changes.ts";
import type { HabitEdits } from "./habit-edit.ts";
import { useListChange } from "./use-list-change.ts";

/** Long enough to notice a mistake. Within this time the habit keeps its place in the plan. */
const undoTimeoutMs = 12_000;

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
  const { attempt, refresh } = useListChange();
  const { report } = useBrowser();

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

  return { remove, restore, setArchived, setOrder, tellChanged, refresh };
}
