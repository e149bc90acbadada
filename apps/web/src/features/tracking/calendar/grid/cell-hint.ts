import type { Cell } from "./grid.ts";

/** How long a pointer or the keys rest on a cell before it tells what it holds. */
const openDelayMs = 500;
/** Long enough to move the pointer into the tooltip, over a corner of another cell. */
const switchDelayMs = 150;

/** The cell that tells what it holds. */
export interface Hint {
  habitId: number;
  day: string;
  /** A tooltip that the pointer has opened stays while the pointer is in it. */
  by: "pointer" | "keys";
}

type Later = (callback: () => void, milliseconds: number) => () => void;

/**
 * Which cell shows its tooltip. It lives outside React's state, so that a pointer that crosses the calendar renders
 * nothing but the tooltip. A tooltip stays until the pointer or the focus leaves, or Escape hides it (WCAG 1.4.13).
 */
export class CellHint {
  #shown: Hint | null = null;
  /** The cell under the pointer. */
  #pointed: Cell | null = null;
  /** A cell that was pressed, or whose tooltip was hidden, shows none until the pointer has left it. */
  #quiet: Cell | null = null;
  #isBlocked = false;
  #cancel = () => {};
  readonly #later: Later;
  readonly #listeners = new Set<() => void>();

  constructor(later: Later = laterInBrowser) {
    this.#later = later;
  }

  readonly read = (): Hint | null => this.#shown;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** The pointer is on a cell, or on none. */
  point(cell: Cell | null): void {
    if (!isSame(this.#quiet, cell)) this.#quiet = null;
    this.#pointed = cell;
    this.#cancel();
    if (isSame(this.#shown, cell)) return;
    if (cell?.day && !this.#quiet) this.#showLater(cell, "pointer", this.#shown ? switchDelayMs : openDelayMs);
    else if (this.#shown?.by === "pointer") this.#cancel = this.#later(() => this.#show(null), switchDelayMs);
  }

  /** The pointer is in the tooltip. */
  readonly hold = (): void => this.#cancel();

  /** The pointer has left the tooltip; on a cell it is reported next. */
  readonly release = (): void => this.point(null);

  /** A key was released on a focused cell. */
  rest(cell: Cell): void {
    if (!isSame(this.#shown, cell)) this.#showLater(cell, "keys", openDelayMs);
  }

  /** The focus has moved to a cell, or out of the calendar. */
  moveFocus(cell: Cell | null): void {
    if (!isSame(this.#shown, cell)) this.hide();
  }

  /** The cell was pressed, or its tooltip dismissed. */
  readonly hide = (): void => {
    this.#quiet = this.#pointed;
    this.#cancel();
    this.#show(null);
  };

  /** While an entry is open beside its cell, nothing may cover it. */
  block(isBlocked: boolean): void {
    this.#isBlocked = isBlocked;
    if (isBlocked) this.hide();
  }

  #showLater({ habitId, day }: Cell, by: Hint["by"], delayMs: number): void {
    this.#cancel();
    this.#cancel = this.#later(() => day !== null && !this.#isBlocked && this.#show({ habitId, day, by }), delayMs);
  }

  #show(hint: Hint | null): void {
    if (hint === this.#shown) return;
    this.#shown = hint;
    for (const listener of this.#listeners) listener();
  }
}

function isSame(one: Cell | null, other: Cell | null): boolean {
  return one !== null && one.habitId === other?.habitId && one.day === other.day;
}

function laterInBrowser(callback: () => void, milliseconds: number) {
  const timer = setTimeout(callback, milliseconds);
  return () => clearTimeout(timer);
}
