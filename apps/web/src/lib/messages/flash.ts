import type { ToastKind, Toasts } from "@daymark/ui/toast";
import type { ReactNode } from "react";

export interface Flash {
  kind?: ToastKind;
  text: string;
  /** Visible text that changes while it is shown; screen readers get `text`, which does not change. */
  live?: ReactNode;
  /** How long the message stays, 5 s by default. */
  timeoutMs?: number;
  /** An action such as "Undo". Using it closes the message. */
  action?: { label: string; onAction: () => void };
  /**
   * Whether the text contains the user's own data. No other user sees such a message, even if the response comes late.
   */
  isPersonal?: boolean;
  /** Messages with the same id replace each other. By default the text is the id, so that no text is shown twice. */
  id?: string;
}

/** What shows messages. */
export type MessageList = Pick<Toasts, "add" | "close">;

const flashTimeoutMs = 5_000;

/** Session storage key: the code of a success that the next document reports. */
export const nextSuccessKey = "nextSuccess";

let toasts: MessageList | null = null;
let waiting: Flash[] = [];
const openIds = new Set<string>();
const personalIds = new Set<string>();
let isPersonThere = true;
const listeners = new Set<() => void>();

/** Shows a message on top of the main area of any page. */
export function flash(message: Flash) {
  const id = message.id ?? message.text;
  if (message.isPersonal) {
    if (!isPersonThere) return;
    personalIds.add(id);
  }
  if (toasts) add(toasts, message);
  else waiting.push(message);
  openIds.add(id);
  for (const listener of listeners) listener();
}

/** Closes a message early. */
export function closeFlash(id: string) {
  openIds.delete(id);
  waiting = waiting.filter((message) => (message.id ?? message.text) !== id);
  toasts?.close(id);
}

/** Closes personal messages when the session ends, and shows none until a user is logged in again. */
export function setPersonThere(isThere: boolean) {
  isPersonThere = isThere;
  if (isThere) return;
  for (const id of personalIds) closeFlash(id);
  personalIds.clear();
}

/** True while a message is on the screen or queued. */
export function isFlashOpen(id: string) {
  return openIds.has(id);
}

/** True once there is a message: until then a page does not fetch the code that shows messages. */
export function hasFlash() {
  return toasts !== null || waiting.length > 0;
}

export function subscribeToFlash(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** Called when the component that shows messages is mounted; it receives the queued messages. */
export function attachToasts(manager: MessageList) {
  toasts = manager;
  for (const message of waiting) add(manager, message);
  waiting = [];
}

function add(
  manager: MessageList,
  { kind = "info", text, live, timeoutMs = flashTimeoutMs, action, id = text }: Flash,
) {
  manager.add({
    id,
    type: kind,
    description: text,
    data: { live, timeoutMs },
    onClose: () => openIds.delete(id),
    timeout: timeoutMs,
    priority: kind === "danger" || kind === "warning" ? "high" : "low",
    // Undefined replaces the action of an earlier message with this id: its "Undo" would undo something else.
    actionProps: action && {
      children: action.label,
      onClick: () => {
        manager.close(id);
        action.onAction();
      },
    },
  });
}
