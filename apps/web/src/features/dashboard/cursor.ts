import { useSyncExternalStore } from "react";
import type { Cell } from "./grid.ts";

/**
 * Where the keyboard stands in the calendar. It lives outside of React's state so that an arrow key repaints the two
 * rows it concerns and not the calendar.
 */
export class Cursor {
  #cell: Cell | undefined;
  #isFocusRequested = false;
  readonly #listeners = new Set<() => void>();

  get cell(): Cell | undefined {
    return this.#cell;
  }

  set(cell: Cell | undefined): void {
    if (cell?.habitId === this.#cell?.habitId && cell?.day === this.#cell?.day) return;
    this.#cell = cell;
    for (const listener of this.#listeners) listener();
  }

  /** Asks for the focus to go to a cell as soon as it is drawn: that of a habit just created. */
  request(cell: Cell): void {
    this.set(cell);
    this.#isFocusRequested = true;
  }

  /** True once for each request. */
  takeRequest(): boolean {
    const isRequested = this.#isFocusRequested;
    this.#isFocusRequested = false;
    return isRequested;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
}

/** The day the cursor is on where it is on this habit (null: its header), else undefined. */
export function useCursorDay(cursor: Cursor, habitId: number): string | null | undefined {
  const read = () => (cursor.cell?.habitId === habitId ? cursor.cell.day : undefined);
  return useSyncExternalStore(cursor.subscribe, read, read);
}

/** The habit the cursor is on where it is on this day (null: the headers), else undefined. */
export function useCursorHabit(cursor: Cursor, day: string | null): number | undefined {
  const read = () => (cursor.cell?.day === day ? cursor.cell.habitId : undefined);
  return useSyncExternalStore(cursor.subscribe, read, read);
}
