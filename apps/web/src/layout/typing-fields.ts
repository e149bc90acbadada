/** Whether the target of a key takes text, so that the key is no shortcut. */
export function isTypingField(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest("input, textarea, select, [contenteditable=true]") !== null;
}
