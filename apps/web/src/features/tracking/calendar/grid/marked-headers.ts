import type { Cell } from "./grid.ts";

/**
 * Marks the headers of a cell, its habit's and its day's, by an attribute that React does not know: a pointer that
 * crosses the calendar renders no cell.
 *
 * @param cell null for no mark
 */
export function markHeaders(table: HTMLTableElement, cell: Cell | null): void {
  const wanted = cell?.day ? headersOf(table, cell) : [];
  for (const header of table.querySelectorAll("th[data-marked]")) {
    if (!wanted.includes(header)) header.removeAttribute("data-marked");
  }
  for (const header of wanted) header.setAttribute("data-marked", "");
}

function headersOf(table: HTMLTableElement, { habitId, day }: Cell): Element[] {
  const habit = table.querySelector(`[data-habit-header="${habitId}"]`)?.closest("th");
  const date = table.querySelector(`th[data-date="${day}"]`);
  return [habit, date].filter((header) => header != null);
}
