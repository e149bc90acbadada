import { habits } from "@daymark/db/schema/habit";
import type { HabitType } from "@daymark/domain/tracking/habit";
import { type SQL, sql } from "drizzle-orm";

/**
 * The stored position after all habits of the type with the same archived state, as an SQL expression. Deleted habits
 * keep their position, so that a restored one returns to it.
 */
export function lastPlace(userId: number, type: HabitType, archived: boolean): SQL<number> {
  return sql`(
    select coalesce(max(h.position), -1) + 1 from ${habits} h
    where h.user_id = ${userId} and h.type = ${type} and h.archived = ${archived}
  )`;
}
