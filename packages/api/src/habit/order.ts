import { habits } from "@daymark/db/schema/habit";
import type { Habit, HabitType } from "@daymark/domain/tracking/habit";
import { and, eq, isNull, sql } from "drizzle-orm";
import { ApiError } from "../base/error.ts";
import type { UserCall } from "../procedure/user-queue.ts";
import { listHabits } from "./list.ts";
import { withHabitLock } from "./lock.ts";

/**
 * Sets the order of a user's active habits of a type.
 *
 * @param ids all of them, each once
 * @param today `YYYY-MM-DD`, the caller's
 * @returns the habits in the new order
 * @throws ApiError `validation_failed` if `ids` are not all of them, each once
 */
export async function setHabitOrder(
  call: UserCall,
  { type, ids }: { type: HabitType; ids: number[] },
  today: string,
): Promise<Habit[]> {
  const userId = call.user.id;
  return withHabitLock(call, async (locked) => {
    const active = and(
      eq(habits.user_id, userId),
      eq(habits.type, type),
      eq(habits.archived, false),
      isNull(habits.deleted_at),
    );
    const rows = await locked.select({ id: habits.id }).from(habits).where(active);
    const given = new Set(ids);
    if (ids.length !== rows.length || !rows.every(({ id }) => given.has(id))) {
      throw new ApiError("validation_failed", { fields: { ids: [{ code: "order_incomplete" }] } });
    }
    await locked
      .update(habits)
      .set({ position: sql`array_position(${sql.param(ids)}::bigint[], ${habits.id}) - 1` })
      .where(active);
    return listHabits(locked.$client, userId, today, { type, archived: false });
  });
}
