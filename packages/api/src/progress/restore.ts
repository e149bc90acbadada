import type { Database } from "@daymark/db/connection/client";
import type { DayChange, Entry } from "@daymark/domain/tracking/progress";
import { changeDay } from "./change.ts";
import type { EntryState } from "./reduce.ts";

/**
 * Gives a day back the state that it had before a change, if it still has the state after it.
 *
 * @param states null for a day without an entry
 * @param at when the change was made: a log loses the item of that time first
 * @throws ApiError `conflict` if the day was changed meanwhile
 */
export function restoreDay(
  call: { db: Database; user: { id: number } },
  { habit_id, day }: { habit_id: number; day: string },
  states: { before: EntryState | null; after: EntryState | null },
  { now, at }: { now: number; at: string },
): Promise<Entry | undefined> {
  return changeDay(call, { habit_id, day, at, ...changeTo(states.before), expected: states.after }, now);
}

function changeTo(state: EntryState | null): DayChange {
  if (!state) return { clear: true };
  const { value, unit, skipped, note, confirmed } = state;
  if (value !== null) return { value, unit, note };
  if (skipped) return { skipped, note };
  if (confirmed) return { confirmed, note };
  return { clear: true, note };
}
