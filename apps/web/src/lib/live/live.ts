import type { LiveChanges } from "@daymark/domain/base/live";
import type { Session } from "../session/session.ts";
import { tokenExpiryMs } from "../session/token.ts";
import type { LiveStreamEnd, LiveStreamParts } from "./live-stream.ts";

/** A page and its browser as live changes need them; tests bring their own. */
export interface LiveParts {
  /** Of this page, among all pages of its user. */
  clientId: string;
  session: Pick<Session, "status" | "access" | "renew" | "end" | "subscribe">;
  /** One page of a browser reads for all: over HTTP/1.1 a browser has six connections to a server, and one to spare. */
  locks: { request(name: string, options: { signal: AbortSignal }, callback: () => Promise<void>): Promise<void> };
  channel: Pick<BroadcastChannel, "postMessage" | "addEventListener" | "removeEventListener">;
  /** @param ageMs how long ago the page was up to date */
  read: (
    options: Pick<LiveStreamParts, "signal" | "onAlive" | "onChanges"> & { ageMs: number },
  ) => Promise<LiveStreamEnd>;
  /** Asks anew for what has changed; for everything where it is null. */
  apply: (changes: LiveChanges | null) => void;
  /** When the oldest of what the page shows was asked for, in milliseconds since the epoch. */
  shownSince: () => number;
  now: () => number;
  random: () => number;
  page: {
    isHidden: () => boolean;
    isOnline: () => boolean;
    /** Calls back when it is hidden or shown, comes back from the browser's memory or to the network, and when it goes. */
    watch: (onChange: (state: "seen" | "hidden" | "gone" | "online") => void) => () => void;
  };
}

const lockName = "daymark-live";
/** A page that nobody looks at hands over after this long: it catches up when it is looked at. */
const hiddenMs = 60_000;
/** Without a word from the page that reads, for so long, something may have been missed. */
const gapMs = 70_000;
/** What the page that reads was told lately, for those that have just begun to listen. */
const recentMs = 60_000;
/** What comes together is asked for together. */
const settleMs = 100;
const betweenMs = 500;
const retryMinMs = 500;
const retryMaxMs = 30_000;
const expiryMarginMs = 1_000;

type Word =
  | { kind: "changes"; changes: LiveChanges }
  | { kind: "alive" }
  /** Of a page that has just begun to listen and shows what is of `since`. */
  | { kind: "asking"; since: number };

/**
 * Shows what the same person changes on other pages and devices, as long as a page is seen.
 *
 * @returns ends it
 */
export function startLive(parts: LiveParts): () => void {
  const { session, locks, channel, page, now } = parts;
  let upToDateAt = parts.shownSince();
  let contending: AbortController | undefined;
  let isReading = false;
  let wakeUp = () => {};
  let hiding: ReturnType<typeof setTimeout> | undefined;
  let recent: { at: number; changes: LiveChanges }[] = [];
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
    // The page that read before may have told what this one, asleep, never heard.
    if (hear().isBehind) return apply(null);
    if (data.kind === "changes") show(data.changes);
  };

  async function lead(signal: AbortSignal): Promise<void> {
    isReading = true;
    let failures = 0;
    while (!signal.aborted) {
      const stale = session.access();
      const outcome = isPast(stale, now()) ? await session.renew(stale) : "renewed";
      // Whoever asked for it first says so, or the session's own timer.
      if (outcome === "refused" || signal.aborted) break;
      const token = session.access();
      let wasOpen = false;
      const { status, retryAfterMs } = await (outcome === "renewed" ? parts.read : nobody)({
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
      await pause(Math.max(retryAfterMs, backOff(failures)), signal);
    }
    isReading = false;
  }

  /** From half a second to half a minute, and never all pages at once. */
  function backOff(failures: number): number {
    const most = Math.min(retryMaxMs, retryMinMs * 2 ** failures);
    return most * (0.5 + parts.random() / 2);
  }

  /** Waits, for the network too where there is none; who comes back to the page need not wait. */
  function pause(delayMs: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        if (page.isOnline()) done();
      }, delayMs);
      const done = () => {
        clearTimeout(timer);
        signal.removeEventListener("abort", done);
        wakeUp = () => {};
        resolve();
      };
      wakeUp = done;
      signal.addEventListener("abort", done);
    });
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
    wakeUp();
    if (!page.isHidden()) contend();
  });
  const stopListening = session.subscribe(() => {
    withdraw();
    // What is shown from now on is asked for from now on.
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

/** What is read where the session could not be asked for: the server is away. */
const nobody: LiveParts["read"] = async () => ({ status: 0, retryAfterMs: 0 });

function isPast(token: string | null, now: number): boolean {
  return token === null || (tokenExpiryMs(token) ?? 0) <= now + expiryMarginMs;
}

/** Adds up what comes within a moment, and lets some time pass before the next. */
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
