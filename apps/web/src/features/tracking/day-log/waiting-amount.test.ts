import { toDayNumber } from "@daymark/domain/base/day";
import { computeStatistics, type Statistics } from "@daymark/domain/rules/statistics";
import { habitOf } from "@daymark/domain/testing-habits";
import type { Entry, ProgressSetInput } from "@daymark/domain/tracking/progress";
import { notifyManager, QueryClient, QueryObserver } from "@tanstack/react-query";
import { TRPCClientError } from "@trpc/client";
import { beforeEach, expect, test, vi } from "vitest";
import { memoryStore } from "../../../lib/drafts/testing-store.ts";
import { dayEntryOf, rulesOf } from "../habit/rules.ts";
import { Outbox } from "../offline/outbox/outbox.ts";
import type { OutboxMessage } from "../offline/outbox/outbox-parts.ts";
import { logItemKey, type WaitingItem } from "../offline/outbox/waiting.ts";
import { keepSeen, restoreSeen, type SeenAnswer } from "../offline/seen.ts";
import { type DayState, dayStateOf, type ShownEntry } from "../progress/day-state.ts";
import { FigureCache } from "../progress/figure-cache.ts";
import { ProgressCache } from "../progress/progress-cache.ts";
import { WriteQueue } from "../progress/queue/write-queue.ts";

const day = "2026-11-21";
const habit = habitOf({ id: 4, target: 30, keeps_log: true, first_day: "2026-11-20" });
const range = { from: "2026-11-01", to: "2026-11-30" };
const listKey = [["progress", "list"], { input: range, type: "query" }];
const figuresKey = [["habit", "statisticsList"], { input: {}, type: "query" }];
const habitsKey = [["habit", "list"], { input: { archived: false }, type: "query" }];
const refusal = new TRPCClientError("log_full", {
  result: { error: { data: { code: "validation_failed", status: 400 } } },
} as never);
/** Until messages have arrived and everything is rendered. */
const settle = () => new Promise((resolve) => setTimeout(resolve));
const entryOn = (on: string, value: number | null): Entry => ({
  ...{ habit_id: habit.id, day: on, value, unit: "minutes" },
  ...{ skipped: false, confirmed: false, note: null },
});

/** The server's days, and the entries that it has added. */
let rows: Map<string, Entry>;
let added: Set<string>;
let isRefusing: boolean;
let store: ReturnType<typeof memoryStore<WaitingItem>>;
let tabs: { outbox: Outbox; hear: (message: OutboxMessage) => void }[];

beforeEach(() => {
  rows = new Map([["2026-11-20", entryOn("2026-11-20", 30)]]);
  rows.set(day, entryOn(day, 20));
  added = new Set();
  isRefusing = false;
  store = memoryStore();
  tabs = [];
});

const server = {
  set: async ({ day: on, value, clear }: ProgressSetInput & { clear?: true }) => {
    const entry = entryOn(on, clear ? null : (value ?? null));
    rows.set(on, entry);
    return entry;
  },
  createLogItem: async ({ id, value, day: on }: { id: string; value: number; day: string }) => {
    if (isRefusing) throw refusal;
    if (!added.has(id)) rows.set(on, entryOn(on, (rows.get(on)?.value ?? 0) + value));
    added.add(id);
    return rows.get(on) as Entry;
  },
};

function statistics(): Statistics {
  const entries = [...rows.values()].map(dayEntryOf);
  return { habit_id: habit.id, ...computeStatistics(rulesOf(habit), entries, toDayNumber(day)), remaining: null };
}

