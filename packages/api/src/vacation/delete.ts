import type { Sql } from "@daymark/db/connection/client";
import { inTurnOfUser, type UserCall } from "../procedure/user-queue.ts";
import { dayLock } from "../progress/day-lock.ts";

/**
 * Removes the skips of a vacation. Days that the user has recorded or skipped since stay, and so do notes. One
 * statement.
 *
 * The days are locked before they are checked, because a concurrent write may add a note (see reduce.ts of progress).
 * The table's own cascade would delete such a day with its note.
 *
 * @returns false if the vacation is missing or another user's
 */
export async function deleteVacation(call: UserCall, id: number): Promise<boolean> {
  const rows = await inTurnOfUser(call, () => takeBack(call.db.$client, call.user.id, id));
  return rows.length > 0;
}

async function takeBack(sql: Sql, userId: number, id: number) {
  return sql`
    with vacation as (
      delete from vacations where user_id = ${userId} and id = ${id} returning user_id, id
    ),
    skipped as materialized (
      select e.habit_id, e.day, e.note from progress e, ${dayLock(sql, userId)} turn
      where e.user_id = ${userId} and e.vacation_id = ${id} order by e.habit_id, e.day for update of e
    ),
    kept as (
      -- The note too: of a row that changed since the statement began, what is not set would be as it was then.
      update progress p set skipped = false, vacation_id = null, note = s.note from skipped s
      where p.user_id = ${userId} and p.habit_id = s.habit_id and p.day = s.day and s.note is not null
    ),
    gone as (
      delete from progress p using skipped s
      where p.user_id = ${userId} and p.habit_id = s.habit_id and p.day = s.day and s.note is null
    )
    select id from vacation`;
}
