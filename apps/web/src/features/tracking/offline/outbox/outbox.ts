import { type DayState, dayStateOf, type Part } from "../../progress/day-state.ts";
import type { LogOverlay } from "../../progress/log-overlay.ts";
import type { WaitingWrite } from "../../progress/queue/lane.ts";
import type { DaySink, OutboxMessage, OutboxParts, SyncOutcome } from "./outbox-parts.ts";
import { syncDay } from "./sync-day.ts";
import { syncLogItem } from "./sync-log-item.ts";
import { syncNote } from "./sync-note.ts";
import { outcomeOf, refusalOf, unique } from "./sync-rules.ts";
import {
  dayKey,
  isWaitingItem,
  type LogItemToKeep,
  logItemKey,
  type NoteToKeep,
  type WaitingDay,
  type WaitingItem,
  type WaitingLogItem,
  waitingLogItems,
} from "./waiting.ts";

/** How many times a day is compared again if other devices keep changing it. */
const turnsMax = 5;

/**
 * Stores unsent changes until they can be sent: on the disk, for one user, shared by all tabs. The store is
 * authoritative; the memory of a tab follows it.
 *
 * A day is sent with the state that the server is believed to have, and the server writes it only if that is true. So a
 * day that is sent twice, because a response was lost, changes nothing the second time. If another device changed the
 * day, the server's value stays, and the user chooses between both.
 */
export class Outbox {
  readonly #parts: OutboxParts;
  #items: ReadonlyMap<string, WaitingItem> = new Map();
  #sink: DaySink | null = null;
  #logs: LogOverlay | null = null;
  /** The results of days that this page sent, in case a write to the store was running meanwhile. */
  readonly #settled = new Map<string, DayState>();

  constructor(parts: OutboxParts) {
    this.#parts = parts;
  }

  /** All changes that wait or are undecided; the same map until it changes. */
  get items(): ReadonlyMap<string, WaitingItem> {
    return this.#items;
  }

  /** Reads the changes of earlier pages. */
  async load(): Promise<void> {
    const stored = await this.#readStored();
    if (stored.some(([, { kind }]) => kind === "log")) await this.#loadLogs();
    this.#items = new Map(stored);
    for (const item of this.#items.values()) this.#show(item);
    this.#parts.onChange();
  }

  async #readStored(): Promise<[key: string, item: WaitingItem][]> {
    return (await this.#parts.store.readAll()).filter(([, item]) => isWaitingItem(item));
  }

  /** From now on this sink shows the waiting days. */
  attach(sink: DaySink): void {
    this.#sink = sink;
    for (const item of this.#items.values()) this.#show(item);
  }

  /** @throws if the browser has no space for it */
  async keepDay(write: WaitingWrite): Promise<void> {
    const key = dayKey(write);
    const settled = this.#settled.get(key);
    const habit = this.#parts.habitOf(write.habitId);
    await this.#change(key, (old) => {
      const base = old?.kind === "day" && !old.trouble ? old : null;
      const tried = [...(base?.tried ?? []), ...write.tried, ...(settled ? [settled] : [])];
      return {
        ...write,
        kind: "day",
        // The first known server state counts: other devices may have changed it since.
        found: base?.found ?? write.found,
        parts: [...new Set([...(base?.parts ?? []), ...write.parts])],
        tried: unique(tried),
        title: habit?.title || (base?.title ?? ""),
        unitLabel: habit ? habit.unit_label : base?.unitLabel,
        ...this.#stamp(base),
      };
    });
    this.#parts.onKept();
  }

  /** The server has the day, or the user no longer wants the change. An undecided change stays. */
  async releaseDay(day: { habitId: number; day: string }): Promise<void> {
    await this.#change(dayKey(day), (old) => (old?.trouble ? old : undefined));
  }

