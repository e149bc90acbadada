import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { Place, ShortcutId } from "./shortcuts.ts";

export const placeNames: Record<Place, MessageDescriptor> = {
  everywhere: msg`Everywhere`,
  dashboard: msg`On the dashboard`,
  calendar: msg`On a day of the calendar`,
  selection: msg`Several days at once`,
  entry: msg`In an entry`,
};

/** What each shortcut does. */
export const shortcutNames: Record<ShortcutId, MessageDescriptor> = {
  palette: msg`Commands: find anything by a few letters`,
  sheet: msg`This list`,
  undo: msg`Undo`,
  redo: msg`Redo`,
  left: msg`Left`,
  right: msg`Right`,
  up: msg`Up`,
  down: msg`Down`,
  row_start: msg`Go to the beginning of the row`,
  row_end: msg`Go to the end of the row`,
  grid_start: msg`Go to the first day of the calendar`,
  grid_end: msg`Go to the last day of the calendar`,
  month_back: msg`A month back`,
  month_on: msg`A month forward`,
  year_back: msg`A year back`,
  year_on: msg`A year forward`,
  record: msg`Record the goal and go to the next open habit`,
  activate: msg`Check off, or open the entry`,
  open: msg`Open the entry with its note and skip`,
  type: msg`Start the entry with this number`,
  more: msg`Add one quick step`,
  less: msg`Subtract one quick step`,
  goal: msg`Record the goal`,
  skip: msg`Skip, or undo the skip`,
  confirm: msg`Bad habit: confirm a clean day`,
  note: msg`Open the entry at its note`,
  timer: msg`Start or stop a timer`,
  yesterday: msg`Same as the day before`,
  yesterday_all: msg`Copy yesterday for all habits`,
  clear: msg`Clear`,
  select_left: msg`Select to the left`,
  select_right: msg`Select to the right`,
  select_up: msg`Select upwards`,
  select_down: msg`Select downwards`,
  select_start: msg`Select to the beginning of the row`,
  select_end: msg`Select to the end of the row`,
  drop: msg`Clear the selection`,
  save: msg`Save and go to the next day`,
  save_here: msg`Save and stay`,
  save_note: msg`Save, also from the note`,
  leave: msg`Leave without saving`,
};

/** Key labels that differ from the key names; the same in every language. */
export const keyCaps: Record<string, string> = {
  ArrowLeft: "←",
  ArrowRight: "→",
  ArrowUp: "↑",
  ArrowDown: "↓",
  PageUp: "Page Up",
  PageDown: "Page Down",
  Escape: "Esc",
  "0-9": "0–9",
};
