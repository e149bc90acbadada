import type { Sql } from "@daymark/db/connection/client";
import { amountMax } from "@daymark/domain/base/bounds";
import type { Entry } from "@daymark/domain/tracking/progress";
import { factorOf } from "../base/unit-factor.ts";
import { type UserCall, withUserLock, writeAtOnce } from "../procedure/user-queue.ts";
import { followDays } from "./log-items.ts";
import { amountOf, lockEntry } from "./logged-day.ts";
import { type EntryState, reduceEntry } from "./reduce.ts";

/** What is added to a day. */
interface Increment {
  id: number;
  day: string;
  /** -10000..10000, not 0 */
  by: number;
  /** When it was done, for a habit that keeps a log; null if the time is not known. */
  at: string | null;
}

/**
 * Adds to a day's value, or subtracts from it, in one statement, so that no other write comes between. It uses the
 * habit's unit of today: a value in another unit is first converted to it, rounded to a whole number. The result is
 * clamped to 0..10000. A skip is removed. At 0 the entry is deleted unless it has a note.
 *
 * For a habit that keeps a log it is a transaction, which changes the items of the day too.
 *
 * @param now milliseconds since the epoch
 * @returns the resulting entry, its value 0 if it was deleted, or undefined if the habit is missing, deleted or another
 *   user's
 */
export async function incrementEntry(call: UserCall, increment: Increment, now: number): Promise<Entry | undefined> {
  const changePlain = async () => change(call.db.$client, call.user.id, increment, { isPlain: true });
  const [state] = await writeAtOnce(call, changePlain);
  const { id, day } = increment;
  const after = state ?? (await incrementLogged(call, increment, now));
  return after && { habit_id: id, day, ...after, value: after.value ?? (after.note === null ? 0 : null) };
}

/** The same for a habit that keeps a log. The lock of the user's days lets no other change of the log come between. */
function incrementLogged(call: UserCall, increment: Increment, now: number): Promise<EntryState | undefined> {
  const { id: habit_id, day, at } = increment;
  return withUserLock(call, "days", async ({ $client: sql }) => {
    const before = await lockEntry(sql, call.user.id, { habit_id, day });
    const [after] = await change(sql, call.user.id, increment, { isPlain: false });
    if (!after) return undefined;
    const days = [{ habit_id, day, before: amountOf(before), after: amountOf(after), at }];
    await followDays(sql, call.user.id, days, now);
    return after;
  });
}

/** Finds no habit that keeps a log if it is asked for a plain one. */
function change(sql: Sql, userId: number, increment: Increment, { isPlain }: { isPlain: boolean }) {
  return increment.by > 0 ? add(sql, userId, increment, isPlain) : subtract(sql, userId, increment, isPlain);
}

/** After an addition the value is never 0, so no row can become empty. */
function add(sql: Sql, userId: number, { id, day, by }: Increment, isPlain: boolean) {
  return sql<EntryState[]>`
    insert into progress as e (user_id, habit_id, day, value, unit)
    select user_id, id, ${day}, ${by}, unit
    from habits where user_id = ${userId} and id = ${id} and deleted_at is null
      ${isPlain ? sql`and not keeps_log` : sql``}
    on conflict (user_id, habit_id, day) do update
    set value = least(${valueIn(sql, "excluded.unit")} + excluded.value, ${amountMax}), unit = excluded.unit, skipped = false,
      confirmed = false, vacation_id = null
    returning value, unit, skipped, note, confirmed`;
}

function subtract(sql: Sql, userId: number, { id, day, by }: Increment, isPlain: boolean) {
  return reduceEntry(
    sql,
    userId,
    { id, day, isPlain },
    {
      value: sql`nullif(least(greatest(${valueIn(sql, "h.unit")} + ${by}, 0), ${amountMax}), 0)::smallint`,
      unit: sql`h.unit`,
      skipped: sql`false`,
      note: sql`e.note`,
      confirmed: sql`false`,
    },
  );
}

/** The value of the entry `e` in another unit, as a whole number; 0 if it has none. */
function valueIn(sql: Sql, unit: "excluded.unit" | "h.unit") {
  return sql.unsafe(`coalesce(
    case when e.unit = ${unit} then e.value else round(e.value * ${factorOf("e.unit")} / ${factorOf(unit)}) end, 0)`);
}
