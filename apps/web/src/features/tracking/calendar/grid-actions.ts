import type { Habit } from "@daymark/domain/tracking/habit";
import type { AppBrowser } from "../../../lib/app.ts";
import { dayInMonth, shiftMonth } from "../clock/month.ts";
import type { EntryEditor, HabitDay } from "../day-writes/entry-editor.ts";
import type { Recorder } from "../day-writes/recorder.ts";
import { isToggle } from "../habit/rules.ts";
import { isUnrecorded, recordedByPress } from "../progress/day-changes.ts";
import { type DayState, differingParts } from "../progress/day-state.ts";
import type { CalendarProps } from "./calendar.tsx";
import { runEdit } from "./grid/day-actions.ts";
import { type Cell, cellAfterEntry, extendTo, type Grid, moveCell } from "./grid/grid.ts";
import { type Command, type EditCommand, isEdit } from "./grid/keyboard.ts";
import { nextOpenHabit } from "./grid/open-habit.ts";
import type { GridFocus } from "./grid/use-grid-focus.ts";

export interface GridInput extends CalendarProps {
  grid: Grid;
  focus: GridFocus;
  /** Whether a habit waits for its user today; undefined while the days load. */
  isOpen: ((habitId: number) => boolean) | undefined;
}

/**
 * The actions on the days of the calendar: on the day at the cursor or, if several are selected, on all of these at
 * once.
 */
