import type { Note } from "@daymark/domain/tracking/note";
import type { Entry, ProgressSetInput } from "@daymark/domain/tracking/progress";
import { TRPCClientError } from "@trpc/client";
import { beforeEach, describe, expect, test } from "vitest";
import { NoAnswer } from "../../../lib/network/connection.ts";
import { blankDay, type DayState, dayStateOf } from "../progress/day-state.ts";
import { dayKey, Outbox } from "./outbox.ts";
import { type OutboxMessage, SessionOver } from "./outbox-parts.ts";
import { memoryStore } from "./testing-store.ts";
import { noteKey, type WaitingItem, waitingKinds } from "./waiting.ts";

const habitId = 4;
const day = "2026-11-21";
const key = dayKey({ habitId, day });
const blank = blankDay("minutes");
const minutes = (value: number): DayState => ({ ...blank, value });

const refusal = (code: string, status: number, errors?: object) =>
  new TRPCClientError(code, { result: { error: { data: { code, status, ...(errors && { errors }) } } } } as never);
const noAnswer = () => TRPCClientError.from(new NoAnswer("Failed to fetch"));

/**
 * The server's side of one habit and the notes, and a network that can fail before or after the server did its work.
 */
class Server {
  readonly days = new Map<string, Entry>();
  notes: Note[] = [];
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
      const note = noteOf(this.notes.length + 1, text);
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

function noteOf(id: number, text: string): Note {
  return { id, text, pinned: false, created_at: "", updated_at: "" };
}

const sorted = (state: object) => Object.entries(state).toSorted(([a], [b]) => a.localeCompare(b));

let server: Server;
let store: ReturnType<typeof memoryStore<WaitingItem>>;
let shown: string[];
let divided: string[];
let ids: number;
let lock: Promise<unknown>;
let tabs: { outbox: Outbox; hear: (message: OutboxMessage) => void }[];

beforeEach(() => {
  server = new Server();
  store = memoryStore();
  shown = [];
  divided = [];
  ids = 0;
  lock = Promise.resolve();
  tabs = [];
});

/** A tab of the browser: it shares the store and the lock with the others. */
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
    habitOf: () => ({ title: "Read", unit_label: null }),
    now: () => 0,
    newId: () => `id-${++ids}`,
    onChange: () => {},
    onKept: () => {},
  });
  tabs.push({ outbox, hear: (message) => void outbox.hear(message) });
  return outbox;
}

