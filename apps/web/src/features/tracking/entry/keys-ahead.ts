import type { EntryEditor } from "../day-writes/entry-editor.ts";

type Key = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey">;

/**
 * Handles a key that arrives while the entry is open but its field does not have the focus yet.
 *
 * @param onEnter saves the entry
 * @returns false for a key that is not for the entry, or if no entry is open
 */
export function takeKeyAhead(editor: EntryEditor, { key, ...held }: Key, onEnter: () => void): boolean {
  const draft = editor.read();
  if (!draft || held.ctrlKey || held.metaKey || held.altKey) return false;
  if (key === "Escape") editor.cancel();
  else if (key === "Enter") onEnter();
  else if (key === "Backspace") editor.setText(draft.text.slice(0, -1));
  else if (/^\d$/.test(key)) editor.setText(draft.text + key);
  else return false;
  return true;
}
