import type { Sql } from "@daymark/db/connection/client";
import type { DeletedHabit, HabitType } from "@daymark/domain/tracking/habit";
import { deletedCountsSeconds } from "@daymark/domain/tracking/trash";

/**
 * The deleted habits that still count for the plan, each with the seconds until it stops counting. The first to expire
 * comes first. Times are those of the database's statement, as `countsForPlan` of plan-limit.ts.
 *
 * @param type only habits of this type; of both types if absent
 */
export async function listDeletedHabits(sql: Sql, userId: number, type?: HabitType): Promise<DeletedHabit[]> {
  const rows = await sql<(Omit<DeletedHabit, "id"> & { id: string })[]>`
    select id, title, type, greatest(1, ceil(${deletedCountsSeconds} - age))::int as seconds_left
    from (
      select id, title, type, extract(epoch from statement_timestamp() - deleted_at) as age
      from habits
      where user_id = ${userId} and deleted_at is not null ${type === undefined ? sql`` : sql`and type = ${type}`}
    ) as deleted
    where age <= ${deletedCountsSeconds}
    order by age desc, id`;
  return rows.map((row) => ({ ...row, id: Number(row.id) }));
}
