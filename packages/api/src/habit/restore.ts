import { habits } from "@daymark/db/schema/habit";
import { type Habit, habitRestoreSeconds } from "@daymark/domain/tracking/habit";
import { and, eq, isNull, or, sql } from "drizzle-orm";
import { ApiError } from "../base/error.ts";
import type { UserCall } from "../procedure/user-queue.ts";
import { getHabit } from "./list.ts";
import { withHabitLock } from "./lock.ts";

/**
 * True for a habit that exists or can be restored: it counts for the plan. The time is that of the database, as nodes'
 * clocks may differ, and of the statement, as a transaction may have waited for its turn.
 */
export const restorable = or(
  isNull(habits.deleted_at),
  sql`${habits.deleted_at} >= statement_timestamp() - make_interval(secs => ${habitRestoreSeconds})`,
);

/**
 * Restores a deleted habit, with all its days and its position. A habit that is not deleted stays as it is, so that the
 * call is idempotent.
 *
 * @param today `YYYY-MM-DD`, the caller's
 * @throws ApiError `habit_not_found`, also after the time for restoring
 */
export async function restoreHabit(call: UserCall, id: number, today: string): Promise<Habit> {
  const userId = call.user.id;
  return withHabitLock(call, async (locked) => {
    const restored = await locked
      .update(habits)
      .set({ deleted_at: null })
      .where(and(eq(habits.user_id, userId), eq(habits.id, id), restorable))
      .returning({ id: habits.id });
    if (restored.length === 0) throw new ApiError("habit_not_found");
    return getHabit(locked.$client, userId, id, today);
  });
}
