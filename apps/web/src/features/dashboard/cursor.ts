import { useSyncExternalStore } from "react";
import type { Cell } from "./grid.ts";

/**
 * Where the keyboard stands in the calendar. It lives outside of React's state so that an arrow key repaints the two
 * rows it concerns and not the calendar.
 */
export class Cursor {
  #cell: Cell | undefined;
  readonly #listeners = new Set<() => void>();

  get cell(): Cell | undefined {
    return this.#cell;
  }

  set(cell: Cell | undefined): void {
    if (cell?.habitId === this.#cell?.habitId && cell?.day === this.#cell?.day) return;
    this.#cell = cell;
    for (const listener of this.#listeners) listener();
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
}

/** The day the cursor is on where it is on this habit, else undefined. */
export function useCursorDay(cursor: Cursor, habitId: number): string | undefined {
  const read = () => (cursor.cell?.habitId === habitId ? cursor.cell.day : undefined);
  return useSyncExternalStore(cursor.subscribe, read, read);
}

/** The habit the cursor is on where it is on this day, else undefined. */
export function useCursorHabit(cursor: Cursor, day: string): number | undefined {
  const read = () => (cursor.cell?.day === day ? cursor.cell.habitId : undefined);
  return useSyncExternalStore(cursor.subscribe, read, read);
}
