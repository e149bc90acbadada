import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  useCallback,
  useEffect,
  useMemo,
  useRef,
} from "react";
import { useBrowser } from "../../../lib/app.ts";
import { EntryEditor } from "../day-writes/entry-editor.ts";
import { takeKeyAhead } from "../entry/keys-ahead.ts";
import { browserSingleKeys } from "../shortcut/single-keys.ts";
import type { Cell } from "./grid/grid.ts";
import { type Command, commandOf } from "./grid/keyboard.ts";
import { createLongPress } from "./grid/long-press.ts";
import { useEntryRequests } from "./grid/use-entry-requests.ts";
import { createGridActions, type GridInput } from "./grid-actions.ts";

/**
 * Pointer and key handlers of the calendar. The table listens for all of its cells, so that a cell needs only its day
 * to render.
 */
export function useGridInput(input: GridInput) {
  const { recorder } = input;
  const browser = useBrowser();
  // The handlers are created once and always read the newest input.
  const latest = useRef(input);
  useEffect(() => {
    latest.current = input;
  });

  const { actions, ...answer } = useMemo(() => {
    const editor = new EntryEditor(recorder);
    const actions = createGridActions(() => latest.current, { editor, recorder, browser });
    const handlers = createHandlers(() => latest.current, editor, actions);
    return { editor, handlers, saveAndMoveOn: actions.saveAndMoveOn, actions };
  }, [recorder, browser]);
  const { cursor, grid, focus } = input;
  const isKnown = input.entries !== undefined;
  const isShown = useMemo(
    () =>
      isKnown
        ? ({ habitId, day }: Cell) => day !== null && grid.days.includes(day) && grid.habitIds.includes(habitId)
        : null,
    [isKnown, grid],
  );
  const openAsked = useCallback(
    (cell: Cell) => {
      focus.moveTo(cell);
      actions.open(cell);
    },
    [focus, actions],
  );
  useEntryRequests(cursor, isShown, openAsked);
  return answer;
}

function createHandlers(
  latest: () => GridInput,
  editor: EntryEditor,
  { run, open, activate, touch, saveAndMoveOn }: ReturnType<typeof createGridActions>,
) {
  /** Opens the entry of the pressed day, or of the selection that contains it. */
  const openAt = (target: EventTarget) => {
    const cell = cellOf(target);
    if (!cell) return;
    dropUnlessWithin(cell);
    open(cell);
  };
  const press = createLongPress(openAt);

  const dropUnlessWithin = (cell: Cell) => {
    const { selection } = latest().cursor;
    const isWithin = cell.day !== null && selection?.days.includes(cell.day);
    if (!isWithin || !selection?.habitIds.includes(cell.habitId)) latest().cursor.drop();
  };

  return {
    onKeyDown(event: KeyboardEvent<HTMLTableElement>) {
      const cell = cellOf(event.target);
      if (!cell) return;
      const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
      const pressed = { key, code: event.nativeEvent.code, ctrlKey, metaKey, altKey, shiftKey };
      const command = commandOf(pressed, { isSingleAllowed: browserSingleKeys().read() });
      if (takeKeyAhead(editor, event, saveAndMoveOn)) return event.preventDefault();
      // A header is a button and handles Enter and Space itself. Without a selection, Escape is left to others.
      const isButtonKey = cell.day === null && (command?.kind === "activate" || command?.kind === "record");
      const isOthers = command?.kind === "drop" && !latest().cursor.selection;
      if (!command || isButtonKey || isOthers) return;
      event.preventDefault();
      if (!event.repeat || isStep(command)) run(command, cell);
    },
    onClick(event: MouseEvent<HTMLTableElement>) {
      if (press.wasLong()) return;
      const cell = cellOf(event.target);
      if (!cell) return;
      const { cursor, grid, focus, onHabitMenu, onHabitStreak, habits } = latest();
      if (event.shiftKey && cell.day !== null) return focus.extendTo(grid, cell);
      cursor.drop();
      cursor.set(cell);
      if (cell.day !== null) return press.isByTouch() ? touch(cell) : activate(cell);
      const habit = habits.find(({ id }) => id === cell.habitId);
      const anchor = (event.target as Element).closest<HTMLElement>("[data-habit-header]");
      if (habit && anchor) onHabitMenu(habit, anchor);
      else if (habit) onHabitStreak(habit);
    },
    onMouseDown(event: MouseEvent<HTMLTableElement>) {
      // Otherwise the browser would select text, and focus the new cell before the old one became the start of the
      // selection.
      if (event.shiftKey && cellOf(event.target)?.day) event.preventDefault();
    },
    onContextMenu(event: MouseEvent<HTMLTableElement>) {
      const cell = cellOf(event.target);
      if (!cell || cell.day === null) return;
      event.preventDefault();
      if (!press.isTouching()) openAt(event.target);
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
}

/** True for commands that repeat while the key is held down. */
function isStep({ kind }: Command): boolean {
  return kind === "move" || kind === "select" || kind === "month" || kind === "step";
}

/** The cell an event came from. */
export function cellOf(target: EventTarget): Cell | null {
  if (!(target instanceof Element)) return null;
  const element = target.closest<HTMLElement>("[data-day], [data-habit-header], [data-habit-streak]");
  if (!element) return null;
  const { habit, day, habitHeader = element.dataset.habitStreak } = element.dataset;
  return habitHeader ? { habitId: Number(habitHeader), day: null } : { habitId: Number(habit), day: day ?? null };
}
