import type { Sql } from "@daymark/db/connection/client";
import type { Entry } from "@daymark/domain/tracking/progress";
import type { PendingQuery, Row } from "postgres";

/** The state of a day in a row of progress. */
export type EntryState = Omit<Entry, "habit_id" | "day">;

/**
 * Removes a part of a day's state in one statement; a row that becomes empty is deleted.
 *
 * The row is locked before it is checked. `update` and `delete` alone would each check the row as it was when the
 * statement began, so after a concurrent write neither might apply.
 *
 * @param at.isPlain finds the habit only if it keeps no log
 * @param after the new value of each column, as an expression of `e`, the present entry, and `h`, its habit
 * @returns one row with the resulting day, or none if the habit is missing, deleted or another user's
 */
export function reduceEntry(
  sql: Sql,
  userId: number,
  at: { id: number; day: string; isPlain?: boolean },
  after: Record<keyof EntryState, PendingQuery<Row[]>>,
): PendingQuery<EntryState[]> {
  return sql<EntryState[]>`
    with habit as materialized (
      select user_id, id, unit from habits where user_id = ${userId} and id = ${at.id} and deleted_at is null
        ${at.isPlain ? sql`and not keeps_log` : sql``}
    ),
    entry as materialized (
      select e.* from progress e join habit h on e.habit_id = h.id
      where e.user_id = ${userId} and e.day = ${at.day} for update of e
    ),
    after as materialized (
      select e.user_id, e.habit_id, e.day, ${after.value} as value, ${after.unit} as unit,
        ${after.skipped} as skipped, ${after.note} as note, ${after.confirmed} as confirmed
      from entry e, habit h
    ),
    kept as (
      update progress p set value = a.value, unit = a.unit, skipped = a.skipped, note = a.note, confirmed = a.confirmed,
        vacation_id = case when a.skipped then p.vacation_id end
      from after a
      where p.user_id = ${userId} and p.habit_id = a.habit_id and p.day = a.day
        and (a.value is not null or a.skipped or a.note is not null or a.confirmed)
    ),
    gone as (
      delete from progress p using after a
      where p.user_id = ${userId} and p.habit_id = a.habit_id and p.day = a.day
        and a.value is null and not a.skipped and a.note is null and not a.confirmed
    )
    select a.value, coalesce(a.unit, h.unit) as unit, coalesce(a.skipped, false) as skipped, a.note,
      coalesce(a.confirmed, false) as confirmed
    from habit h left join after a on true`;
}
