/**
 * The first script of a page. It asks for a new access token while the browser still loads and compiles the rest, so it
 * imports nothing large: neither the tRPC client, nor the router, nor React.
 */

import { refreshTokens } from "./lib/network/refresh-tokens.ts";
import { pageHydrated } from "./lib/page/hydration.ts";
import { pageLocks } from "./lib/page/page-locks.ts";
import { Session, type SessionEnd } from "./lib/session/session.ts";

let handleEnd: (reason: SessionEnd) => void = () => {};

/** The session of this page. */
export const session = new Session({
  pageHydrated,
  local: localStorage,
  tab: sessionStorage,
  locks: pageLocks,
  channel: new BroadcastChannel("daymark-session"),
  now: Date.now,
  setTimer: (callback, delayMs) => setTimeout(callback, delayMs),
  clearTimer: (timer) => clearTimeout(timer as number),
  refresh: refreshTokens,
  blacklist: async (token) => (await import("./lib/network/trpc.ts")).endSession(token),
  onEnd: (reason) => handleEnd(reason),
  reload: () => location.reload(),
});

/** @param handler called at each end. None comes before the page is hydrated, so the application subscribes in time. */
export function onSessionEnd(handler: (reason: SessionEnd) => void): void {
  handleEnd = handler;
}

void session.launch();
