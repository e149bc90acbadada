import { useEffect } from "react";
import type { Cursor } from "./cursor.ts";
import type { Grid } from "./grid.ts";
import { nextOpenHabit } from "./open-habit.ts";
import type { GridFocus } from "./use-grid-focus.ts";

interface OpeningFocusInput {
  grid: Grid;
  cursor: Cursor;
  focus: GridFocus;
  today: string;
  /** Undefined while the days load. */
  isOpen: ((habitId: number) => boolean) | undefined;
}

/**
 * When the dashboard is opened anew, the first open habit of today gets the focus, so that the day can be recorded by
 * keys at once. Not on a touch screen, and not if the user has begun something else meanwhile.
 */
export function useOpeningFocus({ grid, cursor, focus, today, isOpen }: OpeningFocusInput): void {
  useEffect(() => {
    if (!isOpen || !cursor.takeOpening() || !grid.days.includes(today)) return;
    const habitId = nextOpenHabit(grid.habitIds, isOpen);
    if (habitId === undefined || !matchMedia("(pointer: fine)").matches || !isIdle()) return;
    // After this effect, because a row far outside the view is rendered first.
    queueMicrotask(() => focus.moveTo({ habitId, day: today }));
  }, [grid, cursor, focus, today, isOpen]);
}

/** The heading has the focus after a log-in. */
function isIdle(): boolean {
  const { activeElement } = document;
  return activeElement === null || activeElement.matches("body, main h1");
}
