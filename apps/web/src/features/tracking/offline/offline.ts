import type { Note } from "@daymark/domain/tracking/note";
import type { QueryClient } from "@tanstack/react-query";
import { apiOf } from "../../../lib/api.tsx";
import type { App } from "../../../lib/app.ts";
import { isOverForGood, rememberWaitingCount, waitingCount } from "../../../lib/drafts/private-data.ts";
import { answerInTime } from "../../../lib/network/answer-timeout.ts";
import { clientId } from "../../../lib/network/common-headers.ts";
import { pageConnection } from "../../../lib/network/connection.ts";
import { isUnreachable } from "../../../lib/network/problem.ts";
import { registerWorker } from "../../../lib/register-worker.ts";
import type { WaitingWrite, WriteKeeper } from "../progress/queue/lane.ts";
import { whenIdle } from "../progress/queue/when-idle.ts";
import type { WriteQueue } from "../progress/queue/write-queue.ts";
import { type OfflineWork, openOutbox, startOfflineWork } from "./offline-work.ts";
import type { Outbox } from "./outbox/outbox.ts";
import { type LogItemToKeep, logItemKey, type NoteToKeep, type WaitingItem } from "./outbox/waiting.ts";
import { UnderwayDays } from "./underway-days.ts";

/** After this long without a response, a page shows its cached answers. */
const answerTimeoutMs = 500;
/** Caching the page starts after the page's own data, and caching its files after that. */
const settleMs = 1000;
const idleMs = 2500;
/** A log-out waits no longer than this for the last responses. */
const leaveMs = 3000;

type NoteListener = (key: string, note: Note) => void;

const nothing: ReadonlyMap<string, WaitingItem> = new Map();

/**
 * Everything that works without a network. It starts when there is no network, when changes wait to be sent, or when
 * the page is idle.
 */
export class Offline implements WriteKeeper {
  readonly #app: App;
  readonly #queryClient: QueryClient;
  readonly #listeners = new Set<() => void>();
  readonly #noteListeners = new Set<NoteListener>();
  readonly #finishers: (() => Promise<void>)[] = [];
  #queue: WriteQueue | null = null;
  #userId: string | null = null;
  #underway: UnderwayDays | null = null;
  #loading: Promise<OfflineWork> | null = null;
  #work: OfflineWork | null = null;
  /** The user whose session was ended elsewhere: changes that were about to be saved go to their outbox. */
  #left: { userId: string; open: () => Promise<Outbox> } | null = null;

