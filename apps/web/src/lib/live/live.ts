import type { LiveChanges } from "@daymark/domain/base/live";
import type { Session } from "../session/session.ts";
import type { LiveStreamEnd, LiveStreamParts } from "./live-stream.ts";

/** The interface of live changes to a page and its browser; tests provide their own. */
export interface LiveParts {
  /** Identifies this page among all pages of its user. */
  clientId: string;
  session: Pick<Session, "status" | "access" | "accessRemainingMs" | "renew" | "end" | "subscribe">;
  /**
   * One page of a browser reads the stream for all pages: over HTTP/1.1 a browser has six connections to a server, and
   * can spare one.
   */
  locks: { request(name: string, options: { signal: AbortSignal }, callback: () => Promise<void>): Promise<void> };
  channel: Pick<BroadcastChannel, "postMessage" | "addEventListener" | "removeEventListener">;
  /** @param ageMs how long ago the page was up to date */
  read: (
    options: Pick<LiveStreamParts, "signal" | "onAlive" | "onChanges"> & { ageMs: number },
  ) => Promise<LiveStreamEnd>;
  /** Refetches what has changed; everything if null. */
  apply: (changes: LiveChanges | null) => void;
  /** The time of the oldest answer that the page shows, in milliseconds since the epoch. */
  shownSince: () => number;
  now: () => number;
  random: () => number;
  page: {
    isHidden: () => boolean;
    isOnline: () => boolean;
    /** Calls back when the page is hidden or shown, returns from the back/forward cache, goes online, or is left. */
    watch: (onChange: (state: "seen" | "hidden" | "gone" | "online") => void) => () => void;
  };
}

const lockName = "daymark-live";
/**
 * A hidden page stops reading after this long, so that another page reads. It catches up when the user returns to it.
 */
const hiddenMs = 60_000;
/** After this long without a message from the reading page, this page may have missed changes. */
const gapMs = 70_000;
/** How long the reading page keeps changes for pages that have just begun to listen. */
const recentMs = 60_000;
/** Changes that arrive together cause one refetch. */
const settleMs = 100;
const betweenMs = 500;
const retryMinMs = 500;
const retryMaxMs = 30_000;
const expiryMarginMs = 1_000;

type Word =
  | { kind: "changes"; changes: LiveChanges }
  | { kind: "alive" }
  /** From a page that has just begun to listen and whose data is from `since`. */
  | { kind: "asking"; since: number };

/**
 * Shows the changes that the same user makes on other pages and devices, while the page is visible.
 *
 * @returns stops it
 */
