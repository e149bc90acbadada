import type { Sql } from "@daymark/db/connection/client";
import type { Vacation } from "@daymark/domain/tracking/vacation";
import { lengthOf } from "./create.ts";

/** A user's vacations, the latest days first, each with the number of days that it still skips. One statement. */
export async function listVacations(sql: Sql, userId: number): Promise<Vacation[]> {
  const rows = await sql<Row[]>`
    select v.id, v.from_day::text as from, v.to_day::text as to, v.created_at, (
      select count(*)::int from progress p join habits h on h.id = p.habit_id
      where h.user_id = ${userId} and p.user_id = ${userId} and p.vacation_id = v.id and h.deleted_at is null
    ) as skipped_days
    from vacations v where v.user_id = ${userId}
    order by v.from_day desc, v.id desc`;
  return rows.map(({ id, from, to, skipped_days, created_at }) => ({
    id: Number(id),
    ...lengthOf({ from, to }),
    skipped_days,
    created_at: new Date(created_at).toISOString(),
  }));
}

interface Row {
  id: string;
  from: string;
  to: string;
  skipped_days: number;
  created_at: Date;
}