  constructor(app: App) {
    this.#app = app;
    this.#queryClient = apiOf(app).queryClient;
    pageConnection.subscribe(() => {
      if (!pageConnection.isReachable && this.#userId !== null) void this.#load().catch(() => {});
      this.#tell();
    });
    app.browser?.session.subscribe(() => {
      if (app.browser?.session.status === "guest") this.#stop();
    });
  }

  /** A user is logged in and opens a page. */
  start(): void {
    const userId = this.#app.browser?.session.userId ?? null;
    if (userId === null || userId === this.#userId) return;
    this.#userId = userId;
    this.#left = null;
    const load = () => void this.#load().catch(() => {});
    this.#underway = new UnderwayDays(userId, clientId);
    const hasUnsent = waitingCount(userId) > 0 || this.#underway.hasOthers;
    if (!navigator.onLine || !pageConnection.isReachable || hasUnsent) load();
    setTimeout(() => {
      if (this.#queryClient.isFetching() > 0) load();
    }, answerTimeoutMs);
    setTimeout(load, settleMs);
    setTimeout(() => void this.#register(), idleMs);
  }

  /** This queue shows days that wait. Its running writes are stored when the page is hidden or closed. */
  attach(queue: WriteQueue): void {
    this.#queue = queue;
    this.#work?.attach(queue);
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "hidden") queue.keepUnderway();
    });
  }

  /** @param finish sends changes that could still be undone until then */
  beforeLogOut(finish: () => Promise<void>): void {
    this.#finishers.push(finish);
  }

  /** Before the user ends the session, waits for running calls, up to a time limit. */
  async settle(): Promise<void> {
    const underway = this.#finishers.map((finish) => finish());
    if (this.#queue) underway.push(whenIdle(this.#queue, leaveMs));
    const late = new Promise((resolve) => setTimeout(resolve, leaveMs));
    await Promise.race([Promise.allSettled(underway), late]);
  }

  /** All changes that wait to be sent or decided. */
  get items(): ReadonlyMap<string, WaitingItem> {
    return this.#work?.outbox.items ?? nothing;
  }

  /** The offline work, once it has started. */
  get work(): OfflineWork | null {
    return this.#work;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  get isOffline(): boolean {
    return !pageConnection.isReachable && this.#work !== null;
  }

  isUnreachable(error: unknown): boolean {
    return isUnreachable(error);
  }

  inTime<Answer>(call: Promise<Answer>): Promise<Answer> {
    return answerInTime(call);
  }

  async keep(write: WaitingWrite): Promise<void> {
    await (await this.#load()).outbox.keepDay(write);
    this.#underway?.release(write);
  }

  keepUnderway(writes: readonly WaitingWrite[]): void {
    this.#underway?.keep(writes);
  }

  release(write: { habitId: number; day: string }): void {
    this.#underway?.release(write);
    void this.#work?.outbox.releaseDay(write).catch(() => {});
  }

  /** Stores the text of a note for its writer only. @throws if that is impossible */
  async keepNote(userId: string | null, key: string, note: NoteToKeep): Promise<void> {
    if (userId === this.#userId) await (await this.#load()).outbox.keepNote(key, note);
    else if (userId === this.#left?.userId) await this.#keepLeft((outbox) => outbox.keepNote(key, note));
    else throw new Error("another user is logged in");
  }

  releaseNote(key: string): void {
    if (this.items.has(key)) void this.#work?.outbox.release(key).catch(() => {});
  }

  /** Stores an entry of a log until it can be sent. @throws if that is impossible */
  async keepLogItem(item: LogItemToKeep): Promise<void> {
    await (await this.#load()).outbox.keepLogItem(item);
  }

  /** Drops a waiting entry. */
  async releaseLogItem(id: string): Promise<void> {
    await this.#work?.outbox.release(logItemKey(id));
  }

  /** @param listener receives the note that is now on the server, and the key under which it waited */
  subscribeToNotes(listener: NoteListener): () => void {
    this.#noteListeners.add(listener);
    return () => this.#noteListeners.delete(listener);
  }

  #load(): Promise<OfflineWork> {
    const userId = this.#userId;
    if (userId === null) return Promise.reject(new Error("no user is logged in"));
    this.#loading ??= this.#begin(userId);
    const loading = this.#loading;
    loading.catch(() => {
      // By then the work of another user may be loading.
      if (this.#loading === loading) this.#loading = null;
    });
    return loading;
  }

  async #begin(userId: string): Promise<OfflineWork> {
    const underway = this.#underway ?? new UnderwayDays(userId, clientId);
    const work = await startOfflineWork(
      this.#app,
      { userId, underway },
      {
        onChange: () => this.#tell(),
        onNote: (key, note) => {
          for (const listener of this.#noteListeners) listener(key, note);
        },
      },
    );
    if (this.#userId !== userId) {
      work.stop();
      throw new Error("another user is logged in");
    }
    this.#work = work;
    if (this.#queue) work.attach(this.#queue);
    this.#tell();
    return work;
  }

  async #register(): Promise<void> {
    if (this.#userId === null) return;
    try {
      await registerWorker(this.#app);
    } catch {
      // The page works as before; the next page tries again.
    }
  }

  #stop(): void {
    const [userId, work] = [this.#userId, this.#work];
    const underway = this.#queue?.clear() ?? [];
    this.#userId = null;
    this.#underway = null;
    this.#loading = null;
    this.#work = null;
    work?.stop();
    this.#leave(userId, work);
    if (underway.length > 0) {
      const keepAll = async (outbox: Outbox) =>
        void (await Promise.all(underway.map((write) => outbox.keepDay(write))));
      void this.#keepLeft(keepAll).catch(() => {});
    }
    this.#tell();
  }

  /** Keeps the outbox open for running calls, unless its owner ended the session. */
  #leave(userId: string | null, work: OfflineWork | null): void {
    const ended = this.#app.browser?.session.ended ?? null;
    this.#left = null;
    if (userId === null || isOverForGood(ended)) return;
    // Another tab ended the session, perhaps by a log-out that deletes stored data: so no new store is opened.
    if (!work && ended === "elsewhere") return;
    const open = async () => work?.outbox ?? openOutbox(this.#app, userId);
    this.#left = { userId, open };
  }

  async #keepLeft(keep: (outbox: Outbox) => Promise<void>): Promise<void> {
    if (!this.#left) return;
    const { userId, open } = this.#left;
    const before = waitingCount(userId);
    // The code that reports the end of the session reads the count at this moment.
    rememberWaitingCount(userId, Math.max(1, before));
    try {
      await keep(await open());
    } catch (error) {
      rememberWaitingCount(userId, before);
      throw error;
    }
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}

const known = new WeakMap<QueryClient, Offline>();

/** The instance of this page. */
export function offlineOf(app: App): Offline {
  const { queryClient } = apiOf(app);
  const offline = known.get(queryClient) ?? new Offline(app);
  known.set(queryClient, offline);
  return offline;
}
