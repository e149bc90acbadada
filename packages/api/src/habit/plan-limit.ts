import type { Database } from "@daymark/db/connection/client";
import { habits } from "@daymark/db/schema/habit";
import { habitLimit } from "@daymark/domain/account/plan";
import type { HabitType } from "@daymark/domain/tracking/habit";
import { deletedCountsSeconds } from "@daymark/domain/tracking/trash";
import { and, eq, isNull, or, sql } from "drizzle-orm";
import { type LimitedCall, planLimitReached } from "../host/plan-limit-error.ts";
import type { UserCall } from "../procedure/user-queue.ts";
import { listDeletedHabits } from "./list-deleted.ts";

/** A call that adds a habit, within the plan of its user. */
export type HabitCall = UserCall & LimitedCall;

/**
 * True for a habit that counts for the plan: one that is not deleted, archived or not, or one that was deleted within
 * the last seconds, so that an undo always finds room. The database gives the time, because nodes' clocks may differ:
 * the time of the statement, because a transaction may have waited for its turn.
 */
export const countsForPlan = or(
  isNull(habits.deleted_at),
  sql`${habits.deleted_at} >= statement_timestamp() - make_interval(secs => ${deletedCountsSeconds})`,
);

/**
 * Checks that the plan has room for one more habit of a type. The caller holds the lock of the user's habits.
 *
 * @param from whether the habit is new or comes from the trash; the error says so
 * @throws ApiError `plan_limit_reached` (with the seconds to wait if a deleted habit takes the place)
 */
export async function assertPlanRoom(
  db: Database,
  call: HabitCall,
  type: HabitType,
  from: "new" | "trash",
): Promise<void> {
  const { user } = call;
  const kept = await db.$count(habits, and(eq(habits.user_id, user.id), eq(habits.type, type), countsForPlan));
  const surplus = kept - habitLimit(user.plan, type);
  if (surplus < 0) return;
  // The deleted habit whose expiry leaves enough room, if there is one.
  const blocking = (await listDeletedHabits(db.$client, user.id, type))[surplus];
  if (!blocking) throw planLimitReached(call, from === "trash" ? { type, until: "trash" } : { type });
  const { title, seconds_left } = blocking;
  throw planLimitReached(call, { type, until: "restorable", title, seconds: seconds_left }, seconds_left);
}
