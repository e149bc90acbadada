import type { Note } from "@daymark/domain/tracking/note";
import type { QueryClient } from "@tanstack/react-query";
import { apiOf } from "../../../lib/api.tsx";
import type { App, AppBrowser } from "../../../lib/app.ts";
import { dropStore, openStore } from "../../../lib/drafts/indexed-table.ts";
import {
  dropSeenOfOthers,
  isOverForGood,
  rememberWaitingCount,
  seenStore,
  waitingStore,
} from "../../../lib/drafts/private-data.ts";
import { answerInTime } from "../../../lib/network/answer-timeout.ts";
import { pageConnection } from "../../../lib/network/connection.ts";
import { newId } from "../../../lib/page/new-id.ts";
import { pageLocks } from "../../../lib/page/page-locks.ts";
import type { WriteQueue } from "../progress/queue/write-queue.ts";
import { Outage } from "./outage.ts";
import { Outbox } from "./outbox/outbox.ts";
import type { KnownHabit, OutboxMessage, OutboxParts, SyncOutcome } from "./outbox/outbox-parts.ts";
import { type WaitingItem, waitingKinds } from "./outbox/waiting.ts";
import { createOutboxTransport } from "./outbox-transport.ts";
import { keepSeen, restoreSeen, type SeenAnswer } from "./seen.ts";
import { SyncLoop } from "./sync-loop.ts";
import type { UnderwayDays } from "./underway-days.ts";

type Client = ReturnType<typeof apiOf>["client"];

interface OfflineListener {
  /** Called when a change waits, is sent, or needs a decision. */
  onChange(): void;
  /** Called when a waiting note is on the server. */
  onNote(key: string, note: Note): void;
}

export type OfflineWork = Awaited<ReturnType<typeof startOfflineWork>>;

/**
 * Shows cached answers, takes over unsent changes, and stores both from now on.
 *
 * @param owner.userId data of other users is never read, shown or sent
 * @param owner.underway days that pages of this user were sending when they ended
 */
export async function startOfflineWork(
  app: App,
  { userId, underway }: { userId: string; underway: UnderwayDays },
  { onChange, onNote }: OfflineListener,
) {
  const { client, queryClient } = apiOf(app);
  const browser = app.browser as AppBrowser;
  const channel = new BroadcastChannel(waitingStore(userId));
  let queue: WriteQueue | null = null;
  let isStopped = false;
  const isOwn = () => isLoggedIn(browser, userId);
  // Not awaited: an open tab of another user may block it.
  void dropSeenOfOthers(userId).catch(() => {});

  const outbox = createOutbox(app, userId, {
    tellTabs: (message) => {
      if (!isStopped) channel.postMessage(message);
    },
    onChange,
    onNote,
    onKept: () => {
      if (pageConnection.isReachable) void loop.now();
    },
  });

  const loop = new SyncLoop({
    sync: async () => {
      if (!isOwn()) return "stopped";
      let outcome = await outbox.sync();
      if (outcome === "done" && !pageConnection.isReachable) outcome = await probe(client);
      if (outcome === "later") outage.confirm();
      return outcome;
    },
    later: (callback, milliseconds) => {
      const timer = setTimeout(callback, milliseconds);
      return () => clearTimeout(timer);
    },
    random: Math.random,
  });

  channel.onmessage = ({ data }: MessageEvent<OutboxMessage>) => void outbox.hear(data).catch(() => {});

  const lookAgain = () => {
    if (outbox.items.size > 0 || !pageConnection.isReachable) void loop.now();
  };
  const outage = new Outage(Date.now);
  let wasReachable = pageConnection.isReachable;
  if (!wasReachable) outage.begin();
  const onConnection = () => {
    const { isReachable } = pageConnection;
    if (isReachable === wasReachable) return;
    wasReachable = isReachable;
    if (!isReachable) outage.begin();
    void loop.now();
    // The data on the page may be hours old.
    if (isReachable && outage.end()) void queryClient.invalidateQueries();
  };
  const onVisibility = () => {
    if (document.visibilityState === "visible") lookAgain();
  };
  const onOffline = () => pageConnection.failed();
  const unsubscribe = [
    pageConnection.subscribe(onConnection),
    listen(window, "online", lookAgain),
    listen(window, "offline", onOffline),
    listen(window, "focus", lookAgain),
    listen(document, "visibilitychange", onVisibility),
    queryClient.getQueryCache().subscribe((event) => {
      if (event.type === "updated" && event.action.type === "success" && event.query.queryKey[0]) queue?.repaint();
    }),
  ];

  if (!navigator.onLine) onOffline();
  const stopKeeping = await keepCopies(app, userId, isOwn);
  const stop = () => {
    isStopped = true;
    for (const end of unsubscribe) end();
    stopKeeping();
    loop.stop();
    channel.close();
  };
  try {
    await underway.takeOthers((write) => outbox.keepDay(write));
    await outbox.load();
  } catch (error) {
    // The next change to store starts it again.
    stop();
    throw error;
  }
  if (!pageConnection.isReachable || outbox.items.size > 0) void loop.now();

  return {
    outbox,
    attach(next: WriteQueue) {
      queue = next;
      outbox.attach(next);
    },
    syncNow: () => loop.now(),
    stop,
  };
}

