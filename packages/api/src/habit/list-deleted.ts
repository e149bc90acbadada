import type { Sql } from "@daymark/db/connection/client";
import { type DeletedHabit, type HabitType, habitRestoreSeconds } from "@daymark/domain/tracking/habit";

/**
 * The deleted habits that can still be restored and therefore count for the plan, each with the seconds until it stops
 * counting. The first to expire comes first. Times are those of the database's statement, as `restorable` of
 * restore.ts.
 *
 * @param type only habits of this type; of both types if absent
 */
export async function listDeletedHabits(sql: Sql, userId: number, type?: HabitType): Promise<DeletedHabit[]> {
  const rows = await sql<(Omit<DeletedHabit, "id"> & { id: string })[]>`
    select id, title, type, greatest(1, ceil(${habitRestoreSeconds} - age))::int as seconds_left
    from (
      select id, title, type, extract(epoch from statement_timestamp() - deleted_at) as age
      from habits
      where user_id = ${userId} and deleted_at is not null ${type === undefined ? sql`` : sql`and type = ${type}`}
    ) as deleted
    where age <= ${habitRestoreSeconds}
    order by age desc, id`;
  return rows.map((row) => ({ ...row, id: Number(row.id) }));
}
