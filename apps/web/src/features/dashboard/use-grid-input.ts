import type { Habit } from "@daymark/domain/habit";
import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { isToggle } from "../habit/rules.ts";
import { EntryEditor } from "../progress/entry-editor.ts";
import type { Recorder } from "../progress/use-set-progress.ts";
import type { CalendarProps } from "./calendar.tsx";
import { type Cell, cellAfterEntry, type Grid, moveCell } from "./grid.ts";
import { type Command, commandOf } from "./keyboard.ts";
import { dayInMonth, shiftMonth } from "./month.ts";
import type { GridFocus } from "./use-grid-focus.ts";

/** How long a finger rests on a cell until that asks for its entry. */
const longPressMs = 450;
/** A finger that moved further than this is scrolling. */
const longPressSlackPx = 8;

interface GridInput extends CalendarProps {
  grid: Grid;
  focus: GridFocus;
}

/**
 * What pointers and keys do in the calendar. The table listens for all of its cells, so that a cell needs nothing but
 * its day to be drawn.
 */
export function useGridInput(input: GridInput) {
  const { recorder } = input;
  const [editor] = useState(() => new EntryEditor(recorder));
  // The handlers are made once; what they work on is always the newest.
  const latest = useRef(input);
  useEffect(() => {
    latest.current = input;
  });

  return useMemo(() => {
    const grid = createGridInput(() => latest.current, editor, recorder);
    return { editor, ...grid };
  }, [editor, recorder]);
}

function createGridInput(latest: () => GridInput, editor: EntryEditor, recorder: Recorder) {
  const press = createLongPress((target) => edit(cellOf(target)));
  const habitOf = (id: number): Habit | undefined => latest().habits.find((habit) => habit.id === id);

  /** Opens the entry of a day, on it what was typed so far; an entry that is open elsewhere is saved first. */
  const edit = (cell: Cell | null, typed?: string) => {
    const habit = cell && habitOf(cell.habitId);
    if (!habit || cell.day === null || latest().entries === undefined) return;
    if (!editor.isOn(habit.id, cell.day) && !editor.commit()) return;
    latest().cursor.set(cell);
    editor.open(habit, cell.day, typed);
  };

  const toggle = (habit: Habit, day: string) => {
    const current = recorder.read(habit, day);
    const value = current.value === null ? 1 : null;
    recorder.record(habit, day, { ...current, value, unit: habit.unit, skipped: false });
  };

  /** What a plain press asks for: done or not done where that says it all, else the entry. */
  const activate = (cell: Cell) => {
    const habit = habitOf(cell.habitId);
    if (!habit || cell.day === null || latest().entries === undefined) return;
    if (!isToggle(habit)) return edit(cell);
    if (editor.commit()) toggle(habit, cell.day);
  };

  const clear = ({ habitId, day }: Cell) => {
    const habit = habitOf(habitId);
    if (!habit || day === null) return;
    const current = recorder.read(habit, day);
    if (current.value === null && !current.skipped) return;
    recorder.record(habit, day, { ...current, value: null, skipped: false });
  };

  const turnMonth = (cell: Cell, by: number) => {
    const { month, cursor, onMonthChange } = latest();
    const next = shiftMonth(month, by);
    cursor.set({ ...cell, day: cell.day && dayInMonth(next, cell.day) });
    onMonthChange(next);
  };

  const run = (command: Command, cell: Cell): void => {
    const { grid, focus } = latest();
    if (command.kind === "move") focus.moveTo(moveCell(grid, cell, command.move));
    if (command.kind === "month") turnMonth(cell, command.by);
    if (command.kind === "edit") activate(cell);
    if (command.kind === "clear") clear(cell);
    if (command.kind === "type") edit(cell, command.digit);
  };

  /** Saves the entry that is open and goes on to the next cell; stays where it cannot be saved. */
  const saveAndMoveOn = () => {
    const { grid, focus, today } = latest();
    const draft = editor.read();
    if (!draft || !editor.commit()) return;
    focus.moveTo(cellAfterEntry(grid, { habitId: draft.habit.id, day: draft.day }, today));
  };

  /** Keys that arrive while the entry is open but its field does not have the focus yet. */
  const runInEntry = (event: KeyboardEvent, command: Command | undefined): boolean => {
    const draft = editor.read();
    if (!draft) return false;
    if (event.key === "Escape") editor.cancel();
    else if (event.key === "Enter") saveAndMoveOn();
    else if (event.key === "Backspace") editor.setText(draft.text.slice(0, -1));
    else if (command?.kind === "type") editor.setText(draft.text + command.digit);
    else return false;
    return true;
  };

  const handlers = {
    onKeyDown(event: KeyboardEvent<HTMLTableElement>) {
      const cell = cellOf(event.target);
      if (!cell) return;
      const command = commandOf(event);
      // A header is a button and answers Enter and Space itself.
      const isButtonKey = cell.day === null && command?.kind === "edit";
      if (event.key === "F2") edit(cell);
      else if (runInEntry(event, command)) event.preventDefault();
      else if (command && !isButtonKey && !event.repeat) run(command, cell);
      else if (command?.kind === "move" || command?.kind === "month") run(command, cell);
      else return;
      if (command) event.preventDefault();
    },
    onClick(event: MouseEvent<HTMLTableElement>) {
      if (press.wasLong()) return;
      const cell = cellOf(event.target);
      if (!cell) return;
      latest().cursor.set(cell);
      if (cell.day !== null) return activate(cell);
      const habit = habitOf(cell.habitId);
      const anchor = (event.target as Element).closest<HTMLElement>("[data-habit-header]");
      if (habit && anchor) latest().onHabitMenu(habit, anchor);
    },
    onContextMenu(event: MouseEvent<HTMLTableElement>) {
      const cell = cellOf(event.target);
      if (!cell || cell.day === null) return;
      event.preventDefault();
      if (!press.isTouching()) edit(cell);
    },
    onPointerDown: (event: PointerEvent<HTMLTableElement>) => press.start(event),
    onPointerMove: (event: PointerEvent<HTMLTableElement>) => press.move(event),
    onPointerUp: () => press.end(),
    onPointerCancel: () => press.end(),
    onFocus(event: FocusEvent<HTMLTableElement>) {
      const { focus, cursor } = latest();
      const cell = cellOf(event.target);
      if (!cell) return;
      focus.isInside.current = true;
      cursor.set(cell);
    },
    onBlur(event: FocusEvent<HTMLTableElement>) {
      if (!event.currentTarget.contains(event.relatedTarget)) latest().focus.isInside.current = false;
    },
  };

  return { handlers, saveAndMoveOn };
}

