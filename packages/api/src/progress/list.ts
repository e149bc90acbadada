import type { Sql } from "@daymark/db/connection/client";
import type { Entry } from "@daymark/domain/tracking/progress";

/** First and last day, `YYYY-MM-DD`, both included. */
interface Days {
  from: string;
  to: string;
}

/**
 * The entries of a user's active habits, by habit and day. One statement, whose rows are the answer. An id is a float8,
 * which the driver reads as a number (exact below 2^53), so that no row is copied.
 */
export async function listEntries(sql: Sql, userId: number, { from, to }: Days): Promise<Entry[]> {
  return sql<Entry[]>`
    select p.habit_id::float8 as habit_id, p.day::text as day, p.value, p.unit, p.skipped, p.note, p.confirmed
    from habits h join progress p on p.user_id = h.user_id and p.habit_id = h.id
    where h.user_id = ${userId} and not h.archived and h.deleted_at is null
      and p.user_id = ${userId} and p.day between ${from} and ${to}
    order by p.habit_id, p.day`;
}

/**
 * The same for one habit, also an archived one; undefined if it is missing, deleted or another user's. One statement.
 */
export async function listEntriesOfHabit(
  sql: Sql,
  userId: number,
  { id, from, to }: Days & { id: number },
): Promise<Entry[] | undefined> {
  // A habit without entries in these days returns one row without a day.
  const rows = await sql<(Entry | (Entry & { day: null }))[]>`
    select h.id::float8 as habit_id, p.day::text as day, p.value, p.unit, p.skipped, p.note, p.confirmed
    from habits h
    left join progress p on p.user_id = ${userId} and p.habit_id = h.id and p.day between ${from} and ${to}
    where h.user_id = ${userId} and h.id = ${id} and h.deleted_at is null
    order by p.day`;
  if (rows.length === 0) return undefined;
  return rows.filter((row) => row.day !== null);
}
