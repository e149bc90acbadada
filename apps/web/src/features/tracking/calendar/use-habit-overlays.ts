import type { Habit, HabitType } from "@daymark/domain/tracking/habit";
import { useMemo, useState } from "react";
import type { HabitDialogTarget } from "../habit/form/habit-dialog.tsx";
import type { GroupMenuTarget, HabitMenuTarget } from "../habit/menu-targets.ts";

/** The overlays of the dashboard: at most one menu and one dialog. */
interface Overlay {
  menu: HabitMenuTarget | null;
  groupMenu: GroupMenuTarget | null;
  /** The button beside which the dashboard's own menu opens. */
  boardMenu: HTMLElement | null;
  dialog: HabitDialogTarget | null;
  deleting: Habit | null;
  reminding: Habit | null;
  /** The name of the group that is being renamed. */
  renaming: string | null;
  /** The subject of the picture: one habit, or all of them. */
  sharing: Habit | "all" | null;
  isArranging: boolean;
  isOnVacation: boolean;
  isInTrash: boolean;
  /** Requested from our menu or from the browser's. */
  printing: "menu" | "browser" | null;
  isSettingUp: boolean;
}

const nothing: Overlay = {
  menu: null,
  groupMenu: null,
  boardMenu: null,
  dialog: null,
  deleting: null,
  reminding: null,
  renaming: null,
  sharing: null,
  isArranging: false,
  isOnVacation: false,
  isInTrash: false,
  printing: null,
  isSettingUp: false,
};

export type HabitOverlaysState = ReturnType<typeof useHabitOverlays>;

/**
 * Opens and closes the overlays; those with their own address are opened by `onStatistics`. The functions stay the
 * same, so that a calendar that receives one does not render again.
 */
export function useHabitOverlays(onStatistics: (habitId: number, view?: "why") => void) {
  const [overlay, setOverlay] = useState(nothing);
  const actions = useMemo(
    () => ({
      openMenu: (habit: Habit, anchor: HTMLElement) => setOverlay({ ...nothing, menu: { habit, anchor } }),
      openGroupMenu: (target: GroupMenuTarget) => setOverlay({ ...nothing, groupMenu: target }),
      openBoardMenu: (anchor: HTMLElement) => setOverlay({ ...nothing, boardMenu: anchor }),
      create: (type: HabitType) => setOverlay({ ...nothing, dialog: { type } }),
      edit: (habit: Habit) => setOverlay({ ...nothing, dialog: { habit } }),
      remind: (habit: Habit) => setOverlay({ ...nothing, reminding: habit }),
      askDelete: (habit: Habit) => setOverlay({ ...nothing, deleting: habit }),
      showStatistics: (habit: Habit) => {
        setOverlay(nothing);
        onStatistics(habit.id);
      },
      explainStreak: (habit: Habit) => {
        setOverlay(nothing);
        onStatistics(habit.id, "why");
      },
      rename: (group: string) => setOverlay({ ...nothing, renaming: group }),
      share: (what: Habit | "all") => setOverlay({ ...nothing, sharing: what }),
      arrange: () => setOverlay({ ...nothing, isArranging: true }),
      planVacation: () => setOverlay({ ...nothing, isOnVacation: true }),
      openTrash: () => setOverlay({ ...nothing, isInTrash: true }),
      print: () => setOverlay({ ...nothing, printing: "menu" }),
      /** For the browser's "Print": an open dialog stays, with all that the user typed in it. */
      printQuietly: () => setOverlay((now) => (now === nothing ? { ...nothing, printing: "browser" } : now)),
      setUp: () => setOverlay({ ...nothing, isSettingUp: true }),
      closeMenu: () => setOverlay((now) => ({ ...now, menu: null, groupMenu: null, boardMenu: null })),
      close: () => setOverlay(nothing),
    }),
    [onStatistics],
  );
  return useMemo(() => ({ ...overlay, ...actions }), [overlay, actions]);
}
