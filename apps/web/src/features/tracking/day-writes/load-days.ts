import { rangeParts } from "@daymark/domain/base/range-parts";
import type { Entry } from "@daymark/domain/tracking/progress";
import type { trpc } from "../../../lib/network/trpc.ts";
import type { ProgressCache } from "../progress/progress-cache.ts";

interface Parts {
  utils: ReturnType<typeof trpc.useUtils>;
  cache: ProgressCache;
}

/** Loads days that no query on the page covers, one year at a time. */
export async function loadDays({ utils, cache }: Parts, days: readonly HabitDayId[]): Promise<void> {
  const missing = days.filter(({ id, day }) => !cache.isShown({ id, from: day, to: day }));
  await Promise.all(rangesOf(missing).map((range) => utils.progress.listOfHabit.fetch(range)));
}

/** Reads days from the server and leaves the cache of the page alone. */
export async function readDays(
  { client }: Pick<Parts["utils"], "client">,
  days: readonly HabitDayId[],
): Promise<Entry[]> {
  const lists = await Promise.all(rangesOf(days).map((range) => client.progress.listOfHabit.query(range)));
  return lists.flatMap(({ results }) => results);
}

/** A day of a habit, by the habit's id. */
export interface HabitDayId {
  id: number;
  day: string;
}

/**
 * As few ranges per habit as possible that contain all given days: a thousand days must not make a thousand queries.
 */
export function rangesOf(days: readonly HabitDayId[]): { id: number; from: string; to: string }[] {
  const ids = [...new Set(days.map(({ id }) => id))];
  return ids.flatMap((id) => {
    const own = days.flatMap((each) => (each.id === id ? each.day : [])).sort();
    const [from, to] = [own[0] as string, own.at(-1) as string];
    return rangeParts({ from, to })
      .map((range) => ({ id, ...range }))
      .filter((range) => own.some((day) => range.from <= day && day <= range.to));
  });
}
