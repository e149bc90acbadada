import type { KeyboardEvent } from "react";

/** The action of a key in a block. */
export type BlockKey =
  | { does: "split"; from: number; to: number }
  | { does: "join" }
  | { does: "move"; by: -1 | 1 }
  | { does: "leave"; by: -1 | 1 }
  | { does: "menu" };

type Control = HTMLTextAreaElement | HTMLInputElement;

/**
 * Enter starts the next paragraph (with Shift, a new line), Backspace at the beginning joins blocks, Alt with an arrow
 * key moves the block, an arrow key at the edge of the text leaves it, a slash in an empty paragraph opens the menu.
 *
 * @returns null if the field handles the key
 */
export function keyOf(event: KeyboardEvent<Control>): BlockKey | null {
  const { key, altKey, shiftKey, ctrlKey, metaKey, currentTarget: field } = event;
  // Enter also ends the composition of a character (IME).
  if (event.nativeEvent.isComposing || ctrlKey || metaKey) return null;
  const [from, to, length] = [field.selectionStart ?? 0, field.selectionEnd ?? 0, field.value.length];
  const by = key === "ArrowUp" ? -1 : key === "ArrowDown" ? 1 : null;
  if (altKey) return by === null || shiftKey ? null : { does: "move", by };
  if (shiftKey) return null;
  if (key === "Enter") return { does: "split", from, to };
  if (key === "Backspace" && from === 0 && to === 0) return { does: "join" };
  if (key === "/" && length === 0) return { does: "menu" };
  if (by !== null && from === to && from === (by === -1 ? 0 : length)) return { does: "leave", by };
  return null;
}
