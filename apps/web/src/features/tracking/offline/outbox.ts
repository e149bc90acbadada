import { comparingCall, type DayState, dayStateOf } from "../progress/day-state.ts";
import type { WaitingWrite } from "../progress/queue/lane.ts";
import type { DaySink, OutboxMessage, OutboxParts, SyncOutcome } from "./outbox-parts.ts";
import { syncLogItem } from "./sync-log-item.ts";
import { syncNote } from "./sync-note.ts";
import { compareDay, isChanged, outcomeOf, refusalOf, unique, withTime } from "./sync-rules.ts";
import {
  isWaitingItem,
  type LogItemToKeep,
  logItemKey,
  type NoteToKeep,
  type WaitingDay,
  type WaitingItem,
  type WaitingLogItem,
} from "./waiting.ts";

/** The key of a day. */
export function dayKey({ habitId, day }: { habitId: number; day: string }): string {
  return `day ${habitId} ${day}`;
}

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
    this.#items = new Map(await this.#readStored());
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
        sinceMs: base?.sinceMs ?? this.#parts.now(),
        revision: this.#parts.newId(),
        trouble: null,
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
        sinceMs: base?.sinceMs ?? this.#parts.now(),
        revision: this.#parts.newId(),
        trouble: null,
      };
    });
    this.#parts.onKept();
  }

  /** @throws if the browser has no space for it */
  async keepLogItem(given: LogItemToKeep): Promise<void> {
    const { now, newId } = this.#parts;
    await this.#change(logItemKey(given.item.id), () => ({
      ...given,
      kind: "log",
      sinceMs: now(),
      revision: newId(),
      trouble: null,
    }));
    this.#parts.onKept();
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
    if (message.kind === "settled") this.#sink?.settle(message, message.sent, message.state);
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
      const { habitId: id, day, wanted } = item;
      try {
        const call = comparingCall({ id, day, state: wanted, parts: new Set(item.parts) }, item.found);
        const sent = withTime(call, item.sinceMs);
        await this.#settle(key, item, dayStateOf(await this.#parts.transport.set(sent), item.habitUnit));
      } catch (error) {
        if (!isChanged(error)) throw error;
        await this.#compare(key, item);
      }
    }
  }

  /** The day on the server is not in the expected state. */
  async #compare(key: string, item: WaitingDay): Promise<void> {
    const { habitId: id, day, habitUnit, wanted, revision } = item;
    const { transport } = this.#parts;
    let server = dayStateOf(await transport.read({ id, day }), habitUnit);
    const { ours, disputed } = compareDay(item, server);
    if (ours.length === 0 && disputed.length === 0) return this.#settle(key, item, server);
    if (disputed.length === 0) {
      // We may overwrite it after all: the next turn sends it with the state found now.
      await this.#change(key, (old) => (old?.kind === "day" ? { ...old, found: server } : old));
      return;
    }
    if (ours.length > 0) {
      try {
        const call = comparingCall({ id, day, state: wanted, parts: new Set(ours) }, server);
        const sent = withTime(call, item.sinceMs);
        server = dayStateOf(await transport.set(sent), habitUnit);
      } catch (error) {
        // The day changed again at this moment: the next turn compares again.
        if (isChanged(error)) return;
        throw error;
      }
    }
    const after = await this.#change(key, (old) =>
      old?.kind === "day" && old.revision === revision
        ? { ...old, parts: disputed, found: server, trouble: { kind: "conflict", server } }
        : old,
    );
    if (after?.trouble) this.#giveUp(item, server);
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
    this.#parts.tellTabs({ kind: "settled", habitId, day, sent: state, state });
    await this.#change(key, () => undefined);
    this.#sink?.settle({ habitId, day }, state, state);
  }

  async #refuse(key: string, item: WaitingItem, error: unknown): Promise<void> {
    await this.#change(key, (old) => old && { ...old, trouble: refusalOf(error) });
    if (item.kind === "day") this.#giveUp(item, item.found);
  }

  #giveUp({ habitId, day }: WaitingDay, state: DayState): void {
    this.#sink?.giveUp({ habitId, day }, state);
    this.#parts.tellTabs({ kind: "gave-up", habitId, day, state });
  }

  async #change(key: string, change: (old: WaitingItem | undefined) => WaitingItem | undefined) {
    const item = await this.#parts.store.change(key, change);
    this.#put(key, item);
    this.#parts.tellTabs({ kind: "changed", key });
    return item;
  }

  async #reread(key: string): Promise<void> {
    const before = this.#items.get(key);
    const item = await this.#parts.store.change(key, (old) => old);
    if (item && !isWaitingItem(item)) return;
    this.#put(key, item);
    if (item) this.#show(item);
    else if (before?.kind === "day") this.#sink?.giveUp(before, before.found);
  }

  #put(key: string, item: WaitingItem | undefined): void {
    const items = new Map(this.#items);
    if (item) items.set(key, item);
    else items.delete(key);
    this.#items = items;
    this.#parts.onChange();
  }

  #show(item: WaitingItem): void {
    if (item.kind === "day" && !item.trouble) this.#sink?.hold(item);
  }
}
