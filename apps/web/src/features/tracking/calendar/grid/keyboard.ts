import { type Key, type Place, type ShortcutId, shortcutOf } from "../../shortcut/shortcuts.ts";
import type { Move } from "./grid.ts";

/** A command of a key to the calendar. */
export type Command =
  | { kind: "move"; move: Move }
  | { kind: "select"; move: Move }
  | { kind: "drop" }
  | { kind: "month"; by: number }
  | { kind: "activate" }
  | { kind: "record" }
  | { kind: "open"; isNote: boolean }
  | { kind: "type"; digit: string }
  | { kind: "clear" }
  | EditCommand;

/** An edit by a single key, without opening an entry. */
export type EditCommand =
  | { kind: "step"; by: 1 | -1 }
  | { kind: "copy"; isForAll: boolean }
  | { kind: "goal" | "skip" | "confirm" | "timer" };

const edits: ReadonlySet<string> = new Set(["step", "copy", "goal", "skip", "confirm", "timer"]);

export function isEdit(command: Command): command is EditCommand {
  return edits.has(command.kind);
}

const calendar: readonly Place[] = ["calendar", "selection"];

const commands: Partial<Record<ShortcutId, Command>> = {
  left: { kind: "move", move: "left" },
  right: { kind: "move", move: "right" },
  up: { kind: "move", move: "up" },
  down: { kind: "move", move: "down" },
  row_start: { kind: "move", move: "row-start" },
  row_end: { kind: "move", move: "row-end" },
  grid_start: { kind: "move", move: "grid-start" },
  grid_end: { kind: "move", move: "grid-end" },
  month_back: { kind: "month", by: -1 },
  month_on: { kind: "month", by: 1 },
  year_back: { kind: "month", by: -12 },
  year_on: { kind: "month", by: 12 },
  activate: { kind: "activate" },
  record: { kind: "record" },
  open: { kind: "open", isNote: false },
  note: { kind: "open", isNote: true },
  more: { kind: "step", by: 1 },
  less: { kind: "step", by: -1 },
  goal: { kind: "goal" },
  skip: { kind: "skip" },
  confirm: { kind: "confirm" },
  timer: { kind: "timer" },
  yesterday: { kind: "copy", isForAll: false },
  yesterday_all: { kind: "copy", isForAll: true },
  clear: { kind: "clear" },
  select_left: { kind: "select", move: "left" },
  select_right: { kind: "select", move: "right" },
  select_up: { kind: "select", move: "up" },
  select_down: { kind: "select", move: "down" },
  select_start: { kind: "select", move: "row-start" },
  select_end: { kind: "select", move: "row-end" },
  drop: { kind: "drop" },
};

/**
 * The command of a key in the calendar (WAI-ARIA APG, grid and date grid patterns). Keys that are not in the table of
 * shortcuts are left to the browser and the page.
 */
export function commandOf(event: Key, { isSingleAllowed }: { isSingleAllowed: boolean }): Command | undefined {
  const id = shortcutOf(event, calendar, { isSingleAllowed });
  if (id === "type") return { kind: "type", digit: event.key };
  return id && commands[id];
}

/** Undo and redo, anywhere on the dashboard except in a field, which has its own undo. */
export function historyCommandOf(event: Key): "undo" | "redo" | undefined {
  const id = shortcutOf(event, ["dashboard"], { isSingleAllowed: true });
  return id === "undo" || id === "redo" ? id : undefined;
}
