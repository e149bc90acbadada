import { toDayNumber } from "@daymark/domain/base/day";
import type { Entry } from "@daymark/domain/tracking/progress";
import { notifyManager, type Query, type QueryClient, replaceEqualDeep } from "@tanstack/react-query";
import type { ShownEntry } from "./day-state.ts";
import type { WaitingLogs } from "./waiting-logs.ts";

/** Input of `progress.list` and `progress.listOfHabit`. */
export interface ProgressRange {
  id?: number;
  from: string;
  to: string;
}

/** A day that the page shows in another state than before. */
export interface ShownChange {
  habitId: number;
  day: string;
  before: Entry | undefined;
  after: Entry | undefined;
}

/** Days without a gap, and all their entries of one habit, in any order. */
export interface LoadedDays {
  from: string;
  to: string;
  entries: readonly Entry[];
}

interface EntryList {
  results: Entry[];
}

/** The first part of the key of every query of the progress router (see getQueryKey of @trpc/react-query). */
const progressKey = [["progress"]];

/** The first part of the key of the figures of all active habits. */
export const figuresKey = [["habit", "statisticsList"]];

/** The recorded days in all queries of the page. */
export class ProgressCache {
  readonly #queryClient: QueryClient;
  readonly #listeners = new Set<(changes: readonly ShownChange[]) => void>();
  /** Null until an entry of a log waits. */
  logs: WaitingLogs | null = null;
  /** The changes of the running batch. */
  #changes: ShownChange[] | null = null;

  constructor(queryClient: QueryClient) {
    this.#queryClient = queryClient;
  }

  /** @param listener is called once for all days that are written together, before any of them is rendered */
  subscribe(listener: (changes: readonly ShownChange[]) => void): void {
    this.#listeners.add(listener);
  }

