import type { Entry } from "@daymark/domain/tracking/progress";
import type { ProgressTransport } from "./progress-transport.ts";

type SetInput = Parameters<ProgressTransport["set"]>[0];

/** A day in the input of `progress.setMany`. */
export type ManyEntry = Omit<SetInput, "id"> & { habit_id: number; clear?: true };

interface Waiting {
  entry: ManyEntry;
  resolve: (entry: Entry) => void;
  reject: (error: unknown) => void;
}

interface TogetherOptions {
  noteOf: (habitId: number, day: string) => string | null;
  onFailure: (error: unknown) => void;
}

/** The most days in one call. */
export const togetherMax = 1000;

/**
 * A transport that can send calls as one, all or nothing. This applies only to calls that begin while `work` runs: if
 * an earlier write of a day is still running, the day is sent after it, alone.
 */
export function createTogether(single: ProgressTransport, setMany: (entries: ManyEntry[]) => Promise<Entry[]>) {
  let waiting: Waiting[] | null = null;
  let noteOf: (habitId: number, day: string) => string | null = () => null;

  const add = (list: Waiting[], entry: ManyEntry) =>
    new Promise<Entry>((resolve, reject) => list.push({ entry, resolve, reject }));

  const transport: ProgressTransport = {
    ...single,
    set: (input) => {
      if (!waiting) return single.set(input);
      const { id, ...rest } = input;
      return add(waiting, { ...rest, habit_id: id });
    },
    empty: (input) => {
      if (!waiting) return single.empty(input);
      const note = noteOf(input.id, input.day);
      return add(waiting, { habit_id: input.id, day: input.day, clear: true, ...(note !== null && { note }) });
    },
    delete: async (input) => {
      if (!waiting) return single.delete(input);
      await add(waiting, { habit_id: input.id, day: input.day, clear: true });
    },
  };

  return {
    transport,
    /**
     * @param work writes at most {@link togetherMax} days
     * @param options.noteOf the wanted note of a day: a call that clears the day keeps it
     * @param options.onFailure called once, before each of the calls fails with the same error
     */
    together(work: () => void, options: TogetherOptions) {
      const list: Waiting[] = [];
      waiting = list;
      noteOf = options.noteOf;
      try {
        work();
      } finally {
        waiting = null;
      }
      if (list.length > 0) void send(list, setMany, options.onFailure);
    },
  };
}

async function send(
  list: readonly Waiting[],
  setMany: (entries: ManyEntry[]) => Promise<Entry[]>,
  onFailure: (error: unknown) => void,
): Promise<void> {
  try {
    const results = await setMany(list.map(({ entry }) => entry));
    const byDay = new Map(results.map((entry) => [`${entry.habit_id} ${entry.day}`, entry]));
    for (const { entry, resolve, reject } of list) {
      const answer = byDay.get(`${entry.habit_id} ${entry.day}`);
      if (answer) resolve(answer);
      else reject(new Error(`no answer for ${entry.day}`));
    }
  } catch (error) {
    onFailure(error);
    for (const { reject } of list) reject(error);
  }
}
