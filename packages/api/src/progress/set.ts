import type { Sql } from "@daymark/db/connection/client";
import type { Entry, ProgressSetInput } from "@daymark/domain/tracking/progress";
import { type UserCall, writeAtOnce } from "../procedure/user-queue.ts";
import { changeDay } from "./change.ts";
import { type EntryState, reduceEntry } from "./reduce.ts";

/**
 * Records a day in one statement, which finds the habit through its owner. A value replaces a skip, and a skip a value.
 * The note stays unless one is given; an empty one removes it.
 *
 * A habit that keeps a log takes the longer way of {@link changeDay}, also for an amount without other members.
 *
 * @param input.at when the amount was done; null if it is not known
 * @returns the resulting entry, or undefined if the habit is missing, deleted or another user's
 * @throws ApiError as {@link changeDay} does
 */
export async function setEntry(
  call: UserCall,
  input: Omit<ProgressSetInput, "at"> & { at: string | null },
  now: number,
): Promise<Entry | undefined> {
  const { id, unit, confirmed, clear, expected } = input;
  const isPlain = [unit, confirmed, clear, expected].every((member) => member === undefined);
  const record = () => recordDay(call.db.$client, call.user.id, input, input.note || null);
  const [state] = isPlain ? await writeAtOnce(call, async () => record()) : [];
  if (state) return { habit_id: input.id, day: input.day, ...state };
  return changeDay(call, { ...input, habit_id: id }, now);
}

type PlainInput = Omit<ProgressSetInput, "at">;

function recordDay(sql: Sql, userId: number, input: PlainInput, note: string | null) {
  if (input.value !== undefined || input.skipped) return setAmount(sql, userId, input, note);
  if (note !== null) return setNote(sql, userId, input, note);
  return reduceEntry(sql, userId, input, {
    value: sql`e.value`,
    unit: sql`e.unit`,
    skipped: input.skipped === false ? sql`false` : sql`e.skipped`,
    note: input.note === undefined ? sql`e.note` : sql`null::text`,
    confirmed: sql`e.confirmed`,
  });
}

/** The most frequent call of a calendar: it contains only what it needs. */
function setAmount(sql: Sql, userId: number, input: PlainInput, note: string | null) {
  const skipped = input.value === undefined;
  return sql<EntryState[]>`
    insert into progress (user_id, habit_id, day, value, unit, skipped, note)
    select user_id, id, ${input.day}, ${input.value ?? null}, unit, ${skipped}, ${note}
    from habits where user_id = ${userId} and id = ${input.id} and deleted_at is null and not keeps_log
    on conflict (user_id, habit_id, day) do update
    set value = excluded.value, unit = excluded.unit, skipped = excluded.skipped, confirmed = false, vacation_id = null
      ${input.note === undefined ? sql`` : sql`, note = excluded.note`}
    returning value, unit, skipped, note, confirmed`;
}

function setNote(sql: Sql, userId: number, input: PlainInput, note: string) {
  return sql<EntryState[]>`
    insert into progress (user_id, habit_id, day, unit, note)
    select user_id, id, ${input.day}, unit, ${note}
    from habits where user_id = ${userId} and id = ${input.id} and deleted_at is null
    on conflict (user_id, habit_id, day) do update
    set note = excluded.note ${input.skipped === false ? sql`, skipped = false, vacation_id = null` : sql``}
    returning value, unit, skipped, note, confirmed`;
}