  /** Renders all days that `work` writes together. */
  batch(work: () => void): void {
    if (this.#changes) work();
    else notifyManager.batch(() => this.#collect(work));
  }

  #collect(work: () => void): void {
    const changes: ShownChange[] = [];
    this.#changes = changes;
    try {
      work();
    } finally {
      this.#changes = null;
      for (const listener of this.#listeners) listener(changes);
    }
  }

  /**
   * The entry of a day in the loaded ranges; undefined if none has the day, or if it is blank. A query on the screen is
   * kept fresh, so it takes precedence over one that is not.
   */
  read(habitId: number, day: string): Entry | undefined {
    const ranges = [...this.#loaded()].filter(({ query }) => isWithin(rangeOf(query), habitId, day));
    const { data } = ranges.find(({ query }) => query.isActive()) ?? ranges.toSorted(newestFirst)[0] ?? {};
    return data?.results.find((entry) => entry.habit_id === habitId && entry.day === day);
  }

  /** True if a query on the screen covers the whole range, so that its days are known. */
  isShown({ id, from, to }: ProgressRange): boolean {
    return [...this.#loaded()].some(({ query }) => {
      const range = query.isActive() ? rangeOf(query) : undefined;
      return range && (range.id === undefined || range.id === id) && range.from <= from && to <= range.to;
    });
  }

  /** True if the condition holds for the day in every loaded range that shows it. */
  agrees(habitId: number, day: string, holds: (entry: Entry | undefined) => boolean): boolean {
    return [...this.#loaded()]
      .filter(({ query }) => isWithin(rangeOf(query), habitId, day))
      .every(({ data }) => holds(data.results.find((entry) => entry.habit_id === habitId && entry.day === day)));
  }

  /** True while a day of the habit has entries of its log that wait. */
  hasLog(id: number): boolean {
    return this.logs?.days().some(({ habitId }) => habitId === id) === true;
  }

  /** A day with the entries of its log that wait. */
  withLog(habitId: number, day: string, entry: Entry | undefined): ShownEntry | undefined {
    return this.logs ? this.logs.add(habitId, day, entry) : entry;
  }

  /** The days of a list that have entries of their logs that wait, with these. */
  *loggedDays(range: ProgressRange, list: readonly Entry[]) {
    for (const { habitId, day } of this.logs?.days() ?? []) {
      if (!isWithin(range, habitId, day)) continue;
      const found = list.find((entry) => entry.habit_id === habitId && entry.day === day);
      yield { habitId, day, entry: this.withLog(habitId, day, found) };
    }
  }

  /** Writes an entry (or its absence) into every loaded range that shows the day, with the entries of its log that wait. */
  write(habitId: number, day: string, entry: Entry | undefined): void {
    this.batch(() => {
      const after = this.withLog(habitId, day, entry);
      this.#changes?.push({ habitId, day, before: this.read(habitId, day), after });
      this.restore(habitId, day, entry);
    });
  }

  /**
   * As {@link write}, for a state that the page has shown before: listeners are not told. A range stays as old as it is,
   * because its other days may have changed elsewhere.
   */
  restore(habitId: number, day: string, entry: Entry | undefined): void {
    const shown = this.withLog(habitId, day, entry);
    for (const { query, data } of this.#loaded()) {
      if (!isWithin(rangeOf(query), habitId, day)) continue;
      const { queryKey } = query;
      const { dataUpdatedAt: updatedAt, isInvalidated } = query.state;
      const results = withEntry(data.results, habitId, day, shown);
      this.#queryClient.setQueryData(queryKey, { results }, { updatedAt });
      if (isInvalidated) void this.#queryClient.invalidateQueries({ queryKey, exact: true, refetchType: "none" });
    }
  }

  /** The loaded days of a habit around a day, without a gap; null if that day is not loaded. */
  around(habitId: number, day: string): LoadedDays | null {
    const lists = [...this.#loaded()].flatMap(({ query, data }) => {
      const range = rangeOf(query);
      // A range that is not on the screen may have changed since.
      const isKnown = query.isActive() || !query.state.isInvalidated;
      const isOwn = range && (range.id === undefined || range.id === habitId);
      return isOwn && isKnown ? [{ range, data, isActive: query.isActive() }] : [];
    });
    const span = spanAround(
      lists.map(({ range }) => range),
      day,
    );
    if (!span) return null;
    const entries: Entry[] = [];
    const read: ProgressRange[] = [];
    for (const { range, data } of lists.sort((a, b) => Number(b.isActive) - Number(a.isActive))) {
      for (const entry of data.results) {
        const isNew = entry.habit_id === habitId && !read.some((other) => isWithin(other, habitId, entry.day));
        if (isNew && isWithin(span, habitId, entry.day)) entries.push(entry);
      }
      read.push(range);
    }
    return { ...span, entries };
  }

  /** Responses requested before now that have not arrived: they may be older than what is known here. */
  underway(): Promise<unknown>[] {
    return this.#queries().flatMap((query) =>
      query.state.fetchStatus !== "idle" && query.promise ? [query.promise] : [],
    );
  }

  /** Refetches the data of the page after an error. */
  async refetch(): Promise<void> {
    const keys = [progressKey, figuresKey];
    await Promise.all(keys.map((queryKey) => this.#queryClient.invalidateQueries({ queryKey })));
  }

  #queries(): Query[] {
    return this.#queryClient.getQueryCache().findAll({ queryKey: progressKey });
  }

  *#loaded(): Generator<{ query: Query; data: EntryList }> {
    for (const query of this.#queries()) {
      const data = query.state.data as EntryList | undefined;
      if (data && rangeOf(query)) yield { query, data };
    }
  }
}

function newestFirst(a: { query: Query }, b: { query: Query }): number {
  return b.query.state.dataUpdatedAt - a.query.state.dataUpdatedAt;
}

function rangeOf(query: Query): ProgressRange | undefined {
  return (query.queryKey[1] as { input?: ProgressRange } | undefined)?.input;
}

/** The days around a day that the ranges cover without a gap; null if none contains the day. */
function spanAround(ranges: readonly ProgressRange[], day: string): { from: string; to: string } | null {
  const spans: { from: string; to: string }[] = [];
  for (const { from, to } of ranges.toSorted((a, b) => (a.from < b.from ? -1 : 1))) {
    const last = spans.at(-1);
    if (!last || toDayNumber(from) > toDayNumber(last.to) + 1) spans.push({ from, to });
    else if (last.to < to) last.to = to;
  }
  return spans.find((span) => span.from <= day && day <= span.to) ?? null;
}

/** True if a range contains this day of this habit. */
export function isWithin(range: ProgressRange | undefined, habitId: number, day: string): boolean {
  if (!range) return false;
  return (range.id === undefined || range.id === habitId) && range.from <= day && day <= range.to;
}

function withEntry(results: readonly Entry[], habitId: number, day: string, entry: Entry | undefined): Entry[] {
  const others = results.filter((other) => other.habit_id !== habitId || other.day !== day);
  return entry ? [...others, entry] : others;
}

/**
 * Merges new entries into old ones, so that every unchanged entry stays the same object and its component does not
 * render again. Entries are matched by habit and day, not by their position in the list.
 */
export function shareEntries(
  before: EntryList | undefined,
  fresh: EntryList,
  pending: Iterable<{ habitId: number; day: string; entry: Entry | undefined }>,
): EntryList {
  let results = fresh.results;
  for (const { habitId, day, entry } of pending) results = withEntry(results, habitId, day, entry);
  if (!before) return results === fresh.results ? fresh : { results };
  const known = new Map(before.results.map((entry) => [keyOf(entry), entry]));
  const shared = results.map((entry) => {
    const old = known.get(keyOf(entry));
    return old ? replaceEqualDeep(old, entry) : entry;
  });
  const isSame =
    shared.length === before.results.length && shared.every((entry, index) => entry === before.results[index]);
  return isSame ? before : { results: shared };
}

function keyOf(entry: Entry): string {
  return `${entry.habit_id} ${entry.day}`;
}
