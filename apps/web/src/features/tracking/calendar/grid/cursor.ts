import { useSyncExternalStore } from "react";
import { type Cell, cellsBetween, type Grid, type Selection } from "./grid.ts";

/**
 * The keyboard position in the calendar, and the selected days. It lives outside React's state, so that an arrow key
 * renders only the rows concerned and not the calendar.
 */
export class Cursor {
  #cell: Cell | undefined;
  /** The corner where the selection began. */
  #anchor: Cell | undefined;
  #selection: Selection | null = null;
  #isFocusRequested = false;
  /** Kept apart from the cell: a dialog that closes gives the focus, and with it the cursor, back to another cell. */
  #requestedEntry: Cell | null = null;
  #isOpening: boolean;
  readonly #listeners = new Set<() => void>();

  /** @param isOpening true if the first open habit of today gets the focus, as soon as the days are known */
  constructor({ isOpening = false }: { isOpening?: boolean } = {}) {
    this.#isOpening = isOpening;
  }

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

  /**
   * Moves to a cell and selects all cells from the start of the selection; the selection starts here if there is none.
   */
  select(grid: Grid, to: Cell): void {
    this.#anchor ??= this.#cell;
    this.#cell = to;
    this.#selection = this.#anchor ? cellsBetween(grid, this.#anchor, to) : null;
    this.#tell();
  }

  /** False if there was no selection. */
  drop(): boolean {
    this.#anchor = undefined;
    if (!this.#selection) return false;
    this.#selection = null;
    this.#tell();
    return true;
  }

  /** Drops a selection that reaches beyond the cells shown now. */
  keepWithin(grid: Grid): void {
    const { habitIds = [], days = [] } = this.#selection ?? {};
    const isShown = habitIds.every((id) => grid.habitIds.includes(id)) && days.every((day) => grid.days.includes(day));
    if (!isShown) this.drop();
  }

  /** Requests the focus for a cell as soon as it is rendered, such as a cell of a habit just created. */
  request(cell: Cell): void {
    this.set(cell);
    this.#isFocusRequested = true;
  }

  /** True if the requested cell is of a day that the grid does not show yet: its month comes with the next render. */
  isAhead({ habitIds, days }: Grid): boolean {
    const cell = this.#cell;
    if (!this.#isFocusRequested || !cell || cell.day === null) return false;
    return habitIds.includes(cell.habitId) && !days.includes(cell.day);
  }

  /** True once for each request. */
  takeRequest(): boolean {
    const isRequested = this.#isFocusRequested;
    this.#isFocusRequested = false;
    return isRequested;
  }

  /** True once, if the dashboard was opened anew. */
  takeOpening(): boolean {
    const isOpening = this.#isOpening;
    this.#isOpening = false;
    return isOpening;
  }

  /** Requests to open the entry of a day as soon as the day is rendered and loaded. */
  requestEntry(cell: Cell): void {
    this.request(cell);
    this.#requestedEntry = cell;
    this.#tell();
  }

  /** The day whose entry was requested, once for each request, when the view that shows it takes it. */
  takeEntryRequest(isShown: (cell: Cell) => boolean): Cell | null {
    const cell = this.#requestedEntry;
    if (!cell || !isShown(cell)) return null;
    this.#requestedEntry = null;
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

/** The cell at the cursor; undefined before the calendar has chosen one. */
export function useCursorCell(cursor: Cursor): Cell | undefined {
  const read = () => cursor.cell;
  return useSyncExternalStore(cursor.subscribe, read, read);
}

/** The day at the cursor if it is on this habit (null: its header), else undefined. */
export function useCursorDay(cursor: Cursor, habitId: number): string | null | undefined {
  const read = () => (cursor.cell?.habitId === habitId ? cursor.cell.day : undefined);
  return useSyncExternalStore(cursor.subscribe, read, read);
}

/** The habit at the cursor if it is on this day (null: the headers), else undefined. */
export function useCursorHabit(cursor: Cursor, day: string | null): number | undefined {
  const read = () => (cursor.cell?.day === day ? cursor.cell.habitId : undefined);
  return useSyncExternalStore(cursor.subscribe, read, read);
}