/** The cell an event came from. */
function cellOf(target: EventTarget): Cell | null {
  if (!(target instanceof Element)) return null;
  const element = target.closest<HTMLElement>("[data-day], [data-habit-header]");
  if (!element) return null;
  const { habit, day, habitHeader } = element.dataset;
  return habitHeader ? { habitId: Number(habitHeader), day: null } : { habitId: Number(habit), day: day ?? null };
}

/** Tells a finger that rests on a cell from one that taps it or scrolls. */
function createLongPress(onLongPress: (target: EventTarget) => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let start = { x: 0, y: 0 };
  let isLong = false;
  let isTouch = false;
  const end = () => {
    clearTimeout(timer);
    timer = undefined;
  };
  return {
    start({ pointerType, clientX, clientY, target }: PointerEvent) {
      end();
      isLong = false;
      isTouch = pointerType === "touch";
      if (!isTouch) return;
      start = { x: clientX, y: clientY };
      timer = setTimeout(() => {
        isLong = true;
        onLongPress(target);
      }, longPressMs);
    },
    move({ clientX, clientY }: PointerEvent) {
      if (Math.hypot(clientX - start.x, clientY - start.y) > longPressSlackPx) end();
    },
    end,
    /** True for the click that ends a long press, which must not toggle what it has just opened. */
    wasLong() {
      const answer = isLong;
      isLong = false;
      return answer;
    },
    isTouching: () => isTouch && (timer !== undefined || isLong),
  };
}
