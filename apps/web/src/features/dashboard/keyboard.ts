import type { Move } from "./grid.ts";

/** What a key asks the calendar to do. */
export type Command =
  | { kind: "move"; move: Move }
  | { kind: "month"; by: number }
  | { kind: "edit" }
  | { kind: "type"; digit: string }
  | { kind: "clear" };

export interface Key {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
}

const arrows: Record<string, Move> = {
  ArrowLeft: "left",
  ArrowRight: "right",
  ArrowUp: "up",
  ArrowDown: "down",
};

/**
 * The key map of the calendar (WAI-ARIA APG, grid and date grid patterns). Everything it does not name is left to
 * the browser and the page.
 */
export function commandOf({ key, ctrlKey, metaKey, altKey, shiftKey }: Key): Command | undefined {
  if (altKey) return undefined;
  if (ctrlKey || metaKey) {
    if (shiftKey) return undefined;
    if (key === "Home") return { kind: "move", move: "grid-start" };
    return key === "End" ? { kind: "move", move: "grid-end" } : undefined;
  }
  if (key === "PageUp") return { kind: "month", by: shiftKey ? -12 : -1 };
  if (key === "PageDown") return { kind: "month", by: shiftKey ? 12 : 1 };
  // Shift with a digit is a sign on many keyboards, and Shift with an arrow belongs to whoever selects text.
  if (shiftKey) return undefined;
  const move = arrows[key];
  if (move) return { kind: "move", move };
  if (key === "Home") return { kind: "move", move: "row-start" };
  if (key === "End") return { kind: "move", move: "row-end" };
  if (key === "Enter" || key === " ") return { kind: "edit" };
  if (key === "Backspace" || key === "Delete") return { kind: "clear" };
  return /^\d$/.test(key) ? { kind: "type", digit: key } : undefined;
}

/** Undo and redo, anywhere on the dashboard but in a field that has an undo of its own. */
export function historyCommandOf({ key, ctrlKey, metaKey, altKey, shiftKey }: Key): "undo" | "redo" | undefined {
  if (altKey || !(ctrlKey || metaKey)) return undefined;
  const letter = key.toLowerCase();
  if (letter === "z") return shiftKey ? "redo" : "undo";
  return letter === "y" && !shiftKey ? "redo" : undefined;
}
