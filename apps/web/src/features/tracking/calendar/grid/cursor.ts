import { useSyncExternalStore } from "react";
import { type Cell, cellsBetween, type Grid, type Selection } from "./grid.ts";

/**
 * Where the keyboard stands in the calendar, and which days it has selected. It lives outside of React's state so that
 * an arrow key repaints the rows it concerns and not the calendar.
 */
export class Cursor {
  #cell: Cell | undefined;
  /** The corner at which the selection began. */
  #anchor: Cell | undefined;
  #selection: Selection | null = null;
  #isFocusRequested = false;
  #isEntryRequested = false;
  readonly #listeners = new Set<() => void>();

  get cell(): Cell | undefined {
    return this.#cell;
  }

  /** More than one day, or null. */
  get selection(): Selection | null {
    return this.#selection;
  }

  set(cell: Cell | undefined): void {
    if (cell?.habitId === this.#cell?.habitId && cell?.day === this.#cell?.day) return;
    this.#cell = cell;
    this.#tell();
  }

  /** Moves to a cell and selects all between it and where the selection began: here, if it did not yet. */
  select(grid: Grid, to: Cell): void {
    this.#anchor ??= this.#cell;
    this.#cell = to;
    this.#selection = this.#anchor ? cellsBetween(grid, this.#anchor, to) : null;
    this.#tell();
  }

  /** False where nothing was selected. */
  drop(): boolean {
    this.#anchor = undefined;
    if (!this.#selection) return false;
    this.#selection = null;
    this.#tell();
    return true;
  }

  /** Drops a selection that reaches beyond what a calendar shows by now. */
  keepWithin(grid: Grid): void {
    const { habitIds = [], days = [] } = this.#selection ?? {};
    const isShown = habitIds.every((id) => grid.habitIds.includes(id)) && days.every((day) => grid.days.includes(day));
    if (!isShown) this.drop();
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

  /** Asks for the entry of a day to be opened as soon as the day is drawn and known. */
  requestEntry(cell: Cell): void {
    this.request(cell);
    this.#isEntryRequested = true;
    this.#tell();
  }

  /** The day whose entry was asked for, once for each request, when it is taken by what shows it. */
  takeEntryRequest(isShown: (cell: Cell) => boolean): Cell | null {
    const cell = this.#cell;
    if (!this.#isEntryRequested || !cell || !isShown(cell)) return null;
    this.#isEntryRequested = false;
    return cell;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}

/** The selected days of a habit; the same list until the selection changes. */
export function useSelectedDays(cursor: Cursor, habitId: number): readonly string[] | undefined {
  const read = () => (cursor.selection?.habitIds.includes(habitId) ? cursor.selection.days : undefined);
  return useSyncExternalStore(cursor.subscribe, read, read);
}

/** The habits selected on a day; the same list until the selection changes. */
export function useSelectedHabits(cursor: Cursor, day: string): readonly number[] | undefined {
  const read = () => (cursor.selection?.days.includes(day) ? cursor.selection.habitIds : undefined);
  return useSyncExternalStore(cursor.subscribe, read, read);
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
