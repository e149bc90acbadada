/** An overlay for any page of a logged-in user: the command palette or the list of shortcuts. */
export type Tool = "palette" | "shortcuts";

/** Text typed after the user opened the palette and before it was loaded. */
export interface TypedAhead {
  text: string;
  /** The user also pressed Enter: the first match of the text is meant. */
  isEntered: boolean;
}

let open: Tool | null = null;
let receiver: ((typed: TypedAhead) => void) | null = null;
let ahead: TypedAhead = { text: "", isEntered: false };
const listeners = new Set<() => void>();

export const readTool = (): Tool | null => open;

let opener: HTMLElement | null = null;

/** The element focused before the first tool opened; the dialogs that tools open return the focus to it. */
export const toolOpener = (): HTMLElement | null => opener;

/** Opens a tool, or closes the open one. */
export function showTool(tool: Tool | null): void {
  const focused = document.activeElement;
  if (open === null && tool !== null)
    opener = focused instanceof HTMLElement && focused !== document.body ? focused : null;
  open = tool;
  ahead = { text: "", isEntered: false };
  for (const listener of listeners) listener();
}

export function subscribeToTool(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** Stores a key for the palette while it loads; false for a key that types nothing. */
export function typeAhead(key: string): boolean {
  if (key === "Enter") ahead = { ...ahead, isEntered: true };
  else if (key === "Backspace") ahead = { ...ahead, text: ahead.text.slice(0, -1) };
  else if ([...key].length === 1) ahead = { ...ahead, text: ahead.text + key };
  else return false;
  receiver?.(ahead);
  return true;
}

/** Called when the palette is loaded: it receives the keys so far, and further ones until its field has the focus. */
export function receiveTyped(onTyped: (typed: TypedAhead) => void): () => void {
  receiver = onTyped;
  onTyped(ahead);
  return () => {
    receiver = null;
  };
}
