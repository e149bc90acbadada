import type { Database } from "@daymark/db/connection/client";
import { habits } from "@daymark/db/schema/habit";
import type { HabitType } from "@daymark/domain/tracking/habit";
import { and, eq, max } from "drizzle-orm";

/**
 * The stored position after all habits of the type with the same archived state. Deleted habits keep their position, so
 * that a restored one returns to it. The caller holds the lock of the user's habits. A separate statement, because
 * Citus takes no subquery in the values of an insert.
 */
export async function lastPlace(db: Database, userId: number, type: HabitType, archived: boolean): Promise<number> {
  const [row] = await db
    .select({ position: max(habits.position) })
    .from(habits)
    .where(and(eq(habits.user_id, userId), eq(habits.type, type), eq(habits.archived, archived)));
  return (row?.position ?? -1) + 1;
}
