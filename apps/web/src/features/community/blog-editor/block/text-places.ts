import type { EditorView } from "prosemirror-view";

/** Id of the text, which head fields and errors focus. */
export const postTextId = "post-text";

export const toolbarId = "post-toolbar";

/** Moves the focus to the toolbar of the text. */
export function focusToolbar(): boolean {
  const button = document.querySelector<HTMLElement>(`#${toolbarId} button[tabindex="0"]`);
  button?.focus();
  return button !== null;
}

/**
 * Moves the focus to the text, for a menu or dialog that closes. Only ProseMirror's own function also shows the selection
 * that an action has set meanwhile.
 *
 * @returns the element with the focus
 */
export function focusText(view: EditorView): HTMLElement {
  view.focus();
  return view.dom;
}
