import type { Note } from "@daymark/domain/tracking/note";
import type { Entry, ProgressSetInput } from "@daymark/domain/tracking/progress";
import { TRPCClientError } from "@trpc/client";
import { memoryStore } from "../../../../lib/drafts/testing-store.ts";
import { NoAnswer } from "../../../../lib/network/connection.ts";
import { blankDay, type DayState, dayStateOf } from "../../progress/day-state.ts";
import { Outbox } from "./outbox.ts";
import type { OutboxMessage } from "./outbox-parts.ts";
import { dayKey, type WaitingItem, waitingKinds } from "./waiting.ts";

export const habitId = 4;
export const day = "2026-11-21";
export const key = dayKey({ habitId, day });
export const blank = blankDay("minutes");
export const minutes = (value: number): DayState => ({ ...blank, value });

export const refusal = (code: string, status: number, errors?: object) =>
  new TRPCClientError(code, { result: { error: { data: { code, status, ...(errors && { errors }) } } } } as never);
const noAnswer = () => TRPCClientError.from(new NoAnswer("Failed to fetch"));

/**
 * The server's side of one habit and the notes, and a network that can fail before or after the server did its work.
 */
class Server {
  readonly days = new Map<string, Entry>();
  notes: Note[] = [];
  /** The server's and the browser's clock. */
  readonly clock = { now: 0 };
  readonly calls: string[] = [];
  readonly added = new Set<string>();
  readonly created = new Map<string, { text: string; note: Note }>();
  /** The faults of the next calls, one each; later calls succeed. */
  faults: ("lost before" | "lost after" | Error)[] = [];
  /** Called during the next call, before the server does its work. */
  meanwhile: (() => void) | undefined;

  /** Another device writes. */
  record(state: DayState, at = day) {
    this.days.set(at, { habit_id: habitId, day: at, ...state });
  }

  set = (input: ProgressSetInput) =>
    this.#answer("set", () => {
      const old = dayStateOf(this.days.get(input.day), "minutes");
      const expected = input.expected ?? blank;
      if (JSON.stringify(sorted(old)) !== JSON.stringify(sorted(expected))) throw refusal("conflict", 409);
      const amount = input.clear
        ? blank
        : input.value !== undefined
          ? { ...old, value: input.value, skipped: false }
          : input.skipped
            ? { ...old, value: null, skipped: true }
            : old;
      const note = input.note !== undefined ? input.note || null : input.clear ? null : old.note;
      const entry = { habit_id: habitId, day: input.day, ...amount, note };
      if (entry.value === null && !entry.skipped && entry.note === null) this.days.delete(input.day);
      else this.days.set(input.day, entry);
      return entry;
    });

  read = ({ day }: { day: string }) => this.#answer("read", () => this.days.get(day));

  createNote = (text: string, creation: string) =>
    this.#answer("create", () => {
      const known = this.created.get(creation);
      if (known && known.text !== text) throw refusal("conflict", 409);
      if (known) return known.note;
      const note = noteOf(this.notes.length + 1, text, this.clock.now);
      this.created.set(creation, { text, note });
      this.notes.push(note);
      return note;
    });

  updateNote = (id: number, text: string) =>
    this.#answer("update", () => {
      const note = this.notes.find((other) => other.id === id);
      if (!note) throw refusal("note_not_found", 404);
      note.text = text;
      return { ...note };
    });

  createLogItem = ({ id, value, day: at }: { id: string; value: number; day: string }) =>
    this.#answer("add", () => {
      const old = dayStateOf(this.days.get(at), "minutes");
      if (!this.added.has(id)) this.record({ ...old, value: (old.value ?? 0) + value, skipped: false }, at);
      this.added.add(id);
      return this.days.get(at) as Entry;
    });

  listNotes = () => this.#answer("list", () => this.notes.map((note) => ({ ...note })));

  async #answer<Answer>(call: string, work: () => Answer): Promise<Answer> {
    this.calls.push(call);
    const fault = this.faults.shift();
    if (fault === "lost before") throw noAnswer();
    if (fault instanceof Error) throw fault;
    this.meanwhile?.();
    this.meanwhile = undefined;
    const answer = work();
    if (fault === "lost after") throw noAnswer();
    return answer;
  }
}

export function noteOf(id: number, text: string, createdMs = 0): Note {
  const time = new Date(createdMs).toISOString();
  return { id, text, pinned: false, created_at: time, updated_at: time };
}

const sorted = (state: object) => Object.entries(state).toSorted(([a], [b]) => a.localeCompare(b));

/** One browser with its store, whose tabs share it and a lock, and the server that they call. All are new. */
export function startBrowser() {
  const server = new Server();
  const store = memoryStore<WaitingItem>();
  const shown: string[] = [];
  const divided: string[] = [];
  const tabs: { outbox: Outbox; hear: (message: OutboxMessage) => void }[] = [];
  let ids = 0;
  let lock: Promise<unknown> = Promise.resolve();

  function openTab(): Outbox {
    const outbox: Outbox = new Outbox({
      store,
      transport: {
        set: server.set,
        read: server.read,
        createNote: server.createNote,
        updateNote: server.updateNote,
        listNotes: server.listNotes,
        createLogItem: server.createLogItem,
        onNote: (noteKey, note) => shown.push(`${noteKey} is ${note.id} ${note.text}`),
        onNoteDivided: (note) => void divided.push(note.text),
      },
      alone: (work) => {
        const done = lock.then(work);
        lock = done.catch(() => {});
        return done;
      },
      tellTabs: (message) => {
        for (const tab of tabs) if (tab.outbox !== outbox) tab.hear(message);
      },
      habitOf: () => ({ title: "Read", unit: "minutes", unit_label: null }),
      now: () => server.clock.now,
      newId: () => `id-${++ids}`,
      onChange: () => {},
      onKept: () => {},
    });
    tabs.push({ outbox, hear: (message) => void outbox.hear(message) });
    return outbox;
  }

  return {
    server,
    store,
    /** The notes that the page received from the server. */
    shown,
    /** The texts that became notes of their own. */
    divided,
    openTab,
    valueOnServer: () => server.days.get(day)?.value ?? null,
  };
}

/** A change of the day from one state to another. */
export const write = (found: DayState, wanted: DayState, tried: DayState[] = []) => ({
  habitId,
  day,
  found,
  wanted,
  habitUnit: "minutes" as const,
  parts: [
    ...(found.value !== wanted.value || found.skipped !== wanted.skipped ? ["amount" as const] : []),
    ...(found.note !== wanted.note ? ["note" as const] : []),
  ],
  tried,
});

/** Why changes of a tab could not be sent. */
export const troubles = (outbox: Outbox) => waitingKinds(outbox.items).troubles.map(([, item]) => item.trouble);
