import type { Sql } from "@daymark/db/connection/client";
import { type UserCall, withUserLock } from "../procedure/user-queue.ts";

/**
 * Removes the skips of a vacation. Days that the user has recorded or skipped since stay, and so do notes.
 *
 * @returns false if the vacation is missing or another user's
 */
export function deleteVacation(call: UserCall, id: number): Promise<boolean> {
  return withUserLock(call, "days", (db) => takeBack(db.$client, call.user.id, id));
}

/**
 * The days are locked before they are checked, because a concurrent write may add a note. The table's own cascade would
 * delete such a day with its note, so the vacation goes last.
 */
async function takeBack(sql: Sql, userId: number, id: number): Promise<boolean> {
  // Counted, because a long vacation of many habits has more days than the driver reads at once without a pause.
  await sql`
    select count(*) from (
      select from progress where user_id = ${userId} and vacation_id = ${id} order by habit_id, day for update
    ) locked`;
  await sql`
    update progress set skipped = false, vacation_id = null
    where user_id = ${userId} and vacation_id = ${id} and note is not null`;
  await sql`delete from progress where user_id = ${userId} and vacation_id = ${id}`;
  return (await sql`delete from vacations where user_id = ${userId} and id = ${id}`).count > 0;
}
