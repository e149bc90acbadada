import { isUnreachable, problemOf } from "../../../lib/network/problem.ts";
import { comparingCall, type DayState, dayStateOf, differingParts } from "../progress/day-state.ts";
import type { WaitingWrite } from "../progress/lane.ts";
import { compareDay } from "./compare-day.ts";
import { type DaySink, type OutboxMessage, type OutboxParts, SessionOver, type SyncOutcome } from "./outbox-parts.ts";
import { syncNote } from "./sync-note.ts";
import type { NoteToKeep, WaitingDay, WaitingItem } from "./waiting.ts";

/** Under which a day is kept. */
export function dayKey({ habitId, day }: { habitId: number; day: string }): string {
  return `day ${habitId} ${day}`;
}

/** How often a day is compared anew that others keep changing meanwhile. */
const turnsMax = 5;
/** Of what was sent without an answer, this many are remembered. */
const triedMax = 5;

/**
 * What could not be sent, kept until it can be: on the disk, for this person alone, for all tabs. What is in the store
 * counts; what a tab holds in memory follows it.
 *
 * A day is sent with what it is believed to be on the server, and written only if it is. So one that is sent twice,
 * because an answer was lost, does nothing the second time, and one that was changed elsewhere is noticed: then the
 * server's value stays, and both are shown to choose from.
 */
export class Outbox {
  readonly #parts: OutboxParts;
  #items: ReadonlyMap<string, WaitingItem> = new Map();
  #sink: DaySink | null = null;
  /** What days came to that were sent by this page, should a write have been underway to the store meanwhile. */
  readonly #settled = new Map<string, DayState>();

  constructor(parts: OutboxParts) {
    this.#parts = parts;
  }

  /** All that waits or is undecided; the same map until it changes. */
  get items(): ReadonlyMap<string, WaitingItem> {
    return this.#items;
  }

  /** Reads what earlier pages left. */
  async load(): Promise<void> {
    this.#items = new Map(await this.#parts.store.readAll());
    for (const item of this.#items.values()) this.#show(item);
    this.#parts.onChange();
  }

  /** From now on the days that wait are shown there. */
  attach(sink: DaySink): void {
    this.#sink = sink;
    for (const item of this.#items.values()) this.#show(item);
  }

  /** @throws where the browser has no room for it */
  async keepDay(write: WaitingWrite): Promise<void> {
    const key = dayKey(write);
    const settled = this.#settled.get(key);
    await this.#change(key, (old) => {
      const base = old?.kind === "day" && !old.trouble ? old : null;
      const tried = [...(base?.tried ?? []), ...write.tried, ...(settled ? [settled] : [])];
      return {
        ...write,
        kind: "day",
        // What was found first is what others may have changed since.
        found: base?.found ?? write.found,
        parts: [...new Set([...(base?.parts ?? []), ...write.parts])],
        tried: unique(tried),
        title: this.#parts.titleOf(write.habitId) || (base?.title ?? ""),
        sinceMs: base?.sinceMs ?? this.#parts.now(),
        revision: this.#parts.newId(),
        trouble: null,
      };
    });
    this.#parts.onKept();
  }

  /** The server has it, or nobody wants it any more. What is undecided stays. */
  async releaseDay(day: { habitId: number; day: string }): Promise<void> {
    await this.#change(dayKey(day), (old) => (old?.trouble ? old : undefined));
  }

  /** @throws where the browser has no room for it */
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

  async releaseNote(key: string): Promise<void> {
    await this.#change(key, () => undefined);
  }

