import { dayMin, fromDayNumber, toDayNumber } from "@daymark/domain/base/day";
import { daysOfMonth, type Month, monthOf } from "../../clock/month.ts";

export const layouts = ["horizontal", "vertical"] as const;
/** Horizontal: one row per habit, one column per day. Vertical: one row per day, newest first, one column per habit. */
export type Layout = (typeof layouts)[number];

/** The most days of the month before that a calendar shows, so that a user who corrects them changes no month. */
export const daysBeforeMax = 7;

/** The cell where the keyboard is or would be. */
export interface Cell {
  habitId: number;
  /** Null on the habit's header: left of its days, or above them. */
  day: string | null;
}

/** The visible calendar: both axes in visual order. */
export interface Grid {
  layout: Layout;
  habitIds: readonly number[];
  days: readonly string[];
}

export type Move = "left" | "right" | "up" | "down" | "row-start" | "row-end" | "grid-start" | "grid-end";

/**
 * The days that the calendar of a month shows, in visual order: those of the month, and before its first day the last
 * ones of the month before.
 *
 * The vertical calendar starts with the newest day, so that a phone first shows today and the week before it. Future
 * days stay folded there until the user unfolds them, unless the whole month is in the future.
 *
 * @param before how many days of the month before
 */
export function daysShown(
  month: Month,
  layout: Layout,
  today: string,
  { withUpcoming, before }: { withUpcoming: boolean; before: number },
): string[] {
  const days = [...daysBefore(month, before), ...daysOfMonth(month)];
  if (layout === "horizontal") return days;
  const isFolded = monthOf(today) === month && !withUpcoming;
  return (isFolded ? days.filter((day) => day <= today) : days).reverse();
}

/** The last days before a month, ascending, within the century. */
export function daysBefore(month: Month, count: number): string[] {
  const first = toDayNumber(`${month}-01`);
  const start = Math.max(first - count, toDayNumber(dayMin));
  return Array.from({ length: first - start }, (_, index) => fromDayNumber(start + index));
}

/**
 * The target of a move, or the same cell at an edge. Arrows follow the visual order of either axis and also reach the
 * habit headers, which open the habit menus; Home and Ctrl+Home stay among the days.
 */
export function moveCell(grid: Grid, from: Cell, move: Move): Cell {
  const last = { habit: grid.habitIds.length - 1, day: grid.days.length - 1 };
  const at = {
    habit: Math.max(0, grid.habitIds.indexOf(from.habitId)),
    day: from.day === null ? headerIndex : Math.max(0, grid.days.indexOf(from.day)),
  };
  const isAlongDays = grid.layout === "horizontal";
  const toHabit = (habit: number) => cellAt(grid, { ...at, habit: Math.min(last.habit, Math.max(0, habit)) });
  const toDay = (day: number) => cellAt(grid, { ...at, day: Math.min(last.day, Math.max(headerIndex, day)) });
  switch (move) {
    case "left":
      return isAlongDays ? toDay(at.day - 1) : toHabit(at.habit - 1);
    case "right":
      return isAlongDays ? toDay(at.day + 1) : toHabit(at.habit + 1);
    case "up":
      return isAlongDays ? toHabit(at.habit - 1) : toDay(at.day - 1);
    case "down":
      return isAlongDays ? toHabit(at.habit + 1) : toDay(at.day + 1);
    case "row-start":
      return isAlongDays ? toDay(0) : toHabit(0);
    case "row-end":
      return isAlongDays ? toDay(last.day) : toHabit(last.habit);
    case "grid-start":
      return cellAt(grid, { habit: 0, day: 0 });
    case "grid-end":
      return cellAt(grid, last);
  }
}

const headerIndex = -1;

function cellAt(grid: Grid, { habit, day }: { habit: number; day: number }): Cell {
  return { habitId: grid.habitIds[habit] as number, day: day === headerIndex ? null : (grid.days[day] as string) };
}

/** Adjacent days of one or several habits; both in visual order, at least two cells in all. */
export interface Selection {
  habitIds: readonly number[];
  days: readonly string[];
}

/** Like {@link moveCell}, but stays among the days: a selection cannot contain headers. */
export function extendTo(grid: Grid, from: Cell, move: Move): Cell {
  const to = moveCell(grid, from, move);
  return to.day === null ? from : to;
}

/** The rectangle between two corners; null if it is a single day, or if one of them is not shown. */
export function cellsBetween(grid: Grid, one: Cell, other: Cell): Selection | null {
  const habits = span(grid.habitIds, one.habitId, other.habitId);
  const days = one.day === null || other.day === null ? null : span(grid.days, one.day, other.day);
  return habits && days && habits.length * days.length > 1 ? { habitIds: habits, days } : null;
}

function span<Item>(items: readonly Item[], one: Item, other: Item): Item[] | null {
  const ends = [items.indexOf(one), items.indexOf(other)];
  const [from, to] = [Math.min(...ends), Math.max(...ends)];
  return from < 0 ? null : items.slice(from, to + 1);
}

/**
 * The next cell after an entry is saved: the habit's next day until today, and from today on the next habit. So the
 * user can type a forgotten week, or one evening's entries, without moving the cursor. Stays at the end.
 */
export function cellAfterEntry(grid: Grid, from: Cell & { day: string }, today: string): Cell {
  const next = fromDayNumber(toDayNumber(from.day) + 1);
  if (from.day < today && grid.days.includes(next)) return { ...from, day: next };
  const habit = grid.habitIds[grid.habitIds.indexOf(from.habitId) + 1];
  return habit === undefined ? from : { ...from, habitId: habit };
}

/**
 * The cell with the only tab stop: the wanted one if it is still shown, else the nearest of its habit or day, else
 * today, else the newest day shown.
 */
export function nearestCell(grid: Grid, wanted: Cell | undefined, today: string): Cell | undefined {
  const firstHabit = grid.habitIds[0];
  if (firstHabit === undefined || grid.days.length === 0) return undefined;
  const habitId = wanted && grid.habitIds.includes(wanted.habitId) ? wanted.habitId : firstHabit;
  if (wanted?.day === null) return { habitId, day: null };
  const ascending = [...grid.days].sort();
  const aim = wanted?.day ?? today;
  const day = ascending.findLast((shown) => shown <= aim) ?? (ascending[0] as string);
  return { habitId, day };
}
