import { isUnreachable, problemOf } from "../../../lib/network/problem.ts";
import type { SyncOutcome } from "../offline/outbox-parts.ts";
import { SyncLoop } from "../offline/sync-loop.ts";

export interface PreferenceSender {
  /** There may be something to send. */
  now(): void;
  stop(): void;
}

interface SenderParts {
  /** Sends what the server has not heard of yet. */
  send: () => Promise<void>;
  page: Pick<EventTarget, "addEventListener" | "removeEventListener">;
  document: Pick<Document, "visibilityState" | "addEventListener" | "removeEventListener">;
  later: (callback: () => void, milliseconds: number) => () => void;
  random: () => number;
}

/**
 * Sends values until they are sent: after a failure once more in a while, and at once when there is a network again or
 * the page is looked at.
 */
export function createPreferenceSender({ send, page, document, later, random }: SenderParts): PreferenceSender {
  const loop = new SyncLoop({ sync: () => outcomeOf(send), later, random });
  const now = () => void loop.now();
  const onVisibility = () => {
    if (document.visibilityState === "visible") now();
  };
  page.addEventListener("online", now);
  document.addEventListener("visibilitychange", onVisibility);
  return {
    now,
    stop() {
      loop.stop();
      page.removeEventListener("online", now);
      document.removeEventListener("visibilitychange", onVisibility);
    },
  };
}

/** The one of this page. */
export function startPreferenceSender(send: () => Promise<void>): PreferenceSender {
  const later = (callback: () => void, milliseconds: number) => {
    const timer = setTimeout(callback, milliseconds);
    return () => clearTimeout(timer);
  };
  return createPreferenceSender({ send, page: window, document, later, random: Math.random });
}

async function outcomeOf(send: () => Promise<void>): Promise<SyncOutcome> {
  try {
    await send();
    return "done";
  } catch (error) {
    // What was refused will be refused again; what nobody answered, or answered with its own failure, may pass.
    const status = problemOf(error)?.status ?? 503;
    return isUnreachable(error) || status === 429 || status >= 500 ? "later" : "stopped";
  }
}
