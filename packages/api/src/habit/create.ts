import type { CallingUser } from "@daymark/auth/session/caller";
import type { Database } from "@daymark/db/connection/client";
import { habits, habitTargets } from "@daymark/db/schema/habit";
import { habitLimit, isHueAllowed } from "@daymark/domain/account/plan";
import type { Habit, HabitContent, HabitType } from "@daymark/domain/tracking/habit";
import { and, eq } from "drizzle-orm";
import { ApiError } from "../base/error.ts";
import type { UserCall } from "../procedure/user-queue.ts";
import { getHabit } from "./list.ts";
import { listDeletedHabits } from "./list-deleted.ts";
import { withHabitLock } from "./lock.ts";
import { lastPlace } from "./place.ts";
import { restorable } from "./restore.ts";

/**
 * Adds a habit, last of its type, within the plan's limit. Archived habits count, and so do deleted ones that can still
 * be restored.
 *
 * @param today `YYYY-MM-DD`, the caller's: the day the habit begins
 * @throws ApiError `validation_failed` for a hue that the plan does not allow, `plan_limit_reached` (with the seconds
 *   to wait if a deleted habit takes the place)
 */
export async function createHabit(
  call: UserCall & { user: CallingUser },
  { target, schedule, ...input }: HabitContent,
  today: string,
): Promise<Habit> {
  const { user } = call;
  if (!isHueAllowed(user.plan, input.hue)) {
    throw new ApiError("validation_failed", { fields: { hue: [{ code: "hue_not_in_plan" }] } });
  }
  return withHabitLock(call, async (locked) => {
    const kept = await locked.$count(habits, and(eq(habits.user_id, user.id), eq(habits.type, input.type), restorable));
    const surplus = kept - habitLimit(user.plan, input.type);
    if (surplus >= 0) throw await limitReached(locked, user, input.type, surplus);
    const [key] = await locked
      .insert(habits)
      .values({
        ...input,
        times_per_week: schedule?.times_per_week ?? null,
        user_id: user.id,
        position: await lastPlace(locked, user.id, input.type, false),
        created_on: today,
      })
      .returning({ user_id: habits.user_id, habit_id: habits.id });
    if (!key) throw new Error("an insert gave no row back");
    await locked.insert(habitTargets).values({ ...key, from_day: today, target });
    return getHabit(locked.$client, user.id, key.habit_id, today);
  });
}

/**
 * The refusal if the plan is full. If deleted habits fill it, the error contains the time until enough of them can no
 * longer be restored to make room for one.
 *
 * @param surplus by how many the habits of the type exceed the plan's limit
 */
async function limitReached(db: Database, user: CallingUser, type: HabitType, surplus: number): Promise<ApiError> {
  const blocking = (await listDeletedHabits(db.$client, user.id, type))[surplus];
  const values = { type, plan: user.plan };
  if (!blocking) return new ApiError("plan_limit_reached", { values });
  const { title, seconds_left } = blocking;
  return new ApiError("plan_limit_reached", {
    values: { ...values, until: "restorable", title, seconds: seconds_left },
    retryAfterSeconds: seconds_left,
  });
}
