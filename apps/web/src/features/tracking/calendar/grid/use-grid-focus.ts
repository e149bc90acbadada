import { type RefObject, useLayoutEffect, useMemo, useRef } from "react";
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
 * Connects the cursor to the page's focus. When the calendar changes its month or layout, React removes the old cells,
 * and with them the focus, if it was there: it moves to the same habit and day, or to the nearest one.
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
    const currentElement = () => (cursor.cell ? cellElement(cursor.cell) : null);
    return {
      isInside,
      cellElement,
      currentElement,
      /** Moves the cursor and the focus. */
      moveTo(cell: Cell) {
        cursor.set(cell);
        cellElement(cell)?.focus();
      },
      /** Moves the cursor and the focus and selects all days from the start of the selection. */
      extendTo(shown: Grid, cell: Cell) {
        cursor.select(shown, cell);
        cellElement(cell)?.focus();
      },
    };
  }, [tableRef, cursor]);

  useLayoutEffect(() => {
    const wanted = cursor.cell;
    cursor.set(nearestCell(grid, wanted, today));
    cursor.keepWithin(grid);
    const isLost = isInside.current && !tableRef.current?.contains(document.activeElement);
    const isThere = wanted !== undefined && grid.habitIds.includes(wanted.habitId);
    if (isLost || (isThere && cursor.takeRequest())) focus.currentElement()?.focus();
  }, [grid, cursor, today, focus, tableRef]);

  return focus;
}
