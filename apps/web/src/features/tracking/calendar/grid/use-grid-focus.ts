import { type RefObject, useLayoutEffect, useMemo, useRef } from "react";
import { flushSync } from "react-dom";
import type { Cursor } from "./cursor.ts";
import { type Cell, type Grid, nearestCell } from "./grid.ts";

interface GridFocusInput {
  tableRef: RefObject<HTMLTableElement | null>;
  grid: Grid;
  cursor: Cursor;
  today: string;
}

export type GridFocus = ReturnType<typeof useGridFocus>;

/**
 * Connects the cursor to the page's focus. When the calendar changes its layout, React removes the old cells, and with
 * them the focus, if it was there; when it changes its month, the cells become other days. The focus moves to the same
 * habit and day, or to the nearest one.
 */
export function useGridFocus({ tableRef, grid, cursor, today }: GridFocusInput) {
  // React removes elements without a blur event that we receive, so this is still true then.
  const isInside = useRef(false);

  const focus = useMemo(() => {
    const cellElement = (cell: Cell): HTMLElement | null => {
      const selector =
        cell.day === null
          ? `[data-habit-header="${cell.habitId}"]`
          : `[data-habit="${cell.habitId}"][data-day="${cell.day}"]`;
      return tableRef.current?.querySelector<HTMLElement>(selector) ?? null;
    };
    // A row that is far outside the view has no days until the cursor is on it.
    const rendered = (cell: Cell, move: () => void): HTMLElement | null => {
      if (cellElement(cell)) move();
      else flushSync(move);
      return cellElement(cell);
    };
    const currentElement = () => (cursor.cell ? cellElement(cursor.cell) : null);
    return {
      isInside,
      cellElement,
      currentElement,
      /** Moves the cursor and the focus. */
      moveTo(cell: Cell) {
        focusWhole(rendered(cell, () => cursor.set(cell)));
      },
      /** Moves the cursor and the focus and selects all days from the start of the selection. */
      extendTo(shown: Grid, cell: Cell) {
        focusWhole(rendered(cell, () => cursor.select(shown, cell)));
      },
    };
  }, [tableRef, cursor]);

  const shownDays = useRef(grid.days);
  useLayoutEffect(() => {
    const wanted = cursor.cell;
    const isOtherDays = shownDays.current !== grid.days;
    shownDays.current = grid.days;
    if (cursor.isAhead(grid)) return;
    cursor.set(nearestCell(grid, wanted, today));
    cursor.keepWithin(grid);
    const isThere = wanted !== undefined && grid.habitIds.includes(wanted.habitId);
    const active = tableRef.current?.contains(document.activeElement) ? document.activeElement : null;
    const isLost = isInside.current && !active;
    // A cell of another month is the element of a cell before: a screen reader reads it when it gets the focus again.
    const isOther = isOtherDays && active instanceof HTMLElement && active.dataset.day !== undefined;
    if (isOther) active.blur();
    if (isLost || isOther || (isThere && cursor.takeRequest())) {
      const element = focus.currentElement();
      if (element) focusWhole(element);
      // The row of a cell far outside the view renders after this commit.
      else queueMicrotask(() => focusWhole(focus.currentElement()));
    }
  }, [grid, cursor, today, focus, tableRef]);

  return focus;
}

/** Focuses a cell and scrolls until all of it is in view: `focus` alone leaves a cell cut that the edge of the box cuts. */
function focusWhole(element: HTMLElement | null): void {
  element?.focus({ preventScroll: true });
  element?.scrollIntoView({ block: "nearest", inline: "nearest" });
}
