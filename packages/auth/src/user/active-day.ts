import type { Database } from "@daymark/db/connection/client";
import { sql } from "drizzle-orm";

/**
 * Records which users were active on a day, by UTC: one row for each user and day, even if the day is recorded again.
 * The first recorded day of an ISO week, and of a month, is marked as the first, so that each user counts once in both.
 * Deleted users are skipped.
 *
 * It is not part of the statement that refreshes sessions. That statement would hold the sessions' rows while it waits
 * for a user who is being deleted, and the deletion waits for these rows.
 *
 * @param day `YYYY-MM-DD`
 */
export async function recordActiveDay(db: Database, userIds: readonly number[], day: string): Promise<void> {
  await db.execute(sql`
    insert into active_days (user_id, day, joined_week, first_of_week, first_of_month)
    select
      users.id,
      seen.day,
      date_trunc('week', users.date_joined at time zone 'UTC')::date,
      not exists (
        select from active_days other
        where other.user_id = users.id and other.day >= seen.week and other.day < seen.week + interval '1 week'
      ),
      not exists (
        select from active_days other
        where other.user_id = users.id and other.day >= seen.month and other.day < seen.month + interval '1 month'
      )
    from
      (select ${day}::date as day, date_trunc('week', ${day}::timestamp)::date as week,
        date_trunc('month', ${day}::timestamp)::date as month) as seen,
      users
    where users.id in (select jsonb_array_elements_text(${JSON.stringify(userIds)}::jsonb)::bigint)
      and not exists (select from active_days known where known.user_id = users.id and known.day = seen.day)
    order by users.id
    -- A user who is deleted in this moment has no days.
    for key share of users
    on conflict do nothing`);
}
