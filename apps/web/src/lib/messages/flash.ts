import type { ToastKind, Toasts } from "@daymark/ui/toast";
import type { ReactNode } from "react";

export interface Flash {
  kind?: ToastKind;
  text: string;
  /** The text where it changes as one looks; what is read out is the text as it was at first. */
  live?: ReactNode;
  /** How long it stays, 5 s by default. */
  timeoutMs?: number;
  /** A way back, such as "Undo". The flash goes when it is used. */
  action?: { label: string; onAction: () => void };
  /** Whether it has words of the person who is logged in: those are shown to nobody else, also where the answer comes late. */
  isPersonal?: boolean;
  /** Two flashes with one id are one message; by default the text is the id, so that nothing is said twice. */
  id?: string;
}

const flashTimeoutMs = 5_000;

/** Of the session storage: the code of a success that the next document tells. */
export const nextSuccessKey = "nextSuccess";

let toasts: Toasts | null = null;
let waiting: Flash[] = [];
const openIds = new Set<string>();
const personalIds = new Set<string>();
let isPersonThere = true;
const listeners = new Set<() => void>();

/** Shows a message on top of the main area, whatever page is there. */
export function flash(message: Flash) {
  const id = message.id ?? message.text;
  if (message.isPersonal) {
    if (!isPersonThere) return;
    personalIds.add(id);
  }
  openIds.add(id);
  if (toasts) add(toasts, message);
  else waiting.push(message);
  for (const listener of listeners) listener();
}

/** Takes a message away before its time. */
export function closeFlash(id: string) {
  openIds.delete(id);
  waiting = waiting.filter((message) => (message.id ?? message.text) !== id);
  toasts?.close(id);
}

/** Closes personal messages when the session has ended, and shows none until a person is there again. */
export function setPersonThere(isThere: boolean) {
  isPersonThere = isThere;
  if (isThere) return;
  for (const id of personalIds) closeFlash(id);
  personalIds.clear();
}

/** True while a message is on the screen, or waits to be. */
export function isFlashOpen(id: string) {
  return openIds.has(id);
}

/** True once there is something to show: until then a page does not fetch the code that shows it. */
export function hasFlash() {
  return toasts !== null || waiting.length > 0;
}

export function subscribeToFlash(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** The place that shows messages is there now; it gets what was said before. */
export function attachToasts(manager: Toasts) {
  toasts = manager;
  for (const message of waiting) add(manager, message);
  waiting = [];
}

function add(manager: Toasts, { kind = "info", text, live, timeoutMs = flashTimeoutMs, action, id = text }: Flash) {
  manager.add({
    id,
    type: kind,
    description: text,
    data: { live },
    onClose: () => openIds.delete(id),
    timeout: timeoutMs,
    priority: kind === "danger" || kind === "warning" ? "high" : "low",
    ...(action && {
      actionProps: {
        children: action.label,
        onClick: () => {
          manager.close(id);
          action.onAction();
        },
      },
    }),
  });
}
