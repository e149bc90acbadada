import type { Habit, HabitType } from "@daymark/domain/habit";
import { useMemo, useState } from "react";
import type { HabitDialogTarget } from "../habit/habit-dialog.tsx";
import type { HabitMenuTarget } from "../habit/habit-menu.tsx";

/** What stands over the dashboard: at most a menu and one dialog. */
interface Overlay {
  menu: HabitMenuTarget | null;
  dialog: HabitDialogTarget | null;
  deleting: Habit | null;
  statistics: Habit | null;
  isArranging: boolean;
}

const nothing: Overlay = { menu: null, dialog: null, deleting: null, statistics: null, isArranging: false };

export type HabitOverlaysState = ReturnType<typeof useHabitOverlays>;

/** Opens and closes them. The functions stay the same, so that a calendar that has one does not render again. */
export function useHabitOverlays() {
  const [overlay, setOverlay] = useState(nothing);
  const actions = useMemo(
    () => ({
      openMenu: (habit: Habit, anchor: HTMLElement) => setOverlay({ ...nothing, menu: { habit, anchor } }),
      create: (type: HabitType) => setOverlay({ ...nothing, dialog: { type } }),
      edit: (habit: Habit) => setOverlay({ ...nothing, dialog: { habit } }),
      askDelete: (habit: Habit) => setOverlay({ ...nothing, deleting: habit }),
      showStatistics: (habit: Habit) => setOverlay({ ...nothing, statistics: habit }),
      arrange: () => setOverlay({ ...nothing, isArranging: true }),
      closeMenu: () => setOverlay((now) => ({ ...now, menu: null })),
      close: () => setOverlay(nothing),
    }),
    [],
  );
  return useMemo(() => ({ ...overlay, ...actions }), [overlay, actions]);
}
