import { useEffect } from "react";
import type { Cursor } from "./cursor.ts";
import type { Cell } from "./grid.ts";

/**
 * Opens the entry of a day that another component requested, once the day is rendered and loaded.
 *
 * @param isShown true for a rendered cell; null while the days load
 */
export function useEntryRequests(
  cursor: Cursor,
  isShown: ((cell: Cell) => boolean) | null,
  open: (cell: Cell) => void,
): void {
  useEffect(() => {
    if (!isShown) return;
    const look = () => {
      const cell = cursor.takeEntryRequest(isShown);
      if (cell) open(cell);
    };
    look();
    return cursor.subscribe(look);
  }, [cursor, isShown, open]);
}