/**
 * Shows the answers that this browser stored, and stores the next ones. On a shared device it stores none, and drops those
 * of an earlier log-in.
 *
 * @returns stops storing
 */
async function keepCopies(app: App, userId: string, isOwn: () => boolean): Promise<() => void> {
  const { queryClient } = apiOf(app);
  if (!app.browser?.session.isRemembered) {
    // Not awaited: an open tab may block it.
    void dropStore(seenStore(userId)).catch(() => {});
    return () => {};
  }
  const seen = openStore<SeenAnswer>(seenStore(userId), { mayOpen: isOwn });
  // Unreadable cached answers are ignored: the page uses the server's answers.
  await restoreSeen(queryClient, seen, Date.now()).catch(() => {});
  return keepSeen(queryClient, seen);
}

/** The outbox of a user who is no longer logged in; nothing from it is sent. */
export async function openOutbox(app: App, userId: string): Promise<Outbox> {
  const nothing = () => {};
  const outbox = createOutbox(app, userId, {
    tellTabs: nothing,
    onChange: nothing,
    onNote: nothing,
    onKept: nothing,
  });
  await outbox.load();
  return outbox;
}

const isLoggedIn = ({ session }: AppBrowser, userId: string) => session.currentUserId === userId;

function createOutbox(
  app: App,
  userId: string,
  { tellTabs, onChange, onNote, onKept }: OfflineListener & Pick<OutboxParts, "tellTabs" | "onKept">,
): Outbox {
  const browser = app.browser as AppBrowser;
  /** Unsent changes belong to the user who returns, also while no user is logged in. */
  const isCounted = () => {
    const { status, ended, userId: last } = browser.session;
    return last === userId && (status === "user" || !isOverForGood(ended));
  };
  const outbox = new Outbox({
    store: openStore<WaitingItem>(waitingStore(userId), { mayOpen: isCounted, durability: "strict" }),
    transport: createOutboxTransport(app, { isOwn: () => isLoggedIn(browser, userId), onNote }),
    alone: (work) => pageLocks.request(waitingStore(userId), work),
    tellTabs,
    habitOf: (habitId) => habitOf(apiOf(app).queryClient, habitId),
    now: Date.now,
    newId,
    onChange: () => {
      if (isCounted()) rememberWaitingCount(userId, waitingKinds(outbox.items).waiting.length);
      onChange();
    },
    onKept,
  });
  return outbox;
}

/** Sends any query: the response, or its absence, updates the page's connection state. */
async function probe(client: Client): Promise<SyncOutcome> {
  try {
    await answerInTime(client.auth.settings.get.query({}));
  } catch {
    // The server may have responded with a refusal.
  }
  return pageConnection.isReachable ? "done" : "later";
}

function habitOf(queryClient: QueryClient, habitId: number): KnownHabit | undefined {
  const lists = queryClient.getQueriesData<{ results: (KnownHabit & { id: number })[] }>({
    queryKey: [["habit", "list"]],
  });
  for (const [, data] of lists) {
    const habit = data?.results.find(({ id }) => id === habitId);
    if (habit) return habit;
  }
  return undefined;
}

function listen(target: EventTarget, type: string, listener: () => void): () => void {
  target.addEventListener(type, listener);
  return () => target.removeEventListener(type, listener);
}