/** A page without a network, whose days and figures have been loaded. */
function openTab({ isLoaded = true } = {}) {
  const queryClient = new QueryClient();
  const cache = new ProgressCache(queryClient);
  const outbox: Outbox = new Outbox({
    store,
    transport: {
      ...server,
      read: async ({ day: on }) => rows.get(on),
      createNote: () => Promise.reject(refusal),
      updateNote: () => Promise.reject(refusal),
      listNotes: async () => [],
      onNote: () => {},
      onNoteDivided: () => {},
    },
    alone: (work) => work(),
    tellTabs: (message) => {
      for (const tab of tabs) if (tab.outbox !== outbox) tab.hear(message);
    },
    habitOf: () => habit,
    now: () => 0,
    newId: () => crypto.randomUUID(),
    onChange: () => {},
    onKept: () => {},
  });
  const queue = new WriteQueue({
    cache,
    transport: { ...server, empty: () => Promise.reject(refusal), delete: () => Promise.reject(refusal) },
    onFailure: () => {},
    keeper: {
      isOffline: true,
      isUnreachable: () => true,
      inTime: (call) => call,
      keep: (write) => outbox.keepDay(write),
      keepUnderway: () => {},
      release: (write) => void outbox.releaseDay(write),
    },
  });
  const figures = new FigureCache(queryClient, cache, {
    clock: { read: () => day, dayAt: () => day },
    isUnsettled: (habitId) => queue.isUnsettled(habitId),
  });
  queryClient.setQueryDefaults(listKey, { structuralSharing: queue.share(range) });
  queryClient.setQueryDefaults(figuresKey, { structuralSharing: figures.share });
  const load = () => {
    queryClient.setQueryData(habitsKey, { results: [habit] });
    queryClient.setQueryData(listKey, { results: [...rows.values()] });
    queryClient.setQueryData(figuresKey, { results: [statistics()] });
  };
  if (isLoaded) load();
  outbox.attach(queue);
  const shown = (): ShownEntry | undefined =>
    queryClient.getQueryData<{ results: ShownEntry[] }>(listKey)?.results.find((entry) => entry.day === day);
  /** Every amount of the day that has been rendered. */
  const amounts: unknown[] = [];
  const observer = new QueryObserver(queryClient, {
    queryKey: listKey,
    enabled: false,
    structuralSharing: queue.share(range),
  });
  // As React Query renders: once for all writes until the next task.
  observer.subscribe(
    notifyManager.batchCalls(() => {
      if (shown()?.value !== amounts.at(-1)) amounts.push(shown()?.value);
    }),
  );
  const tab = {
    ...{ queryClient, outbox, queue, load, shown, amounts },
    hear: (message: OutboxMessage) => void outbox.hear(message),
    streak: () => queryClient.getQueryData<{ results: Statistics[] }>(figuresKey)?.results[0]?.current_streak,
    write: async (state: Partial<DayState>) => {
      const now = queue.read(habit.id, day, "minutes");
      queue.write({ habitId: habit.id, day, state: { ...now, ...state } });
      await settle();
    },
    wait: async (id: string, value: number) =>
      outbox.keepLogItem({
        ...{ habitId: habit.id, day, title: habit.title, unitLabel: null },
        item: { id, value, unit: "minutes", at: null },
      }),
  };
  tabs.push(tab);
  return tab;
}

test("an entry that waits counts in the amount and in the streak of its day, marked as waiting", async () => {
  const tab = openTab();
  expect([tab.shown()?.value, tab.streak()]).toEqual([20, 1]);
  await tab.wait("a", 10);
  expect(tab.shown()).toMatchObject({ value: 30, waiting: true });
  expect(tab.streak()).toBe(2);
});

test("an answer that does not contain the entry does not take it from the day", async () => {
  const tab = openTab();
  await tab.wait("a", 10);
  tab.load();
  expect(tab.shown()).toMatchObject({ value: 30, waiting: true });
  expect(tab.streak()).toBe(2);
  const other = [["progress", "listOfHabit"], { input: { id: habit.id, ...range }, type: "query" }];
  tab.queryClient.setQueryData(other, { results: [...rows.values()] });
  tab.queue.repaint();
  expect(tab.queryClient.getQueryData<{ results: Entry[] }>(other)?.results[1]).toMatchObject({ value: 30 });
});

