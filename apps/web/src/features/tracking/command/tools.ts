/** What stands over any page of a logged-in person: the palette of commands, or the sheet of shortcuts. */
export type Tool = "palette" | "shortcuts";

/** What was typed after the palette was asked for and before it was there. */
export interface TypedAhead {
  text: string;
  /** Enter came too: what the text finds first is meant. */
  isEntered: boolean;
}

let open: Tool | null = null;
let receiver: ((typed: TypedAhead) => void) | null = null;
let ahead: TypedAhead = { text: "", isEntered: false };
const listeners = new Set<() => void>();

export const readTool = (): Tool | null => open;

let opener: HTMLElement | null = null;

/** What had the focus before the first of them opened; what they open gives it back there. */
export const toolOpener = (): HTMLElement | null => opener;

/** Opens one, or closes whichever is open. */
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

/** Keeps a key for the palette that is on its way; false for one that types nothing. */
export function typeAhead(key: string): boolean {
  if (key === "Enter") ahead = { ...ahead, isEntered: true };
  else if (key === "Backspace") ahead = { ...ahead, text: ahead.text.slice(0, -1) };
  else if ([...key].length === 1) ahead = { ...ahead, text: ahead.text + key };
  else return false;
  receiver?.(ahead);
  return true;
}

/** The palette is there: it gets what was typed by now, and what is until its field has the focus. */
export function receiveTyped(onTyped: (typed: TypedAhead) => void): () => void {
  receiver = onTyped;
  onTyped(ahead);
  return () => {
    receiver = null;
  };
}
