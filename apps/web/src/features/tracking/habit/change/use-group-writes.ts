import type { Habit } from "@daymark/domain/tracking/habit";
import { useLingui } from "@lingui/react/macro";
import { flash } from "../../../../lib/messages/flash.ts";
import { trpc } from "../../../../lib/network/trpc.ts";
import { browserPreferences } from "../../../../lib/preferences/preferences.ts";
import { renamedFold } from "../folded-groups.ts";
import { useListChange } from "./use-list-change.ts";

/** The changes of a group of habits. */
export function useGroupWrites() {
  const { t } = useLingui();
  const utils = trpc.useUtils();
  const { attempt } = useListChange();

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

  return { renameGroup };
}

function setFolded(rename: Parameters<typeof renamedFold>[1]) {
  const { folded_groups: folded = [] } = browserPreferences().read();
  const next = renamedFold(folded, rename);
  if (next.join("\n") !== folded.join("\n")) browserPreferences().set({ folded_groups: next });
}