export function startLive(parts: LiveParts): () => void {
  const { session, locks, channel, page, now } = parts;
  let upToDateAt = parts.shownSince();
  let contending: AbortController | undefined;
  let isReading = false;
  let hiding: ReturnType<typeof setTimeout> | undefined;
  let recent: { at: number; changes: LiveChanges }[] = [];
  const pause = createPause(page.isOnline);
  const apply = createSettler(parts.apply, now);

  const say = (word: Word) => channel.postMessage(word);

  const hear = () => {
    const isBehind = now() - upToDateAt > gapMs;
    upToDateAt = now();
    return { isBehind };
  };

  const show = (changes: LiveChanges) => {
    if (changes.origin !== parts.clientId) apply(changes);
  };

  const onWord = ({ data }: MessageEvent<Word>) => {
    if (data.kind === "asking") {
      if (!isReading) return;
      for (const { at, changes } of recent) if (at >= data.since) say({ kind: "changes", changes });
      return say({ kind: "alive" });
    }
    // The page that read before may have sent changes while this page was asleep.
    if (hear().isBehind) return apply(null);
    if (data.kind === "changes") show(data.changes);
  };

  async function lead(signal: AbortSignal): Promise<void> {
    isReading = true;
    let failures = 0;
    while (!signal.aborted) {
      const isExpiring = session.accessRemainingMs() <= expiryMarginMs;
      const outcome = isExpiring ? await session.renew(session.access()) : "renewed";
      // The caller that renewed first, or the session's own timer, reports the end of the session.
      if (outcome === "refused" || signal.aborted) break;
      const token = session.access();
      let wasOpen = false;
      const { status, retryAfterMs } = await (outcome === "renewed" ? parts.read : failToRead)({
        ageMs: Math.max(0, now() - upToDateAt),
        signal,
        onAlive: () => {
          wasOpen = true;
          failures = 0;
          upToDateAt = now();
          say({ kind: "alive" });
        },
        onChanges: (changes) => {
          recent = [...recent.filter(({ at }) => at > now() - recentMs), { at: now(), changes }];
          say({ kind: "changes", changes });
          show(changes);
        },
      });
      if (signal.aborted) break;
      if (status === 401 && failures === 0 && (await session.renew(token)) === "refused") {
        session.end("terminated");
        break;
      }
      if (!wasOpen) failures += 1;
      await pause.wait(Math.max(retryAfterMs, backOffMs(failures, parts.random())), signal);
    }
    isReading = false;
  }

  function contend(): void {
    if (contending || session.status !== "user") return;
    contending = new AbortController();
    const { signal } = contending;
    say({ kind: "asking", since: upToDateAt });
    locks
      .request(lockName, { signal }, () => lead(signal))
      .catch(() => {})
      .finally(() => {
        if (contending?.signal === signal) contending = undefined;
      });
  }

  function withdraw(): void {
    clearTimeout(hiding);
    contending?.abort();
    contending = undefined;
  }

  const stopWatching = page.watch((state) => {
    clearTimeout(hiding);
    if (state === "gone") return withdraw();
    if (state === "hidden") {
      hiding = setTimeout(withdraw, hiddenMs);
      return;
    }
    pause.wakeUp();
    if (!page.isHidden()) contend();
  });
  const stopListening = session.subscribe(() => {
    withdraw();
    // Data shown from now on is fetched from now on.
    upToDateAt = now();
    recent = [];
    if (!page.isHidden()) contend();
  });
  channel.addEventListener("message", onWord as (event: Event) => void);
  if (!page.isHidden()) contend();

  return () => {
    withdraw();
    stopWatching();
    stopListening();
    channel.removeEventListener("message", onWord as (event: Event) => void);
    apply.stop();
  };
}

/** Replaces the stream if the server is unreachable, so that the session could not be renewed. */
const failToRead: LiveParts["read"] = async () => ({ status: 0, retryAfterMs: 0 });

/** A wait ends early when the user returns to the page. Without a network it ends when the network is back. */
function createPause(isOnline: () => boolean) {
  let wakeUp = () => {};
  const wait = (delayMs: number, signal: AbortSignal) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(() => {
        if (isOnline()) done();
      }, delayMs);
      const done = () => {
        clearTimeout(timer);
        wakeUp = () => {};
        resolve();
      };
      wakeUp = done;
      // A signal has one wait at a time, so the next wait may overwrite this handler.
      signal.onabort = done;
    });
  return { wait, wakeUp: () => wakeUp() };
}

/**
 * From half a second to half a minute, with a random part, so that pages do not reconnect at the same time.
 *
 * @param random from 0 to 1
 */
function backOffMs(failures: number, random: number): number {
  const most = Math.min(retryMaxMs, retryMinMs * 2 ** failures);
  return most * (0.5 + random / 2);
}

/** Merges changes that come within a moment, and leaves some time between two refetches. */
function createSettler(apply: LiveParts["apply"], now: () => number) {
  let topics: Set<LiveChanges["topics"][number]> | null = new Set();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let lastAt = 0;

  const flush = () => {
    const all = topics;
    topics = new Set();
    timer = undefined;
    lastAt = now();
    apply(all && { topics: [...all], origin: null });
  };
  const take = (changes: LiveChanges | null) => {
    if (changes === null) topics = null;
    else for (const topic of changes.topics) topics?.add(topic);
    timer ??= setTimeout(flush, Math.max(settleMs, lastAt + betweenMs - now()));
  };
  return Object.assign(take, { stop: () => clearTimeout(timer) });
}