export function createGridActions(
  latest: () => GridInput,
  { editor, recorder, browser }: { editor: EntryEditor; recorder: Recorder; browser: AppBrowser },
) {
  /** Changes each day to the state that `make` returns, as one edit; skips days for which it returns null. */
  const change = (days: readonly HabitDay[], make: (habit: Habit, day: string, now: DayState) => DayState | null) => {
    const changed = days.flatMap(({ habit, day }) => {
      const now = recorder.read(habit, day);
      const state = make(habit, day, now);
      return state && differingParts(now, state).length > 0 ? [{ habit, day, state }] : [];
    });
    recorder.recordAll(changed);
  };

  /** Opens the entry of a day, or of all selected days. An entry that is already open is saved first. */
  const open = (cell: Cell, options: { typed?: string; isNote?: boolean } = {}) => {
    const one = dayOf(latest(), cell);
    if (!one) return;
    if (!editor.isOn(one.habit.id, one.day) && !editor.commit()) return;
    const days = options.isNote ? null : selectedDays(latest());
    latest().cursor.set(cell);
    if (days) editor.openFill(one, days, options.typed);
    else editor.open(one.habit, one.day, options);
  };

  const toggle = (days: readonly HabitDay[]) => {
    const isDone = days.every(({ habit, day }) => recorder.read(habit, day).value !== null);
    change(days, (habit, _day, now) => ({ ...now, value: isDone ? null : 1, unit: habit.unit, skipped: false }));
  };

  /** A plain press toggles done if that is the only possible value, and otherwise opens the entry. */
  const activate = (cell: Cell) => {
    const one = dayOf(latest(), cell);
    if (!one) return;
    const days = selectedDays(latest()) ?? [one];
    if (!days.every(({ habit }) => isToggle(habit))) return open(cell);
    if (editor.commit()) toggle(days);
  };

  /** Records a day that has nothing yet. False for any other day, and for several. */
  const recordBlank = (cell: Cell): boolean => {
    const one = dayOf(latest(), cell);
    if (!one || selectedDays(latest())) return false;
    const { habit, day } = one;
    const next = recordedByPress(habit, { day, today: latest().today }, recorder.read(habit, day));
    if (!next) return false;
    if (editor.commit()) change([one], () => next);
    return true;
  };

  /** The press of a finger records a blank day; the next one, or a long one, opens it. */
  const touch = (cell: Cell) => {
    if (!recordBlank(cell)) activate(cell);
  };

  /** Space records a blank day and goes on: today to the next open habit, on an earlier day to the next day. */
  const record = (cell: Cell) => {
    if (!recordBlank(cell)) return activate(cell);
    const { grid, focus, today, isOpen } = latest();
    const { habitId, day } = cell;
    if (day === null || !isOpen) return;
    if (day < today) return focus.moveTo(cellAfterEntry(grid, { habitId, day }, today));
    // Keys may be faster than renders, so a day that a key before has recorded may still be shown as open.
    const isStillOpen = (id: number) => {
      const habit = habitOf(latest(), id);
      return habit !== undefined && isOpen(id) && isUnrecorded(habit, { day, today }, recorder.read(habit, day));
    };
    const next = nextOpenHabit(grid.habitIds, isStillOpen, habitId);
    if (next !== undefined) focus.moveTo({ habitId: next, day });
  };

  /**
   * Edits other than a check mark are in a lazy chunk, fetched at the first touch of the page. They use the days at the
   * time of the key press.
   */
  const edit = async (command: EditCommand, cell: Cell) => {
    const habit = habitOf(latest(), cell.habitId);
    const days = daysAt(latest(), cell);
    if (habit) await runEdit(command, { habit, days, today: latest().today, recorder, browser, change });
  };

  const turnMonth = (cell: Cell, by: number) => {
    const { chosenMonth, cursor, onMonthChange } = latest();
    const next = shiftMonth(chosenMonth, by);
    cursor.set({ ...cell, day: cell.day && dayInMonth(next, cell.day) });
    onMonthChange(next);
  };

  const run = (command: Command, cell: Cell): void => {
    const { grid, focus, cursor } = latest();
    if (command.kind === "move" || command.kind === "month") cursor.drop();
    if (command.kind === "move") focus.moveTo(moveCell(grid, cell, command.move));
    if (command.kind === "select") focus.extendTo(grid, extendTo(grid, cell, command.move));
    if (command.kind === "drop") cursor.drop();
    if (command.kind === "month") turnMonth(cell, command.by);
    if (command.kind === "activate") activate(cell);
    if (command.kind === "record") record(cell);
    if (command.kind === "open") open(cell, command);
    if (command.kind === "type") open(cell, { typed: command.digit });
    if (command.kind === "clear")
      change(daysAt(latest(), cell), (_habit, _day, now) => ({
        ...now,
        value: null,
        skipped: false,
        confirmed: false,
      }));
    if (isEdit(command)) void edit(command, cell).catch(recorder.tell);
  };

  /** Saves the open entry and moves to the next cell; stays if the entry cannot be saved. */
  const saveAndMoveOn = () => {
    const { grid, focus, today } = latest();
    const draft = editor.read();
    if (!draft || !editor.commit()) return;
    if (!draft.fill) focus.moveTo(cellAfterEntry(grid, { habitId: draft.habit.id, day: draft.day }, today));
  };

  return { run, open, activate, touch, saveAndMoveOn };
}

function habitOf({ habits }: GridInput, id: number): Habit | undefined {
  return habits.find((habit) => habit.id === id);
}

/** The day of a cell; null for a cell without a day, and while the days load. */
function dayOf(input: GridInput, cell: Cell): HabitDay | null {
  const habit = habitOf(input, cell.habitId);
  return habit && cell.day !== null && input.entries !== undefined ? { habit, day: cell.day } : null;
}

/** The selected days; null if only the day at the cursor is selected. */
function selectedDays(input: GridInput): HabitDay[] | null {
  const { selection } = input.cursor;
  if (!selection || input.entries === undefined) return null;
  return selection.habitIds.flatMap((id) => {
    const habit = habitOf(input, id);
    return habit ? selection.days.map((day) => ({ habit, day })) : [];
  });
}

/** The days that a command at a cell changes: the selected ones, else the day of the cell. */
function daysAt(input: GridInput, cell: Cell): HabitDay[] {
  const one = dayOf(input, cell);
  return selectedDays(input) ?? (one ? [one] : []);
}
