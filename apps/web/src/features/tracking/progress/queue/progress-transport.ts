import { amountMax } from "@daymark/domain/base/bounds";
import type { Unit } from "@daymark/domain/base/unit";
import type { Entry, ProgressSetInput } from "@daymark/domain/tracking/progress";
import { problemOf } from "../../../../lib/network/problem.ts";
import type { trpc } from "../../../../lib/network/trpc.ts";
import { blankDay, callsFor, type DayState, dayStateOf, type Part } from "../day-state.ts";
import { keyOf } from "./lane.ts";

/** Sends days to the server. Each call returns the resulting state of the day, or throws. */
export interface ProgressTransport {
  set(input: ProgressSetInput): Promise<Entry>;
  /** Clears the amount and keeps the note. */
  empty(input: { id: number; day: string }): Promise<Entry>;
  /** Clears everything; a blank day is no error. */
  delete(input: { id: number; day: string }): Promise<void>;
}

interface Sending {
  habitId: number;
  day: string;
  state: DayState;
  parts: ReadonlySet<Part>;
  /** The habit's unit, if the value is in another. */
  habitUnit: Unit;
  /** The response of a call, unless it takes too long. */
  inTime: <Answer>(call: Promise<Answer>) => Promise<Answer>;
}

/** Brings a day to a state, with as many calls as needed; returns the resulting state on the server. */
export async function sendDay(transport: ProgressTransport, sending: Sending): Promise<DayState> {
  const { habitId: id, day, state: wanted, parts, habitUnit, inTime } = sending;
  let state = wanted;
  for (const call of callsFor({ id, day, state: wanted, parts }, habitUnit)) {
    if (call.kind === "delete") {
      await inTime(transport.delete({ id, day }));
      state = blankDay(wanted.unit);
    } else {
      const answer = call.kind === "set" ? transport.set(call.input) : transport.empty({ id, day });
      state = dayStateOf(await inTime(answer), wanted.unit);
    }
  }
  return state;
}

/**
 * The transport of a page: tRPC calls.
 *
 * @param readDays reads days from the server, not from the cache of the page
 */
export function createProgressTransport(
  { progress }: ReturnType<typeof trpc.useUtils>["client"],
  readDays: BatchCalls["readDays"],
) {
  const single: ProgressTransport = {
    set: (input) => progress.set.mutate(input),
    // The server clamps the amount at 0, so this empties the day in any state.
    empty: ({ id, day }) => progress.increment.mutate({ id, day, by: -amountMax }),
    delete: async ({ id, day }) => {
      try {
        await progress.delete.mutate({ id, day });
      } catch (error) {
        if (problemOf(error)?.code !== "habit_progress_not_found") throw error;
      }
    },
  };
  const setMany = async (entries: BatchEntry[]) => (await progress.setMany.mutate({ entries })).results;
  return withBatches(single, { setMany, readDays });
}

/** The most days in one call. */
export const batchDaysMax = 1000;

/** A day in the input of `progress.setMany`. */
export type BatchEntry = Omit<ProgressSetInput, "id"> & { habit_id: number; clear?: true };

/** The calls of the API for several days. */
export interface BatchCalls {
  /** Writes all days, or none. @throws `conflict` if a day is not as its entry expects */
  setMany: (entries: BatchEntry[]) => Promise<Entry[]>;
  readDays: (days: { id: number; day: string }[]) => Promise<Entry[]>;
}

interface BatchOptions {
  /** The state of a day before the batch, as the page knows it; null for a blank day. */
  foundOf: (habitId: number, day: string) => DayState | null;
  /** Called once, before each of the calls fails with the same error. */
  onFailure: (error: unknown) => void;
}

interface Batch extends BatchOptions {
  calls: { entry: BatchEntry; resolve: (entry: Entry) => void; reject: (error: unknown) => void }[];
}

/**
 * A transport that can send calls as one, all or nothing. This applies only to calls that begin while the work of
 * `batch` runs: if an earlier write of a day is still running, the day is sent after it, alone.
 */
export function withBatches(single: ProgressTransport, many: BatchCalls) {
  let open: Batch | null = null;
  const add = ({ calls }: Batch, entry: BatchEntry) =>
    new Promise<Entry>((resolve, reject) => calls.push({ entry, resolve, reject }));
  return {
    set(input: ProgressSetInput) {
      if (!open) return single.set(input);
      const { id, ...rest } = input;
      return add(open, { ...rest, habit_id: id });
    },
    empty(input: { id: number; day: string }) {
      if (!open) return single.empty(input);
      return add(open, emptyEntry({ habit_id: input.id, day: input.day }, open.foundOf(input.id, input.day)));
    },
    async delete(input: { id: number; day: string }) {
      if (!open) return single.delete(input);
      await add(open, { habit_id: input.id, day: input.day, clear: true });
    },
    /** @param work writes at most {@link batchDaysMax} days */
    batch(work: () => void, options: BatchOptions) {
      const batch: Batch = { ...options, calls: [] };
      open = batch;
      try {
        work();
      } finally {
        open = null;
      }
      if (batch.calls.length > 0) void sendBatch(batch, many);
    },
  };
}

/**
 * Clears the amount of a day and keeps its note. `clear` removes the note too, so the entry repeats the note, and
 * expects the state in which it was found: a note that another device has written since is not removed.
 *
 * @param found null for a blank day
 */
function emptyEntry({ habit_id, day }: { habit_id: number; day: string }, found: DayState | null): BatchEntry {
  return { habit_id, day, clear: true, ...(found?.note && { note: found.note }), expected: found };
}

async function sendBatch({ calls, onFailure }: Batch, many: BatchCalls): Promise<void> {
  try {
    const entries = calls.map(({ entry }) => entry);
    const byDay = entriesByDay(await setAll(entries, many));
    for (const { entry, resolve, reject } of calls) {
      const answer = byDay.get(keyOf(entry.habit_id, entry.day));
      if (answer) resolve(answer);
      else reject(new Error(`no answer for ${entry.day}`));
    }
  } catch (error) {
    onFailure(error);
    for (const { reject } of calls) reject(error);
  }
}

/** More attempts would mean that another device writes these days all the time. */
const turnsMax = 5;

/** Writes days. If another device has changed one, the days that must keep a note are read and written again. */
async function setAll(entries: BatchEntry[], many: BatchCalls): Promise<Entry[]> {
  let wanted = entries;
  for (let turn = 1; ; turn += 1) {
    try {
      return await many.setMany(wanted);
    } catch (error) {
      if (turn === turnsMax || problemOf(error)?.code !== "conflict") throw error;
      wanted = await expectAgain(wanted, many);
    }
  }
}

/** The same entries, with the state that the server has now as the expected one. */
async function expectAgain(entries: BatchEntry[], { readDays }: BatchCalls): Promise<BatchEntry[]> {
  const compared = entries.filter(({ expected }) => expected !== undefined);
  const found = entriesByDay(await readDays(compared.map(({ habit_id, day }) => ({ id: habit_id, day }))));
  return entries.map((entry) => {
    if (entry.expected === undefined) return entry;
    const now = found.get(keyOf(entry.habit_id, entry.day));
    return emptyEntry(entry, now ? dayStateOf(now, now.unit) : null);
  });
}

function entriesByDay(entries: readonly Entry[]): Map<string, Entry> {
  return new Map(entries.map((entry) => [keyOf(entry.habit_id, entry.day), entry]));
}
