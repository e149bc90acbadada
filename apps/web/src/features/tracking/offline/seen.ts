import { habitMembers } from "@daymark/domain/tracking/habit-content";
import { hashKey, type QueryClient, type QueryKey } from "@tanstack/react-query";
import type { Store } from "../../../lib/drafts/indexed-table.ts";

/** A cached answer of the API. */
export interface SeenAnswer {
  queryKey: QueryKey;
  data: unknown;
  /** Milliseconds since the epoch. */
  updatedAt: number;
}

/** An entry tells what it is without the entries of its log that wait, so that they are not counted again. */
const entryMembers = {
  isList: true,
  members: "habit_id day value unit skipped note confirmed",
  ownMember: "withoutLog",
};

/**
 * The answers that the dashboard shows: by procedure path, the members of an answer, or of each of its `results`, that
 * are stored. An answer cached by an older version may lack a member; a newer version then ignores the answer, unless the
 * member has a default. `ownMember` is one that the page has added to some. An address that waits for its confirmation is not stored, as pages mask it.
 */
export const seenMembers: Readonly<Record<string, { isList: boolean; members: string; ownMember?: string }>> = {
  "habit.list": {
    isList: true,
    members: `id ${habitMembers.join(" ")} targets past_schedules ended_on position archived first_day created_at`,
  },
  "habit.statisticsList": {
    isList: true,
    members:
      "habit_id total current_streak longest_streak streak_unit assumed_days at_risk recorded_days successful_days counted_days success_rate average strength remaining",
  },
  "progress.list": entryMembers,
  "progress.listOfHabit": entryMembers,
  "dayLog.list": { isList: true, members: "id habit_id day at value unit" },
  "note.list": { isList: true, members: "id text pinned created_at updated_at" },
  "auth.profile": {
    isList: false,
    members:
      "username is_staff hashed_email masked_email newsletter_subscriber email_verified provider providers has_password two_factor_enabled plan date_joined limits",
  },
  "auth.settings.get": {
    isList: false,
    members:
      "language timezone theme day_start_hour reminder_mails board_mails reminder_done layout filter sort density week_start month_total folded_groups",
  },
};

/** Answers not used for this long are deleted. */
const keptMs = 30 * 24 * 60 * 60_000;
/** The maximum number of answers of one procedure: months of a few years. */
const keptMax = 60;
/** Answers arrive together and are written together. */
const writeDelayMs = 1000;

/** Puts cached answers into the query cache, unless it has newer ones. */
export async function restoreSeen(queryClient: QueryClient, store: Store<SeenAnswer>, now: number): Promise<void> {
  const answers = await store.readAll();
  answers.sort(([, a], [, b]) => b.updatedAt - a.updatedAt);
  const counts = new Map<string, number>();
  for (const [key, { queryKey, data, updatedAt }] of answers) {
    const known = pickKnown(queryKey, data);
    const procedure = hashKey(queryKey.slice(0, 1));
    const newer = counts.get(procedure) ?? 0;
    counts.set(procedure, newer + 1);
    if (known === null || newer >= keptMax || updatedAt < now - keptMs) {
      await store.change(key, () => undefined);
      continue;
    }
    const query = queryClient.getQueryCache().find({ queryKey, exact: true });
    if (query?.state.data === undefined) queryClient.setQueryData(queryKey, known, { updatedAt });
  }
}

/** Stores each of these answers from now on. Returns a function that stops it. */
export function keepSeen(queryClient: QueryClient, store: Store<SeenAnswer>): () => void {
  const fresh = new Map<string, SeenAnswer>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const write = () => {
    clearTimeout(timer);
    timer = undefined;
    if (fresh.size === 0) return;
    const known = [...fresh].flatMap(([key, answer]): [string, SeenAnswer][] => {
      const data = pickKnown(answer.queryKey, answer.data);
      return data === null ? [] : [[key, { ...answer, data }]];
    });
    void store.putAll(new Map(known)).catch(() => {});
    fresh.clear();
  };
  const take = (queryKey: QueryKey, data: unknown, updatedAt: number) => {
    if (data === undefined || !membersOf(queryKey)) return;
    fresh.set(hashKey(queryKey), { queryKey, data, updatedAt });
    timer ??= setTimeout(write, writeDelayMs);
  };
  const cache = queryClient.getQueryCache();
  for (const { queryKey, state } of cache.getAll()) take(queryKey, state.data, state.dataUpdatedAt);
  const unsubscribe = cache.subscribe((event) => {
    if (event.type !== "updated" || event.action.type !== "success") return;
    const { queryKey, state } = event.query;
    take(queryKey, state.data, state.dataUpdatedAt);
  });
  // A phone may end a hidden page without an event.
  const onHide = () => document.visibilityState === "hidden" && write();
  document.addEventListener("visibilitychange", onHide);
  return () => {
    unsubscribe();
    clearTimeout(timer);
    document.removeEventListener("visibilitychange", onHide);
  };
}

/** The time of the oldest answer that the page shows; null if there is none. */
export function oldestAnswer(queryClient: QueryClient): number | null {
  const times = queryClient
    .getQueryCache()
    .getAll()
    .filter(({ queryKey, state }) => membersOf(queryKey) && state.data !== undefined)
    .filter((query) => query.isActive())
    .map(({ state }) => state.dataUpdatedAt);
  return times.length > 0 ? Math.min(...times) : null;
}

function membersOf(queryKey: QueryKey) {
  const [path] = queryKey;
  return Array.isArray(path) ? seenMembers[path.join(".")] : undefined;
}

/** An answer with the members that this version knows, or null if one is missing. */
function pickKnown(queryKey: QueryKey, data: unknown): object | null {
  const shape = membersOf(queryKey);
  if (!shape || !isRecord(data)) return null;
  const names = shape.members.split(" ");
  if (!shape.isList) return pick(data, names);
  if (!Array.isArray(data.results)) return null;
  const { ownMember: own } = shape;
  const results = data.results.map((item) =>
    isRecord(item) ? pick(item, own && own in item ? [...names, own] : names) : null,
  );
  return results.includes(null) ? null : { ...data, results };
}

/** Members that an answer of an older version lacks, with what they mean then. */
const defaults: Readonly<Record<string, unknown>> = {
  past_schedules: [],
  unit_label: null,
  time_of_day: null,
  end: null,
  ended_on: null,
  remaining: null,
  keeps_log: false,
};

function pick(given: Record<string, unknown>, names: readonly string[]): object | null {
  const record = { ...defaults, ...given };
  return names.every((name) => name in record) ? Object.fromEntries(names.map((name) => [name, record[name]])) : null;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
