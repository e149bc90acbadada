import { type RefObject, useEffect, useState } from "react";
import type { EntryEditor } from "../day-writes/entry-editor.ts";
import { CellHint } from "./grid/cell-hint.ts";
import type { Cell, Grid } from "./grid/grid.ts";
import { markHeaders } from "./grid/marked-headers.ts";
import { cellOf } from "./use-grid-input.ts";

interface CellHintInput {
  tableRef: RefObject<HTMLTableElement | null>;
  grid: Grid;
  editor: EntryEditor;
}

/**
 * Follows pointer and focus over the calendar: marks the habit and the date of the cell there, and decides which cell
 * shows its tooltip. A touch shows none, because a press of a finger records.
 */
export function useCellHint({ tableRef, grid, editor }: CellHintInput): CellHint {
  const [hint] = useState(() => new CellHint());

  useEffect(() => {
    const table = tableRef.current;
    if (!table) return;
    // The headers and cells of another month or layout may be the same elements.
    void grid;
    const place: { pointed: Cell | null; focused: Cell | null } = { pointed: null, focused: null };
    const mark = () => markHeaders(table, place.pointed ?? place.focused);
    place.focused = focusedCell(table);
    mark();
    const end = new AbortController();
    const on = <Name extends keyof HTMLElementEventMap>(
      name: Name,
      listener: (event: HTMLElementEventMap[Name]) => void,
    ) => table.addEventListener(name, listener, { signal: end.signal });
    const point = (cell: Cell | null) => {
      place.pointed = cell?.day ? cell : null;
      mark();
      hint.point(place.pointed);
    };
    on("pointerover", ({ pointerType, target }) => {
      if (pointerType !== "touch") point(target && cellOf(target));
    });
    on("pointerleave", ({ pointerType }) => {
      if (pointerType !== "touch") point(null);
    });
    on("pointerdown", hint.hide);
    on("focusin", () => {
      place.focused = focusedCell(table);
      if (place.focused) place.pointed = null;
      mark();
      hint.moveFocus(place.focused);
    });
    on("focusout", ({ relatedTarget }) => {
      if (table.contains(relatedTarget as Node | null)) return;
      place.focused = null;
      mark();
      hint.moveFocus(null);
    });
    // On release: an arrow that is held down crosses cells without their tooltips, and Tab comes from outside.
    on("keyup", ({ key }) => {
      const cell = focusedCell(table);
      if (cell && key !== "Escape" && !modifiers.has(key)) hint.rest(cell);
    });
    return () => {
      end.abort();
      hint.hide();
    };
  }, [tableRef, grid, hint]);

  useEffect(() => {
    const look = () => hint.block(editor.read() !== null);
    return editor.subscribe(look);
  }, [editor, hint]);

  return hint;
}

const modifiers: ReadonlySet<string> = new Set(["Shift", "Control", "Alt", "Meta"]);

/** The cell that the keyboard has focused; null if the pointer has. */
function focusedCell(table: HTMLTableElement): Cell | null {
  const { activeElement } = document;
  if (!activeElement || !table.contains(activeElement) || !activeElement.matches("td:focus-visible")) return null;
  return cellOf(activeElement);
}
