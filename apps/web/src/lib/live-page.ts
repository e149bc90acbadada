import { apiOf } from "./api.tsx";
import type { App } from "./app.ts";
import { startLive } from "./live/live.ts";
import { refetchChanged, shownSince } from "./live/live-queries.ts";
import { readLiveStream } from "./live/live-stream.ts";
import { clientId, commonHeaders } from "./network/common-headers.ts";
import { pageLocks } from "./page/page-locks.ts";

/**
 * Keeps this page up to date with the user's other pages.
 *
 * @returns stops it
 */
export function keepUpToDate(app: App): () => void {
  const { browser, languages } = app;
  if (!browser) return () => {};
  const { session, theme } = browser;
  const { queryClient } = apiOf(app);
  const channel = new BroadcastChannel("daymark-live");
  const stop = startLive({
    clientId,
    session,
    locks: pageLocks,
    channel,
    read: ({ ageMs, ...handlers }) =>
      readLiveStream({
        url: `/trpc/live.changes?input=${encodeURIComponent(JSON.stringify({ json: { age_ms: wholeAge(ageMs) } }))}`,
        headers: { authorization: `Bearer ${session.access()}`, ...commonHeaders({ languages, theme }) },
        ...handlers,
      }),
    apply: (changes) => refetchChanged(queryClient, changes),
    shownSince: () => shownSince(queryClient, Date.now()),
    now: Date.now,
    random: Math.random,
    page: {
      isHidden: () => document.visibilityState === "hidden",
      isOnline: () => navigator.onLine,
      watch: watchPage,
    },
  });
  return () => {
    stop();
    channel.close();
  };
}

const ageMaxMs = 86_400_000;

/** If the clock was changed, the page may seem to be up to date as of tomorrow. */
function wholeAge(ageMs: number): number {
  return Math.min(ageMaxMs, Math.max(0, Math.ceil(ageMs)));
}

function watchPage(onChange: (state: "seen" | "hidden" | "gone" | "online") => void): () => void {
  const stopping = new AbortController();
  const { signal } = stopping;
  const onVisibility = () => onChange(document.visibilityState === "hidden" ? "hidden" : "seen");
  document.addEventListener("visibilitychange", onVisibility, { signal });
  // A page that holds a lock or a connection cannot enter the back/forward cache, so back navigation would be slow.
  addEventListener("pagehide", () => onChange("gone"), { signal });
  addEventListener("pageshow", ({ persisted }) => persisted && onChange("seen"), { signal });
  addEventListener("online", () => onChange("online"), { signal });
  return () => stopping.abort();
}
