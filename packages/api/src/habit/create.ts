import { habits, habitTargets } from "@daymark/db/schema/habit";
import { isHueAllowed } from "@daymark/domain/account/plan";
import { withFrom } from "@daymark/domain/schedule/end";
import type { Habit, HabitContent } from "@daymark/domain/tracking/habit";
import { ApiError } from "../base/error.ts";
import { toScheduleColumns } from "../base/schedule-columns.ts";
import { type Announcing, announceHabits } from "./announce.ts";
import { getHabit } from "./list.ts";
import { withHabitLock } from "./lock.ts";
import { lastPlace } from "./place.ts";
import { assertPlanRoom, type HabitCall } from "./plan-limit.ts";
import { assertShortNameFree } from "./short-name.ts";

/**
 * Adds a habit, last of its type, within the plan's limit. Archived habits count, and so do those deleted a moment ago.
 *
 * @param today `YYYY-MM-DD`, the caller's: the day the habit begins
 * @throws ApiError `validation_failed` for a hue that the plan does not allow or a short name that is taken,
 *   `plan_limit_reached` (with the seconds to wait if a deleted habit takes the place)
 */
export async function createHabit(
  call: HabitCall & Announcing,
  { target, schedule, end, ...input }: HabitContent,
  today: string,
): Promise<Habit> {
  const { user } = call;
  if (!isHueAllowed(user.plan, input.hue)) {
    throw new ApiError("validation_failed", { fields: { hue: [{ code: "hue_not_in_plan" }] } });
  }
  return withHabitLock(call, async (locked) => {
    await assertPlanRoom(locked, call, input.type, "new");
    await assertShortNameFree(locked, user.id, input.short_name, null);
    const [key] = await locked
      .insert(habits)
      .values({
        ...input,
        ...toScheduleColumns(schedule),
        ends: withFrom(end, today),
        user_id: user.id,
        position: await lastPlace(locked, user.id, input.type, false),
        created_on: today,
      })
      .returning({ user_id: habits.user_id, habit_id: habits.id });
    if (!key) throw new Error("an insert gave no row back");
    await locked.insert(habitTargets).values({ ...key, from_day: today, target });
    const habit = await getHabit(locked.$client, user.id, key.habit_id, today);
    await announceHabits(locked, call, "habit.created", [habit]);
    return habit;
  });
}
