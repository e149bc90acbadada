import { fromDayNumber, toDayNumber } from "@daymark/domain/base/day";
import type { Habit } from "@daymark/domain/tracking/habit";
import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { dayInMonth, monthOf, shiftMonth } from "../clock/month.ts";
import { EntryEditor } from "../day-writes/entry-editor.ts";
import type { Recorder } from "../day-writes/recorder.ts";
import { takeKeyAhead } from "../entry/keys-ahead.ts";
import { hasAmount } from "../progress/day-state.ts";

/** As in the layout of a map: weeks side by side, days of a week below each other. */
const steps: Record<string, number> = { ArrowLeft: -7, ArrowRight: 7, ArrowUp: -1, ArrowDown: 1 };

interface YearInput {
  habits: readonly Habit[];
  year: string;
  recorder: Recorder;
}

/** Pointer and key handlers of the year maps: one listener for all of their days. */
export function useYearInput(input: YearInput) {
  const { recorder } = input;
  const [editor] = useState(() => new EntryEditor(recorder));
  const board = useRef<HTMLDivElement>(null);
  const latest = useRef(input);
  useEffect(() => {
    latest.current = input;
  });

  const actions = useMemo(() => {
    const element = (habitId: number, day: string) =>
      board.current?.querySelector<HTMLElement>(`td[data-habit="${habitId}"][data-day="${day}"]`) ?? null;
    const edit = (cell: HTMLElement, typed?: string) => {
      const habit = latest.current.habits.find(({ id }) => id === Number(cell.dataset.habit));
      const day = cell.dataset.day;
      if (!habit || !day) return;
      if (!editor.isOn(habit.id, day) && !editor.commit()) return;
      cell.focus();
      editor.open(habit, day, typed === undefined ? {} : { typed });
    };
    const clear = (cell: HTMLElement) => {
      const habit = latest.current.habits.find(({ id }) => id === Number(cell.dataset.habit));
      const day = cell.dataset.day;
      if (!habit || !day) return;
      const current = recorder.read(habit, day);
      if (hasAmount(current))
        recorder.record(habit, day, { ...current, value: null, skipped: false, confirmed: false });
    };
    return {
      handlers: {
        onClick(event: MouseEvent) {
          const cell = cellOf(event.target);
          if (cell) edit(cell);
        },
        onKeyDown(event: KeyboardEvent) {
          const cell = cellOf(event.target);
          if (!cell || event.ctrlKey || event.metaKey || event.altKey) return;
          if (takeKeyAhead(editor, event, () => void editor.commit())) return event.preventDefault();
          const { habit, day = "" } = cell.dataset;
          const next = dayAfterKey(event, day, latest.current.year);
          if (next !== undefined) element(Number(habit), next)?.focus();
          else if (event.key === "Enter" || event.key === " " || event.key === "F2") edit(cell);
          else if (/^\d$/.test(event.key)) edit(cell, event.key);
          else if (event.key === "Backspace" || event.key === "Delete") clear(cell);
          else return;
          event.preventDefault();
        },
        /** Tab returns to the cell that had the focus. */
        onFocus(event: FocusEvent) {
          const cell = cellOf(event.target);
          if (!cell) return;
          for (const other of cell.closest("table")?.querySelectorAll('td[tabindex="0"]') ?? []) {
            other.setAttribute("tabindex", "-1");
          }
          cell.setAttribute("tabindex", "0");
        },
        /** The title is set when the pointer is over a cell; eighteen thousand titles would be as large as a page. */
        onPointerOver(event: PointerEvent) {
          const cell = cellOf(event.target);
          if (cell) cell.title = cell.getAttribute("aria-label") ?? "";
        },
      },
      anchor: () => {
        const draft = editor.read();
        return draft ? element(draft.habit.id, draft.day) : null;
      },
      /** Opens the entry of a day on the maps. */
      openDay(habitId: number, day: string) {
        const cell = element(habitId, day);
        if (cell) edit(cell);
      },
      /** Moves the focus to a day as soon as its map is rendered. */
      focusDay(habitId: number, day: string) {
        const root = board.current;
        if (!root || element(habitId, day)) return element(habitId, day)?.focus();
        const drawn = new MutationObserver(() => {
          // If the user moved the focus elsewhere meanwhile, it stays there.
          const isWaiting = document.activeElement === document.body;
          if (isWaiting && !element(habitId, day)) return;
          drawn.disconnect();
          if (isWaiting) element(habitId, day)?.focus();
        });
        drawn.observe(root, { childList: true, subtree: true });
      },
      saveAndStay: () => void editor.commit(),
    };
  }, [editor, recorder]);

  return { board, editor, ...actions };
}

function cellOf(target: EventTarget): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>("td[data-day]") : null;
}

/** The target day of a key, within the year. */
function dayAfterKey({ key, shiftKey }: KeyboardEvent, day: string, year: string): string | undefined {
  if (shiftKey) return undefined;
  const [first, last] = [`${year}-01-01`, `${year}-12-31`];
  if (key === "Home") return first;
  if (key === "End") return last;
  if (key === "PageUp" || key === "PageDown") {
    const month = shiftMonth(monthOf(day), key === "PageUp" ? -1 : 1);
    return month.startsWith(year) ? dayInMonth(month, day) : day;
  }
  const step = steps[key];
  if (step === undefined) return undefined;
  const next = toDayNumber(day) + step;
  return next < toDayNumber(first) || next > toDayNumber(last) ? day : fromDayNumber(next);
}
