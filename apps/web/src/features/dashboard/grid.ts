import { fromDayNumber, toDayNumber } from "@daymark/domain/day";
import { daysOfMonth, type Month, monthOf } from "./month.ts";

export const layouts = ["horizontal", "vertical"] as const;
/** Horizontal: a row a habit, a column a day. Vertical: a row a day, newest first, and a column a habit. */
export type Layout = (typeof layouts)[number];

/** How many days a phone shows first. */
export const recentDays = 7;

/** The cell the keyboard is on, or would be on. */
export interface Cell {
  habitId: number;
  day: string;
}

/** The calendar as it is seen: both axes in visual order. */
export interface Grid {
  layout: Layout;
  habitIds: readonly number[];
  days: readonly string[];
}

export type Move = "left" | "right" | "up" | "down" | "row-start" | "row-end" | "grid-start" | "grid-end";

/**
 * The days a calendar of a month shows, in visual order.
 *
 * The vertical one reads from the newest day down, so that today and the week before it are what a phone shows
 * first; early in a month that week reaches back into the month before. Days to come stay folded away there until
 * they are asked for, unless the whole month lies ahead.
 */
export function daysShown(
  month: Month,
  layout: Layout,
  today: string,
  { withUpcoming }: { withUpcoming: boolean },
): string[] {
  const days = daysOfMonth(month);
  if (layout === "horizontal") return days;
  if (monthOf(today) !== month) return days.reverse();
  const past = days.filter((day) => day <= today);
  const missing = Math.max(0, recentDays - past.length);
  const first = toDayNumber(days[0] as string);
  const earlier = Array.from({ length: missing }, (_, index) => fromDayNumber(first - missing + index));
  return [...earlier, ...(withUpcoming ? days : past)].reverse();
}

/** The range to ask the server for: what either layout may show, so that a switch loads nothing. */
export function rangeShown(month: Month, today: string): { from: string; to: string } {
  const days = daysOfMonth(month);
  const recent = daysShown(month, "vertical", today, { withUpcoming: true });
  return { from: recent.at(-1) as string, to: days.at(-1) as string };
}

/** Where a move leads, or the same cell at an edge. Arrows follow what is seen, whichever axis that is. */
export function moveCell(grid: Grid, from: Cell, move: Move): Cell {
  const rows = grid.layout === "horizontal" ? grid.habitIds.length : grid.days.length;
  const columns = grid.layout === "horizontal" ? grid.days.length : grid.habitIds.length;
  const at = positionOf(grid, from);
  const last = { row: rows - 1, column: columns - 1 };
  switch (move) {
    case "left":
      return cellAt(grid, { ...at, column: Math.max(0, at.column - 1) });
    case "right":
      return cellAt(grid, { ...at, column: Math.min(last.column, at.column + 1) });
    case "up":
      return cellAt(grid, { ...at, row: Math.max(0, at.row - 1) });
    case "down":
      return cellAt(grid, { ...at, row: Math.min(last.row, at.row + 1) });
    case "row-start":
      return cellAt(grid, { ...at, column: 0 });
    case "row-end":
      return cellAt(grid, { ...at, column: last.column });
    case "grid-start":
      return cellAt(grid, { row: 0, column: 0 });
    case "grid-end":
      return cellAt(grid, last);
  }
}

function positionOf(grid: Grid, cell: Cell): { row: number; column: number } {
  const habit = Math.max(0, grid.habitIds.indexOf(cell.habitId));
  const day = Math.max(0, grid.days.indexOf(cell.day));
  return grid.layout === "horizontal" ? { row: habit, column: day } : { row: day, column: habit };
}

function cellAt(grid: Grid, { row, column }: { row: number; column: number }): Cell {
  const [habit, day] = grid.layout === "horizontal" ? [row, column] : [column, row];
  return { habitId: grid.habitIds[habit] as number, day: grid.days[day] as string };
}

/**
 * Where an entry that was saved leads: the habit's next day until today is reached, and from today (or later) on to
 * the next habit, so that both a forgotten week and the evening's round are typed without a detour. Stays at the end.
 */
export function cellAfterEntry(grid: Grid, from: Cell, today: string): Cell {
  const next = fromDayNumber(toDayNumber(from.day) + 1);
  if (from.day < today && grid.days.includes(next)) return { ...from, day: next };
  const habit = grid.habitIds[grid.habitIds.indexOf(from.habitId) + 1];
  return habit === undefined ? from : { ...from, habitId: habit };
}

/**
 * The cell that takes the one tab stop: the one asked for where it is still shown, else its habit or day as near as
 * can be, else today, else the newest day shown.
 */
export function nearestCell(grid: Grid, wanted: Cell | undefined, today: string): Cell | undefined {
  const firstHabit = grid.habitIds[0];
  if (firstHabit === undefined || grid.days.length === 0) return undefined;
  const habitId = wanted && grid.habitIds.includes(wanted.habitId) ? wanted.habitId : firstHabit;
  const ascending = [...grid.days].sort();
  const aim = wanted?.day ?? today;
  const day = ascending.findLast((shown) => shown <= aim) ?? (ascending[0] as string);
  return { habitId, day };
}
