import type { HabitFilter } from "@daymark/domain/tracking/dashboard";
import { useEffect } from "react";
import { flushSync } from "react-dom";
import { Once } from "../../../lib/form/once.tsx";
import { lazyComponent } from "../../../lib/lazy-component.tsx";
import { useSectionNames } from "../calendar/type-names.ts";
import type { useDashboard } from "../calendar/use-dashboard.ts";
import type { HabitOverlaysState } from "../calendar/use-habit-overlays.ts";
import { useGroupWrites } from "../habit/change/use-group-writes.ts";
import { useHabitMoves } from "../habit/change/use-habit-moves.ts";
import { useHabitWrites } from "../habit/change/use-habit-writes.ts";
import { groupsOf, inOrder } from "../habit/habit-list.ts";

const HabitMenu = lazyComponent(
  () => import("../habit/habit-menu.tsx"),
  ({ target }) => target,
);
const GroupMenu = lazyComponent(
  () => import("../habit/group-menu.tsx"),
  ({ target }) => target,
);
const BoardMenu = lazyComponent(
  () => import("./board-menu.tsx"),
  ({ anchor }) => anchor,
);
const HabitDialog = lazyComponent(
  () => import("../habit/form/habit-dialog.tsx"),
  ({ target }) => target,
  "statistics",
);
const DeleteDialog = lazyComponent(
  () => import("../trash/delete-dialog.tsx"),
  ({ habit }) => habit,
  "statistics",
);
const ReminderDialog = lazyComponent(
  () => import("../../account/reminder/reminder-dialog.tsx"),
  ({ habit }) => habit,
  "reminder",
);
const ArrangeDialog = lazyComponent(
  () => import("../arrange/arrange-dialog.tsx"),
  ({ open }) => open,
  "statistics",
);
const GroupDialog = lazyComponent(
  () => import("../habit/form/group-dialog.tsx"),
  ({ group }) => group,
  "statistics",
);
const SettingsDialog = lazyComponent(
  () => import("./settings-dialog.tsx"),
  ({ open }) => open,
  "statistics",
);

const VacationDialog = lazyComponent(
  () => import("../vacation/vacation-dialog.tsx"),
  ({ open }) => open,
  "statistics",
);
const TrashDialog = lazyComponent(
  () => import("../trash/trash-dialog.tsx"),
  ({ open }) => open,
  "statistics",
);
const ShareDialog = lazyComponent(
  () => import("../share/share-dialog.tsx"),
  ({ what }) => what,
  "statistics",
);
const PrintSheet = lazyComponent(
  () => import("../print/print-sheet.tsx"),
  ({ by }) => by,
  "statistics",
);

/** Lazy components that are fetched at the first touch of the page. */
export const overlayParts = [
  HabitMenu,
  HabitDialog,
  SettingsDialog,
  BoardMenu,
  GroupMenu,
  DeleteDialog,
  ReminderDialog,
  ArrangeDialog,
  GroupDialog,
  VacationDialog,
  TrashDialog,
  ShareDialog,
  PrintSheet,
];

interface HabitOverlaysProps {
  board: ReturnType<typeof useDashboard>;
  overlays: HabitOverlaysState;
  onFilterChange: (filter: HabitFilter, options: { isStep: boolean }) => void;
  onAnalytics: () => void;
}

/**
 * The menus and dialogs of the dashboard. Each is fetched when it is first needed, and stays mounted for its exit
 * animation.
 */