  /** Of a day that was changed here and elsewhere, this one is to be; or what was refused is tried again. */
  async insist(key: string, state?: DayState): Promise<void> {
    const item = await this.#change(key, (old) => {
      if (!old?.trouble) return old;
      const revision = this.#parts.newId();
      if (old.kind === "note") return { ...old, revision, trouble: null };
      const found = old.trouble.kind === "conflict" ? old.trouble.server : old.found;
      return { ...old, revision, found, tried: [], wanted: state ?? old.wanted, trouble: null };
    });
    if (item) this.#show(item);
    this.#parts.onKept();
  }

  /** What the server holds stays, and what was wanted here goes. */
  async dismiss(key: string): Promise<void> {
    await this.#change(key, (old) => (old?.trouble ? undefined : old));
  }

  /** Another tab has something to say. */
  async hear(message: OutboxMessage): Promise<void> {
    if (message.kind === "settled") this.#sink?.settle(message, message.sent, message.state);
    if (message.kind === "gave-up") this.#sink?.giveUp(message, message.state);
    if (message.kind === "changed") await this.#reread(message.key);
  }

  /** Sends what waits, oldest first, once: while one tab does, the others wait and then find nothing. */
  async sync(): Promise<SyncOutcome> {
    let outcome: SyncOutcome = "done";
    await this.#parts.alone(async () => {
      const items = await this.#parts.store.readAll();
      items.sort(([, a], [, b]) => a.sinceMs - b.sinceMs);
      for (const [key, item] of items) {
        if (item.trouble) continue;
        try {
          await (item.kind === "day" ? this.#syncDay(key) : this.#syncNote(key));
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
      // Before it is sent, for its answer may never come.
      const item = await this.#change(key, (old) =>
        old?.kind === "day" && !old.trouble ? { ...old, tried: unique([...old.tried, old.wanted]) } : old,
      );
      if (item?.kind !== "day" || item.trouble) return;
      const { habitId: id, day, wanted } = item;
      try {
        const sent = comparingCall({ id, day, state: wanted, parts: new Set(item.parts) }, item.found);
        await this.#settle(key, item, dayStateOf(await this.#parts.transport.set(sent), item.habitUnit));
      } catch (error) {
        if (!isChanged(error)) throw error;
        await this.#compare(key, item);
      }
    }
  }

  /** A day is not what it was believed to be. */
  async #compare(key: string, item: WaitingDay): Promise<void> {
    const { habitId: id, day, habitUnit, wanted, revision } = item;
    const { transport } = this.#parts;
    let server = dayStateOf(await transport.read({ id, day }), habitUnit);
    const { ours, disputed } = compareDay(item, server);
    if (ours.length === 0 && disputed.length === 0) return this.#settle(key, item, server);
    if (disputed.length === 0) {
      // It is ours to change after all; with the next turn it is sent over what was found now.
      await this.#change(key, (old) => (old?.kind === "day" ? { ...old, found: server } : old));
      return;
    }
    if (ours.length > 0) {
      try {
        const sent = comparingCall({ id, day, state: wanted, parts: new Set(ours) }, server);
        server = dayStateOf(await transport.set(sent), habitUnit);
      } catch (error) {
        // Changed once more in this very moment: the next turn looks again.
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
    // Before they learn that nothing waits any more, so that they know what it came to.
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

  async #refuse(key: string, item: WaitingItem, error: unknown): Promise<void> {
    const problem = problemOf(error);
    const told = problem && { code: problem.code, ...(problem.values && { values: problem.values }) };
    await this.#change(key, (old) => old && { ...old, trouble: { kind: "refused", problem: told } });
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

function isChanged(error: unknown): boolean {
  return problemOf(error)?.code === "conflict";
}

/** "done" for what is about the one thing that was sent, and will not become better by waiting. */
function outcomeOf(error: unknown): SyncOutcome {
  if (error instanceof SessionOver) return "stopped";
  const problem = problemOf(error);
  if (isUnreachable(error) || problem?.status === 429) return "later";
  if (problem?.status === 401 || problem?.status === 403) return "stopped";
  return "done";
}

/** The newest few, each once. */
function unique(states: readonly DayState[]): DayState[] {
  const known: DayState[] = [];
  for (const state of states.toReversed()) {
    if (!known.some((other) => differingParts(other, state).length === 0)) known.unshift(state);
  }
  return known.slice(-triedMax);
}