const write = (found: DayState, wanted: DayState, tried: DayState[] = []) => ({
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
const troubles = (outbox: Outbox) => waitingKinds(outbox.items).troubles.map(([, item]) => item.trouble);
const valueOnServer = () => server.days.get(day)?.value ?? null;

describe("a queued day", () => {
  test("survives the page and is sent once", async () => {
    await openTab().keepDay(write(blank, minutes(5)));
    const later = openTab();
    await later.load();
    expect([...later.items.keys()]).toEqual([key]);
    expect(await later.sync()).toBe("done");
    expect(await later.sync()).toBe("done");
    expect([server.calls, valueOnServer(), later.items.size]).toEqual([["set"], 5, 0]);
    expect(await store.readAll()).toEqual([]);
  });

  test("stays queued if the session ends while it is sent", async () => {
    const outbox = openTab();
    await outbox.keepDay(write(blank, minutes(5)));
    server.faults = [new SessionOver("somebody else's")];
    expect(await outbox.sync()).toBe("stopped");
    expect(troubles(outbox)).toEqual([]);
    expect(await outbox.sync()).toBe("done");
    expect(valueOnServer()).toBe(5);
  });

  test.each([null, 1, {}, { kind: "day", sinceMs: 0 }, { kind: "day", sinceMs: 0, habitId: 1, day }, { kind: "new" }])(
    "is shown and sent beside %j, which no version stored, and which stays untouched",
    async (item) => {
      const foreign = ["other", item] as const;
      await store.putAll(new Map([foreign]) as never);
      await openTab().keepDay(write(blank, minutes(5)));
      const later = openTab();
      await later.load();
      expect([...later.items.keys()]).toEqual([key]);
      expect(await later.sync()).toBe("done");
      expect(valueOnServer()).toBe(5);
      expect(await store.readAll()).toEqual([foreign]);
    },
  );

  test("is sent by one of two tabs that try in parallel", async () => {
    const [first, second] = [openTab(), openTab()];
    await first.keepDay(write(blank, minutes(5)));
    await Promise.all([first.sync(), second.sync()]);
    expect(server.calls).toEqual(["set"]);
    expect([first.items.size, second.items.size]).toEqual([0, 0]);
  });

  test("stays queued without an answer, and is not duplicated if the answer was lost", async () => {
    const outbox = openTab();
    await outbox.keepDay(write(blank, minutes(5)));
    server.faults = ["lost after"];
    expect(await outbox.sync()).toBe("later");
    expect([valueOnServer(), outbox.items.size]).toEqual([5, 1]);
    expect(await outbox.sync()).toBe("done");
    expect([valueOnServer(), outbox.items.size, troubles(outbox)]).toEqual([5, 0, []]);
    expect(server.calls).toEqual(["set", "set", "read"]);
  });

  test("is written again over the state that an unanswered write left", async () => {
    const outbox = openTab();
    // The page sent it before it waited, and got no response.
    server.record(minutes(5));
    await outbox.keepDay(write(blank, blank, [minutes(5)]));
    await store.change(key, (item) => item && { ...item, parts: ["amount"] });
    await outbox.sync();
    expect([valueOnServer(), troubles(outbox)]).toEqual([null, []]);
  });

  test("is sent only in its last state", async () => {
    const outbox = openTab();
    await outbox.keepDay(write(blank, minutes(1)));
    await outbox.keepDay(write(minutes(1), minutes(2)));
    await outbox.sync();
    expect([server.calls, valueOnServer()]).toEqual([["set"], 2]);
  });

  test("that changes while it is being sent is sent again", async () => {
    const outbox = openTab();
    await outbox.keepDay(write(blank, minutes(1)));
    let keeping: Promise<void> | undefined;
    server.meanwhile = () => {
      keeping = outbox.keepDay(write(blank, minutes(2)));
    };
    await outbox.sync();
    await keeping;
    await outbox.sync();
    expect([valueOnServer(), outbox.items.size, troubles(outbox)]).toEqual([2, 0, []]);
  });

  test("is refused at once if the storage is full", async () => {
    store.isFull = true;
    await expect(openTab().keepDay(write(blank, minutes(5)))).rejects.toThrow("Quota");
  });
});

describe("a queued day that was changed elsewhere", () => {
  test("keeps the server's value, and offers both after a reload", async () => {
    await openTab().keepDay(write(blank, minutes(5)));
    server.record(minutes(3));
    await openTab().sync();
    const later = openTab();
    await later.load();
    expect(valueOnServer()).toBe(3);
    expect(later.items.get(key)).toMatchObject({
      wanted: minutes(5),
      trouble: { kind: "conflict", server: minutes(3) },
    });
  });

  test("gets the value that the user chooses", async () => {
    const outbox = openTab();
    await outbox.keepDay(write(blank, minutes(5)));
    server.record(minutes(3));
    await outbox.sync();
    await outbox.insist(key);
    await outbox.sync();
    expect([valueOnServer(), outbox.items.size]).toEqual([5, 0]);

    await outbox.keepDay(write(minutes(5), minutes(6)));
    server.record(minutes(4));
    await outbox.sync();
    await outbox.dismiss(key);
    await outbox.sync();
    expect([valueOnServer(), outbox.items.size]).toEqual([4, 0]);
  });

  test("asks again if the day changed again before the choice arrived", async () => {
    const outbox = openTab();
    await outbox.keepDay(write(blank, minutes(5)));
    server.record(minutes(3));
    await outbox.sync();
    server.record(minutes(4));
    await outbox.insist(key);
    await outbox.sync();
    expect(valueOnServer()).toBe(4);
    expect(troubles(outbox)).toEqual([{ kind: "conflict", server: minutes(4) }]);
  });

  test("in another part is merged without asking", async () => {
    const outbox = openTab();
    await outbox.keepDay(write(blank, minutes(5)));
    server.record({ ...blank, note: "from the phone" });
    await outbox.sync();
    expect(server.days.get(day)).toMatchObject({ value: 5, note: "from the phone" });
    expect(outbox.items.size).toBe(0);
  });

  test("with two notes keeps both texts, and writes the undisputed part", async () => {
    const outbox = openTab();
    await outbox.keepDay(write(blank, { ...minutes(5), note: "from here" }));
    server.record({ ...blank, note: "from the phone" });
    await outbox.sync();
    expect(server.days.get(day)).toMatchObject({ value: 5, note: "from the phone" });
    expect(outbox.items.get(key)).toMatchObject({ wanted: { note: "from here" }, parts: ["note"] });
    await outbox.insist(key, { ...minutes(5), note: "from the phone\nfrom here" });
    await outbox.sync();
    expect(server.days.get(day)).toMatchObject({ value: 5, note: "from the phone\nfrom here" });
  });

  test("is cleared without the note from elsewhere", async () => {
    server.record(minutes(5));
    const outbox = openTab();
    await outbox.keepDay(write(minutes(5), blank));
    server.record({ ...minutes(5), note: "from the phone" });
    await outbox.sync();
    expect(server.days.get(day)).toMatchObject({ value: null, note: "from the phone" });
  });

  test("to the same value needs nothing", async () => {
    const outbox = openTab();
    await outbox.keepDay(write(blank, minutes(5)));
    server.record(minutes(5));
    await outbox.sync();
    expect([outbox.items.size, server.calls]).toEqual([0, ["set", "read"]]);
  });
});

describe("a refused write", () => {
  test("is kept with value and reason, does not block others, and can be retried or discarded", async () => {
    const outbox = openTab();
    await outbox.keepDay(write(blank, minutes(5)));
    await outbox.keepDay({ ...write(blank, minutes(6)), day: "2026-11-20" });
    server.faults = [refusal("habit_not_found", 404)];
    expect(await outbox.sync()).toBe("done");
    expect(troubles(outbox)).toEqual([{ kind: "refused", problem: { code: "habit_not_found" } }]);
    expect(server.days.get("2026-11-20")?.value).toBe(6);
    await outbox.sync();
    expect(server.calls).toEqual(["set", "set"]);
    await outbox.insist(key);
    await outbox.sync();
    expect([valueOnServer(), outbox.items.size]).toEqual([5, 0]);
  });

  test.each<[string, Error, string]>([
    ["too many requests", refusal("too_many_requests", 429), "later"],
    ["an unavailable database", refusal("unavailable", 503), "later"],
    ["an ended session", refusal("session_terminated", 401), "stopped"],
  ])("is not caused by %s: everything stays queued", async (_, error, outcome) => {
    const outbox = openTab();
    await outbox.keepDay(write(blank, minutes(5)));
    server.faults = [error];
    expect(await outbox.sync()).toBe(outcome);
    expect([outbox.items.size, troubles(outbox)]).toEqual([1, []]);
  });
});

describe("a queued note", () => {
  const fresh = (text: string) => ({ id: null, text, found: null, tried: null, creation: "made-here" });
  const edit = (text: string, found: string) => ({ id: 1, text, found, tried: null, creation: "unused" });

  test("is created once with its latest text, however often it is sent", async () => {
    const outbox = openTab();
    await outbox.keepNote(noteKey(-1), fresh("draft"));
    server.faults = ["lost after"];
    await outbox.sync();
    await outbox.keepNote(noteKey(-1), fresh("draft, longer"));
    await outbox.sync();
    expect(server.notes.map(({ text }) => text)).toEqual(["draft, longer"]);
    expect(shown).toEqual(["note -1 is 1 draft", "note -1 is 1 draft, longer"]);
    expect(outbox.items.size).toBe(0);
  });

  test("is changed if it is unchanged on the server", async () => {
    server.notes = [noteOf(1, "old")];
    const outbox = openTab();
    await outbox.keepNote(noteKey(1), edit("new", "old"));
    server.faults = ["lost before"];
    expect(await outbox.sync()).toBe("later");
    await outbox.sync();
    expect(server.notes.map(({ text }) => text)).toEqual(["new"]);
  });

  test("that was changed elsewhere becomes two notes, with a message", async () => {
    server.notes = [noteOf(1, "from the phone")];
    const outbox = openTab();
    await outbox.keepNote(noteKey(1), edit("from here", "old"));
    await outbox.sync();
    expect(server.notes.map(({ text }) => text)).toEqual(["from the phone", "from here"]);
    expect([divided, outbox.items.size]).toEqual([["from here"], 0]);
  });

  test("that was deleted elsewhere is created again", async () => {
    const outbox = openTab();
    await outbox.keepNote(noteKey(1), edit("from here", "old"));
    await outbox.sync();
    expect(server.notes.map(({ text }) => text)).toEqual(["from here"]);
    expect(divided).toEqual([]);
  });

  test("that is refused keeps its text", async () => {
    const outbox = openTab();
    await outbox.keepNote(noteKey(-1), fresh("draft"));
    server.faults = [refusal("validation_failed", 400)];
    await outbox.sync();
    expect(outbox.items.get(noteKey(-1))).toMatchObject({ text: "draft", trouble: { kind: "refused" } });
  });
});

describe("a queued entry of a log", () => {
  const item = { id: "0f8fad5b-d9cb-469f-a165-70867728950e", value: 20, unit: "minutes" as const, at: null };
  const waiting = { habitId, day, item, title: "Walk", unitLabel: null };

  test("survives the page and is added once, although the answer was lost", async () => {
    await openTab().keepLogItem(waiting);
    const later = openTab();
    await later.load();
    server.faults = ["lost after"];
    expect(await later.sync()).toBe("later");
    expect(await later.sync()).toBe("done");
    expect([server.calls, valueOnServer(), later.items.size]).toEqual([["add", "add"], 20, 0]);
  });

  test("is added after a change of its day that was made later, so that the two do not differ", async () => {
    server.record(minutes(10));
    const outbox = openTab();
    await outbox.keepLogItem(waiting);
    await outbox.keepDay(write(minutes(10), minutes(15)));
    await outbox.sync();
    expect([server.calls, valueOnServer(), troubles(outbox)]).toEqual([["set", "add"], 35, []]);
  });

  test("without its time if that is on another day by now", async () => {
    const outbox = openTab();
    await outbox.keepLogItem({ ...waiting, item: { ...item, at: "2026-11-21T00:10:00.000Z" } });
    server.faults = [refusal("validation_failed", 400, { at: [{ code: "at_not_on_day" }] })];
    await outbox.sync();
    expect([server.calls, valueOnServer(), outbox.items.size]).toEqual([["add", "add"], 20, 0]);
  });

  test("that is refused stays with its reason until the user decides", async () => {
    const outbox = openTab();
    await outbox.keepLogItem(waiting);
    const full = { code: "log_full", values: { max: 100 } };
    server.faults = [refusal("validation_failed", 400, { value: [full] })];
    await outbox.sync();
    expect(troubles(outbox)).toEqual([{ kind: "refused", problem: { code: "validation_failed", field: full } }]);
    await outbox.insist(`log ${item.id}`);
    await outbox.sync();
    expect([valueOnServer(), outbox.items.size]).toEqual([20, 0]);
  });

  test("that the user drops is not sent", async () => {
    const outbox = openTab();
    await outbox.keepLogItem(waiting);
    await outbox.release(`log ${item.id}`);
    await outbox.sync();
    expect(server.calls).toEqual([]);
  });
});
