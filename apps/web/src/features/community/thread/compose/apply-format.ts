import { formatText } from "./format-text.ts";
import type { Format } from "./formats.ts";

/** Formats what is selected in a field. Fetched when the user first formats. */
export function applyFormat(field: HTMLTextAreaElement, format: Format): void {
  // While it is sent, the field is read-only.
  if (field.readOnly) return;
  const { value: text, selectionStart, selectionEnd } = field;
  const { from, to, insert, selected } = formatText(format, { text, from: selectionStart, to: selectionEnd });
  field.focus();
  field.setSelectionRange(from, to);
  // Only this command is part of what Ctrl+Z takes back. It is deprecated, without another way to do so.
  if (!document.execCommand(insert === "" ? "delete" : "insertText", false, insert)) {
    field.setRangeText(insert, from, to);
    field.dispatchEvent(new InputEvent("input", { bubbles: true }));
  }
  field.setSelectionRange(selected.from, selected.to);
}
