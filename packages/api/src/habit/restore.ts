import { habits } from "@daymark/db/schema/habit";
import type { Habit } from "@daymark/domain/tracking/habit";
import { and, eq, isNull, or, sql } from "drizzle-orm";
import { ApiError } from "../base/error.ts";
import { type Announcing, announceHabits } from "./announce.ts";
import { getHabit } from "./list.ts";
import { withHabitLock } from "./lock.ts";
import { assertPlanRoom, countsForPlan, type HabitCall } from "./plan-limit.ts";
import { isShortNameTaken } from "./short-name.ts";
import { isInTrash } from "./trash.ts";

/**
 * Restores a deleted habit, with all its days and its position. A habit that is not deleted stays as it is, so that the
 * call is idempotent. If another habit took its short name meanwhile, it comes back without one. A habit that still counts for the plan is restored into a full plan, too.
 *
 * @param today `YYYY-MM-DD`, the caller's
 * @throws ApiError `habit_not_found`, also if the habit is no longer in the trash; `plan_limit_reached`
 */
export async function restoreHabit(call: HabitCall & Announcing, id: number, today: string): Promise<Habit> {
  const { user } = call;
  return withHabitLock(call, async (locked) => {
    const own = and(eq(habits.user_id, user.id), eq(habits.id, id), or(isNull(habits.deleted_at), isInTrash));
    // The row lock keeps the clean-up from deleting the habit until this transaction has ended.
    const [habit] = await locked
      .select({
        type: habits.type,
        short_name: habits.short_name,
        deleted_at: habits.deleted_at,
        isCounted: sql<boolean>`${countsForPlan}`,
      })
      .from(habits)
      .where(own)
      .for("update");
    if (!habit) throw new ApiError("habit_not_found");
    if (!habit.isCounted) await assertPlanRoom(locked, call, habit.type, "trash");
    const { short_name: name } = habit;
    const isNameTaken = name !== null && (await isShortNameTaken(locked, user.id, name, id));
    await locked
      .update(habits)
      .set({ deleted_at: null, finish_seen_on: null, ...(isNameTaken && { short_name: null }) })
      .where(and(eq(habits.user_id, user.id), eq(habits.id, id)));
    const restored = await getHabit(locked.$client, user.id, id, today);
    if (habit.deleted_at !== null) await announceHabits(locked, call, "habit.restored", [restored]);
    return restored;
  });
}
