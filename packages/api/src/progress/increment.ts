import type { Sql } from "@daymark/db/connection/client";
import { amountMax } from "@daymark/domain/base/bounds";
import type { Entry } from "@daymark/domain/tracking/progress";
import { factorOf } from "../base/unit-factor.ts";
import { type EntryState, reduceEntry } from "./reduce.ts";

/**
 * Adds to a day's value, or subtracts from it, in one statement, so that no other write comes between. It uses the
 * habit's unit of today: a value in another unit is first converted to it, rounded to a whole number. The result is
 * clamped to 0..10000. A skip is removed. At 0 the entry is deleted unless it has a note.
 *
 * @param by -10000..10000, not 0
 * @returns the resulting entry, its value 0 if it was deleted, or undefined if the habit is missing, deleted or another
 *   user's
 */
export async function incrementEntry(
  sql: Sql,
  userId: number,
  { id, day, by }: { id: number; day: string; by: number },
): Promise<Entry | undefined> {
  const [state] = by > 0 ? await add(sql, userId, { id, day, by }) : await subtract(sql, userId, { id, day, by });
  return state && { habit_id: id, day, ...state, value: state.value ?? (state.note === null ? 0 : null) };
}

/** After an addition the value is never 0, so no row can become empty. */
function add(sql: Sql, userId: number, { id, day, by }: { id: number; day: string; by: number }) {
  return sql<EntryState[]>`
    insert into progress as e (user_id, habit_id, day, value, unit)
    select user_id, id, ${day}, ${by}, unit
    from habits where user_id = ${userId} and id = ${id} and deleted_at is null
    on conflict (user_id, habit_id, day) do update
    set value = least(${valueIn(sql, "excluded.unit")} + excluded.value, ${amountMax}), unit = excluded.unit, skipped = false,
      confirmed = false, vacation_id = null
    returning value, unit, skipped, note, confirmed`;
}

function subtract(sql: Sql, userId: number, { id, day, by }: { id: number; day: string; by: number }) {
  return reduceEntry(
    sql,
    userId,
    { id, day },
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
