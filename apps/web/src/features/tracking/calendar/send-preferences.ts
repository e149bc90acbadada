import { isUnreachable, problemOf } from "../../../lib/network/problem.ts";
import type { SyncOutcome } from "../offline/outbox/outbox-parts.ts";
import { SyncLoop } from "../offline/sync-loop.ts";

export interface PreferenceSender {
  /** Called when there may be something to send. */
  now(): void;
  stop(): void;
}

interface SenderParts {
  /** Sends values that the server does not have yet. */
  send: () => Promise<void>;
  page: Pick<EventTarget, "addEventListener" | "removeEventListener">;
  document: Pick<Document, "visibilityState" | "addEventListener" | "removeEventListener">;
  later: (callback: () => void, milliseconds: number) => () => void;
  random: () => number;
}

/**
 * Retries until the values are sent: a while after a failure, and at once when the network is back or the user returns
 * to the page.
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

/** The sender of this page. */
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
    // A refused call would be refused again. A call without a response, or with a server error, may succeed later.
    const status = problemOf(error)?.status ?? 503;
    return isUnreachable(error) || status === 429 || status >= 500 ? "later" : "stopped";
  }
}
