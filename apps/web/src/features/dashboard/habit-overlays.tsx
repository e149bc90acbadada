import type { Habit } from "@daymark/domain/habit";
import { useLingui } from "@lingui/react/macro";
import { type ReactNode, useState } from "react";
import { late } from "../../lib/late.tsx";
import { idsAfterMove, inOrder } from "../habit/habit-list.ts";
import { useHabitWrites } from "../habit/use-habit-writes.ts";
import { useTypeNames } from "./type-names.ts";
import type { useDashboard } from "./use-dashboard.ts";
import type { HabitOverlaysState } from "./use-habit-overlays.ts";

export const HabitMenu = late(
  () => import("../habit/habit-menu.tsx"),
  ({ target }) => target,
);
export const HabitDialog = late(
  () => import("../habit/habit-dialog.tsx"),
  ({ target }) => target,
);
export const DeleteDialog = late(
  () => import("../habit/delete-dialog.tsx"),
  ({ habit }) => habit,
);
export const ArrangeDialog = late(
  () => import("../habit/arrange-dialog.tsx"),
  ({ open }) => open,
);
export const StatisticsDialog = late(
  () => import("../statistics/statistics-dialog.tsx"),
  ({ habit }) => habit,
);

interface HabitOverlaysProps {
  board: ReturnType<typeof useDashboard>;
  overlays: HabitOverlaysState;
}

/** The menu and the dialogs of habits. Each is fetched when it is first asked for, and stays for its way out. */
export function HabitOverlays({ board, overlays }: HabitOverlaysProps) {
  const { t } = useLingui();
  const typeNames = useTypeNames();
  const [announced, setAnnounced] = useState("");
  const writes = useHabitWrites();
  const { today } = board;
  // An order is one of all habits of a type, whichever of them are in sight.
  const active = inOrder(board.all ?? []);
  const menuHabit = overlays.menu?.habit;

  const move = (habit: Habit, by: -1 | 1) => {
    const ids = idsAfterMove(active, habit, by);
    if (!ids) return;
    void writes.setOrder(habit.type, ids);
    setAnnounced(
      t`${{ title: habit.title }} moved to place ${{ place: ids.indexOf(habit.id) + 1 }} of ${{ count: ids.length }}.`,
    );
  };

  return (
    <>
      {/* For those who listen: what a move has done is seen anyway. */}
      <p role="status" className="sr-only">
        {announced}
      </p>
      <Once when={menuHabit !== undefined}>
        <HabitMenu
          target={overlays.menu}
          canMove={{
            up: menuHabit !== undefined && idsAfterMove(active, menuHabit, -1) !== undefined,
            down: menuHabit !== undefined && idsAfterMove(active, menuHabit, 1) !== undefined,
          }}
          onClose={overlays.closeMenu}
          onStatistics={() => menuHabit && overlays.showStatistics(menuHabit)}
          onEdit={() => menuHabit && overlays.edit(menuHabit)}
          onMove={(by) => menuHabit && move(menuHabit, by)}
          onArchive={() => menuHabit && void writes.setArchived(menuHabit, !menuHabit.archived)}
          onDelete={() => menuHabit && overlays.askDelete(menuHabit)}
        />
      </Once>
      <Once when={overlays.dialog !== null}>
        <HabitDialog
          target={overlays.dialog}
          plan={board.plan}
          room={board.room}
          takenHues={active.map((habit) => habit.hue)}
          today={today}
          onClose={overlays.close}
          onSaved={(habit, { isNew }) => {
            if (isNew) return board.addHabit(habit);
            board.recorder.forgetHabit(habit.id);
            void writes.refresh();
          }}
        />
      </Once>
      <Once when={overlays.deleting !== null}>
        <DeleteDialog
          habit={overlays.deleting}
          onClose={overlays.close}
          onDelete={(habit) => {
            board.recorder.forgetHabit(habit.id);
            void writes.remove(habit);
          }}
        />
      </Once>
      <Once when={overlays.isArranging}>
        <ArrangeDialog
          open={overlays.isArranging}
          habits={active}
          typeNames={typeNames}
          onClose={overlays.close}
          onOrder={(type, ids) => void writes.setOrder(type, ids)}
        />
      </Once>
      <Once when={overlays.statistics !== null}>
        <StatisticsDialog habit={overlays.statistics} today={today} onClose={overlays.close} />
      </Once>
    </>
  );
}

/** Renders its children from the first time they are wanted on. */
function Once({ when, children }: { when: boolean; children: ReactNode }) {
  const [wasWanted, setWanted] = useState(when);
  if (when && !wasWanted) setWanted(true);
  return wasWanted ? children : null;
}