export function HabitOverlays({ board, overlays, onFilterChange, onAnalytics }: HabitOverlaysProps) {
  const sectionName = useSectionNames();
  const writes = useHabitWrites(board.recorder);
  const { renameGroup } = useGroupWrites();
  const { today } = board;
  usePrintKeys(overlays.printQuietly);
  const active = inOrder(board.all ?? []);
  const moves = useHabitMoves(active, writes.setOrder);
  const groups = groupsOf([...active, ...(board.listed ?? [])]);
  const menuHabit = overlays.menu?.habit;
  const group = overlays.groupMenu;

  return (
    <>
      <p role="status" className="sr-only">
        {moves.announcement}
      </p>
      <Once when={menuHabit !== undefined}>
        <HabitMenu
          target={overlays.menu}
          canMove={moves.directionsOf(menuHabit)}
          onClose={overlays.closeMenu}
          onStatistics={() => menuHabit && overlays.showStatistics(menuHabit)}
          onShare={() => menuHabit && overlays.share(menuHabit)}
          onEdit={() => menuHabit && overlays.edit(menuHabit)}
          onRemind={() => menuHabit && overlays.remind(menuHabit)}
          onMove={(by) => menuHabit && moves.move(menuHabit, by)}
          onArchive={() => menuHabit && void writes.setArchived(menuHabit, !menuHabit.archived)}
          onDelete={() => menuHabit && overlays.askDelete(menuHabit)}
        />
      </Once>
      <Once when={group !== null}>
        <GroupMenu
          target={group}
          canMove={moves.groupDirectionsOf(group)}
          onClose={overlays.closeMenu}
          onRename={() => group && overlays.rename(group.name)}
          onMove={(by) => group && moves.moveGroup(group, by)}
          onUngroup={() => group && void renameGroup(group.name, null)}
        />
      </Once>
      <Once when={overlays.boardMenu !== null}>
        <BoardMenu
          anchor={overlays.boardMenu}
          canArrange={board.canArrange}
          canShare={(board.all?.length ?? 0) > 0}
          canPrint={(board.habits?.length ?? 0) > 0}
          onClose={overlays.closeMenu}
          onSettings={overlays.setUp}
          onArrange={overlays.arrange}
          onAnalytics={onAnalytics}
          onCopyYesterday={() => void board.recorder.copyYesterday(today).catch(board.recorder.tell)}
          onVacation={overlays.planVacation}
          onTrash={overlays.openTrash}
          onShare={() => overlays.share("all")}
          onPrint={overlays.print}
        />
      </Once>
      <Once when={overlays.dialog !== null}>
        <HabitDialog
          target={overlays.dialog}
          plan={board.plan}
          room={board.room}
          takenHues={active.map((habit) => habit.hue)}
          groups={groups}
          today={today}
          edits={board.recorder}
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
          onDelete={(habit) => void writes.remove(habit)}
          onArchive={(habit) => void writes.setArchived(habit, true)}
        />
      </Once>
      <Once when={overlays.reminding !== null}>
        <ReminderDialog habit={overlays.reminding} onClose={overlays.close} />
      </Once>
      <Once when={overlays.isArranging}>
        <ArrangeDialog
          open={overlays.isArranging}
          habits={active}
          sectionName={sectionName}
          onClose={overlays.close}
          onRename={overlays.rename}
        />
      </Once>
      <Once when={overlays.renaming !== null}>
        <GroupDialog
          group={overlays.renaming}
          others={groups.filter((name) => name !== overlays.renaming)}
          onClose={overlays.close}
          onRename={(from, to) => void renameGroup(from, to)}
        />
      </Once>
      <Once when={overlays.isSettingUp}>
        <SettingsDialog
          open={overlays.isSettingUp}
          board={board}
          onClose={overlays.close}
          onFilterChange={(filter) => onFilterChange(filter, { isStep: false })}
          onArrange={overlays.arrange}
          onTrash={overlays.openTrash}
        />
      </Once>
      <Once when={overlays.isOnVacation}>
        <VacationDialog open={overlays.isOnVacation} today={today} onClose={overlays.close} />
      </Once>
      <Once when={overlays.isInTrash}>
        <TrashDialog open={overlays.isInTrash} onClose={overlays.close} />
      </Once>
      <Once when={overlays.sharing !== null}>
        <ShareDialog what={overlays.sharing} habits={active} today={today} onClose={overlays.close} />
      </Once>
      <PrintSheet board={board} by={overlays.printing} onClose={overlays.close} />
    </>
  );
}

/** The browser's "Print" also prints the month sheet, if its code is already loaded. */
function usePrintKeys(print: () => void) {
  useEffect(() => {
    const onBeforePrint = () => flushSync(print);
    addEventListener("beforeprint", onBeforePrint);
    return () => removeEventListener("beforeprint", onBeforePrint);
  }, [print]);
}