  /** @throws if the browser has no space for it */
  async keepNote(key: string, note: NoteToKeep): Promise<void> {
    await this.#change(key, (old) => {
      const base = old?.kind === "note" ? old : null;
      return {
        kind: "note",
        text: note.text,
        id: base ? base.id : note.id,
        found: base ? base.found : note.found,
        tried: base?.tried ?? note.tried,
        creation: base?.creation ?? note.creation,
        ...this.#stamp(base),
      };
    });
    this.#parts.onKept();
  }

  /** @throws if the browser has no space for it */
  async keepLogItem(given: LogItemToKeep): Promise<void> {
    await this.#loadLogs();
    await this.#change(logItemKey(given.item.id), () => ({ ...given, kind: "log", ...this.#stamp(null) }));
    this.#parts.onKept();
  }

  /** What a change gets when it begins to wait, or is edited while it waits. */
  #stamp(old: WaitingItem | null) {
    const { now, newId } = this.#parts;
    return { sinceMs: old?.sinceMs ?? now(), revision: newId(), trouble: null };
  }

  /** The user no longer wants a note or an entry of a log, or the server has it. */
  async release(key: string): Promise<void> {
    await this.#change(key, () => undefined);
  }

  /** The user chose this state for a day changed here and elsewhere, or wants to retry a refused change. */
  async insist(key: string, state?: DayState): Promise<void> {
    const item = await this.#change(key, (old) => {
      if (!old?.trouble) return old;
      const revision = this.#parts.newId();
      if (old.kind !== "day") return { ...old, revision, trouble: null };
      const found = old.trouble.kind === "conflict" ? old.trouble.server : old.found;
      return { ...old, revision, found, tried: [], wanted: state ?? old.wanted, trouble: null };
    });
    if (item) this.#show(item);
    this.#parts.onKept();
  }

  /** The user keeps the server's state and drops the change made here. */
  async dismiss(key: string): Promise<void> {
    await this.#change(key, (old) => (old?.trouble ? undefined : old));
  }

  /** Handles a message of another tab. */
  async hear(message: OutboxMessage): Promise<void> {
    if (message.kind === "settled") {
      // Before the day shows its new amount, which contains the entry.
      if (message.item) this.#put(message.item, undefined);
      this.#sink?.settle(message, message.sent, message.state);
    }
    if (message.kind === "gave-up") this.#sink?.giveUp(message, message.state);
    if (message.kind === "changed") await this.#reread(message.key);
  }

  /**
   * Sends all waiting changes once, oldest first, but entries of logs after the days: what a day was when it was changed
   * here did not contain them. While one tab sends, the others wait and then find nothing to send.
   */
  async sync(): Promise<SyncOutcome> {
    let outcome: SyncOutcome = "done";
    await this.#parts.alone(async () => {
      const items = await this.#readStored();
      const isLater = (item: WaitingItem) => Number(item.kind === "log");
      items.sort(([, a], [, b]) => isLater(a) - isLater(b) || a.sinceMs - b.sinceMs);
      for (const [key, item] of items) {
        if (item.trouble) continue;
        try {
          if (item.kind === "day") await this.#syncDay(key);
          else if (item.kind === "note") await this.#syncNote(key);
          else await this.#syncLogItem(key, item);
        } catch (error) {
          outcome = outcomeOf(error);
          if (outcome !== "done") return;
          await this.#refuse(key, item, error);
        }
      }
    });
    return outcome;
  }

  async #syncDay(key: string): Promise<void> {
    for (let turn = 0; turn < turnsMax; turn++) {
      // Stored before it is sent, because the response may never come.
      const item = await this.#change(key, (old) =>
        old?.kind === "day" && !old.trouble ? { ...old, tried: unique([...old.tried, old.wanted]) } : old,
      );
      if (item?.kind !== "day" || item.trouble) return;
      const outcome = await syncDay(this.#parts.transport, item);
      if (outcome?.kind === "settled") await this.#settle(key, item, outcome.state);
      if (outcome?.kind === "changed") {
        await this.#change(key, (old) => (old?.kind === "day" ? { ...old, found: outcome.state } : old));
      }
      if (outcome?.kind === "conflict") await this.#dispute(key, item, outcome);
    }
  }

  async #dispute(key: string, item: WaitingDay, { state, parts }: { state: DayState; parts: Part[] }): Promise<void> {
    const after = await this.#change(key, (old) =>
      old?.kind === "day" && old.revision === item.revision
        ? { ...old, parts, found: state, trouble: { kind: "conflict", server: state } }
        : old,
    );
    if (after?.trouble) this.#giveUp(item, state);
  }

  async #settle(key: string, item: WaitingDay, state: DayState): Promise<void> {
    const { habitId, day, wanted: sent } = item;
    this.#settled.set(key, state);
    // Before the other tabs learn that nothing waits any more, so that they know the result.
    this.#parts.tellTabs({ kind: "settled", habitId, day, sent, state });
    await this.#change(key, (old) => {
      if (old?.kind !== "day" || old.revision === item.revision) return undefined;
      return { ...old, found: state, tried: [] };
    });
    this.#sink?.settle(item, sent, state);
  }

  async #syncNote(key: string): Promise<void> {
    await syncNote(key, {
      transport: this.#parts.transport,
      now: this.#parts.now,
      newId: this.#parts.newId,
      change: async (key, change) => {
        const item = await this.#change(key, (old) => (old?.kind === "note" ? change(old) : old));
        return item?.kind === "note" ? item : undefined;
      },
    });
  }

  async #syncLogItem(key: string, item: WaitingLogItem): Promise<void> {
    const { habitId, day } = item;
    const state = dayStateOf(await syncLogItem(this.#parts.transport, item), item.item.unit);
    this.#parts.tellTabs({ kind: "settled", habitId, day, sent: state, state, item: key });
    await this.release(key);
    this.#sink?.settle(item, state, state);
  }

  async #refuse(key: string, item: WaitingItem, error: unknown): Promise<void> {
    await this.#change(key, (old) => old && { ...old, trouble: refusalOf(error) });
    if (item.kind === "day") this.#giveUp(item, item.found);
  }

  #giveUp(item: WaitingDay, state: DayState): void {
    const { habitId, day } = item;
    this.#sink?.giveUp(item, state);
    this.#parts.tellTabs({ kind: "gave-up", habitId, day, state });
  }

  async #change(key: string, change: (old: WaitingItem | undefined) => WaitingItem | undefined) {
    const item = await this.#parts.store.change(key, change);
    this.#put(key, item);
    this.#parts.tellTabs({ kind: "changed", key });
    return item;
  }

  async #reread(key: string): Promise<void> {
    // Before the store is read: what was read must not become old meanwhile.
    if (key.startsWith(logItemKey(""))) await this.#loadLogs();
    const before = this.#items.get(key);
    const item = await this.#parts.store.change(key, (old) => old);
    if (item && !isWaitingItem(item)) return;
    this.#put(key, item);
    if (item) this.#show(item);
    else if (before?.kind === "day") this.#sink?.giveUp(before, before.found);
  }

  #put(key: string, item: WaitingItem | undefined): void {
    const items = new Map(this.#items);
    const changed = item ?? items.get(key);
    if (item) items.set(key, item);
    else items.delete(key);
    this.#items = items;
    if (changed) this.#showLog(changed);
    this.#parts.onChange();
  }

  #show(item: WaitingItem): void {
    if (item.kind === "day" && !item.trouble) this.#sink?.hold(item);
    this.#showLog(item);
  }

  /** Fetches the code that shows entries of logs in their days: most users have none. Without it they wait unseen. */
  async #loadLogs(): Promise<void> {
    try {
      const { LogOverlay } = await import("../../progress/log-overlay.ts");
      this.#logs ??= new LogOverlay({
        waiting: () => waitingLogItems(this.#items),
        unitOf: (habitId) => this.#parts.habitOf(habitId)?.unit,
        drop: (id) => void this.release(logItemKey(id)).catch(() => {}),
      });
    } catch {
      // The form of the day still shows them.
    }
  }

  #showLog(item: WaitingItem): void {
    if (item.kind === "log" && this.#logs) this.#sink?.showLog(item, this.#logs);
  }
}
