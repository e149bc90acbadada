import { useEffect } from "react";
import type { Cursor } from "./cursor.ts";
import type { Cell } from "./grid.ts";

/**
 * Opens the entry of a day that was asked for elsewhere, once what it lies in is drawn and its days are known.
 *
 * @param isShown true for a cell of what is drawn; null while its days are on their way
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
