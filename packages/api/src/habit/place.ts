import { habits } from "@daymark/db/schema/habit";
import type { HabitType } from "@daymark/domain/tracking/habit";
import { type SQL, sql } from "drizzle-orm";

/**
 * The stored place behind every habit of the type that is archived alike, as an expression of SQL. Deleted ones keep
 * theirs, so that a restored one stands where it stood.
 */
export function lastPlace(userId: number, type: HabitType, archived: boolean): SQL<number> {
  return sql`(
    select coalesce(max(h.position), -1) + 1 from ${habits} h
    where h.user_id = ${userId} and h.type = ${type} and h.archived = ${archived}
  )`;
}
