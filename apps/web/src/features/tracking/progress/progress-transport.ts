import { amountMax } from "@daymark/domain/base/bounds";
import type { Unit } from "@daymark/domain/base/unit";
import type { Entry, ProgressSetInput } from "@daymark/domain/tracking/progress";
import { problemOf } from "../../../lib/network/problem.ts";
import type { trpc } from "../../../lib/network/trpc.ts";
import { blankDay, callsFor, type DayState, dayStateOf, type Part } from "./day-state.ts";

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

/** The transport of a page: tRPC calls. */
export function createProgressTransport({ progress }: ReturnType<typeof trpc.useUtils>["client"]) {
  const single: ProgressTransport = {
    set: (input) => progress.set.mutate(input),
    // The server clamps the amount at 0, so this empties the day whatever it holds.
    empty: ({ id, day }) => progress.increment.mutate({ id, day, by: -amountMax }),
    delete: async ({ id, day }) => {
      try {
        await progress.delete.mutate({ id, day });
      } catch (error) {
        if (problemOf(error)?.code !== "habit_progress_not_found") throw error;
      }
    },
  };
  return withBatches(single, async (entries) => (await progress.setMany.mutate({ entries })).results);
}

/** The most days in one call. */
export const batchDaysMax = 1000;

/** A day in the input of `progress.setMany`. */
export type BatchEntry = Omit<ProgressSetInput, "id"> & { habit_id: number; clear?: true };

interface BatchOptions {
  /** The wanted note of a day: a call that clears the day keeps it. */
  noteOf: (habitId: number, day: string) => string | null;
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
export function withBatches(single: ProgressTransport, setMany: (entries: BatchEntry[]) => Promise<Entry[]>) {
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
      const note = open.noteOf(input.id, input.day);
      return add(open, { habit_id: input.id, day: input.day, clear: true, ...(note !== null && { note }) });
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
      if (batch.calls.length > 0) void sendBatch(batch, setMany);
    },
  };
}

async function sendBatch(
  { calls, onFailure }: Batch,
  setMany: (entries: BatchEntry[]) => Promise<Entry[]>,
): Promise<void> {
  try {
    const results = await setMany(calls.map(({ entry }) => entry));
    const byDay = new Map(results.map((entry) => [`${entry.habit_id} ${entry.day}`, entry]));
    for (const { entry, resolve, reject } of calls) {
      const answer = byDay.get(`${entry.habit_id} ${entry.day}`);
      if (answer) resolve(answer);
      else reject(new Error(`no answer for ${entry.day}`));
    }
  } catch (error) {
    onFailure(error);
    for (const { reject } of calls) reject(error);
  }
}