test("an entry that the server has taken is counted once, in all tabs and whenever they render", async () => {
  const [tab, other] = [openTab(), openTab()];
  await tab.wait("a", 10);
  await settle();
  expect([tab.shown(), other.shown()]).toMatchObject([
    { value: 30, waiting: true },
    { value: 30, waiting: true },
  ]);
  await tab.outbox.sync();
  await settle();
  expect([tab.shown(), other.shown(), rows.get(day)?.value]).toEqual([entryOn(day, 30), entryOn(day, 30), 30]);
  expect([tab.streak(), tab.amounts, other.streak(), other.amounts]).toEqual([2, [30], 2, [30]]);
  tab.load();
  expect(tab.shown()).toEqual(entryOn(day, 30));
});

test("a refused entry stops counting, and counts again when the user retries", async () => {
  const tab = openTab();
  await tab.wait("a", 10);
  isRefusing = true;
  await tab.outbox.sync();
  expect([tab.shown(), tab.streak()]).toEqual([entryOn(day, 20), 1]);
  isRefusing = false;
  await tab.outbox.insist(logItemKey("a"));
  expect([tab.shown()?.value, tab.streak()]).toEqual([30, 2]);
});

test("an entry that the user deletes while it waits stops counting", async () => {
  const tab = openTab();
  await tab.wait("a", 10);
  await tab.outbox.release(logItemKey("a"));
  expect([tab.shown(), tab.streak()]).toEqual([entryOn(day, 20), 1]);
});

test("a day that was typed while an entry waits becomes what was typed", async () => {
  const tab = openTab();
  await tab.wait("a", 10);
  await tab.write({ value: 45 });
  expect(tab.shown()).toMatchObject({ value: 45, waiting: true });
  await tab.wait("b", 5);
  expect(tab.shown()).toMatchObject({ value: 50 });
  await tab.outbox.sync();
  expect([rows.get(day)?.value, added.size, tab.shown()]).toEqual([50, 2, entryOn(day, 50)]);
});

test("a day that is cleared while an entry waits is empty here and on the server", async () => {
  const tab = openTab();
  await tab.wait("a", 10);
  await tab.write({ value: null });
  expect(tab.shown()).toMatchObject({ value: null });
  await tab.outbox.sync();
  expect([rows.get(day)?.value, added.size, tab.shown()]).toEqual([null, 0, undefined]);
});

test("an empty day whose only entry waits is cleared without a call, and the undo brings the amount back", async () => {
  rows.delete(day);
  const tab = openTab();
  await tab.wait("a", 10);
  await tab.write({ value: null });
  expect([tab.shown(), tab.outbox.items.size]).toEqual([undefined, 0]);
  await tab.write({ value: 10 });
  await tab.outbox.sync();
  expect([rows.get(day)?.value, tab.shown()]).toEqual([10, entryOn(day, 10)]);
});

test("a day and its entry are both sent, although an older answer is still on its way", async () => {
  const tab = openTab();
  let arrive = () => {};
  const older = { results: [...rows.values()] };
  const underway = tab.queryClient.fetchQuery({
    queryKey: listKey,
    queryFn: () => new Promise<object>((resolve) => (arrive = () => resolve(older))),
  });
  await tab.wait("a", 10);
  await tab.write({ value: 45 });
  await tab.outbox.sync();
  arrive();
  await underway;
  expect([rows.get(day)?.value, tab.shown()]).toEqual([45, entryOn(day, 45)]);
});

test("the next page without a network counts the entry once", async () => {
  const page = Object.assign(new EventTarget(), { visibilityState: "hidden" });
  vi.stubGlobal("document", page);
  const seen = memoryStore<SeenAnswer>();
  const first = openTab();
  await first.wait("a", 10);
  const stop = keepSeen(first.queryClient, seen);
  page.dispatchEvent(new Event("visibilitychange"));
  stop();
  vi.unstubAllGlobals();
  const next = openTab({ isLoaded: false });
  await restoreSeen(next.queryClient, seen, Date.now());
  await next.outbox.load();
  expect(next.shown()).toMatchObject({ value: 30, waiting: true });
  expect(next.streak()).toBe(2);
  await next.outbox.sync();
  expect([dayStateOf(next.shown(), "minutes").value, rows.get(day)?.value]).toEqual([30, 30]);
});
