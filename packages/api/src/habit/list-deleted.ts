import type { Sql } from "@daymark/db/connection/client";
import { type DeletedHabit, type HabitType, habitRestoreSeconds } from "@daymark/domain/tracking/habit";

/**
 * The deleted habits that can still be restored, and so count for the plan, with the seconds until each counts no more.
 * The first to go comes first. By the clock of the database and of the statement, as `restorable` of restore.ts.
 *
 * @param type of this type alone; of both where it is not given
 */
export async function listDeletedHabits(sql: Sql, userId: number, type?: HabitType): Promise<DeletedHabit[]> {
  const rows = await sql<(Omit<DeletedHabit, "id"> & { id: string })[]>`
    select id, title, type, greatest(1, ceil(${habitRestoreSeconds} - age))::int as seconds_left
    from (
      select id, title, type, extract(epoch from clock_timestamp() - deleted_at) as age
      from habits
      where user_id = ${userId} and deleted_at is not null ${type === undefined ? sql`` : sql`and type = ${type}`}
    ) as deleted
    where age <= ${habitRestoreSeconds}
    order by age desc, id`;
  return rows.map((row) => ({ ...row, id: Number(row.id) }));
}
