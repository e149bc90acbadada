import type { CallingUser } from "@daymark/auth/session/caller";
import { habits } from "@daymark/db/schema/habit";
import { isHueAllowed } from "@daymark/domain/account/plan";
import { type Unit, unitKind } from "@daymark/domain/base/unit";
import type { FieldErrors } from "@daymark/domain/base/validation";
import type { Habit, HabitType, habitUpdateInput } from "@daymark/domain/tracking/habit";
import { isForGoodOnly } from "@daymark/domain/tracking/schedule";
import { and, eq, isNull } from "drizzle-orm";
import type * as z from "zod/mini";
import { ApiError } from "../base/error.ts";
import { toScheduleColumns } from "../base/schedule-columns.ts";
import type { UserCall } from "../procedure/user-queue.ts";
import { type Announcing, announceHabits } from "./announce.ts";
import { getHabit } from "./list.ts";
import { withHabitLock } from "./lock.ts";
import { lastPlace } from "./place.ts";
import { assertShortNameFree } from "./short-name.ts";
import { setTarget } from "./target.ts";

type HabitChanges = z.infer<typeof habitUpdateInput>;

/**
 * Changes the given members. A habit that is archived or unarchived goes to the end of its new list. `target_effective`
 * says from when a given target holds; without a target it has no effect.
 *
 * @param today `YYYY-MM-DD`, the caller's: the day a new target holds from
 * @throws ApiError `habit_not_found`; `validation_failed` for a unit of another kind, a hue that the plan does not allow, or a short
 *   name that is taken
 */
export async function updateHabit(
  call: UserCall & Announcing,
  { id, target, target_effective, schedule, ...input }: HabitChanges,
  today: string,
): Promise<Habit> {
  const { user } = call;
  return withHabitLock(call, async (locked) => {
    const own = and(eq(habits.user_id, user.id), eq(habits.id, id), isNull(habits.deleted_at));
    const [habit] = await locked.select().from(habits).where(own).for("update");
    if (!habit) throw new ApiError("habit_not_found");
    assertAllowed(user, habit, { ...input, schedule });
    await assertShortNameFree(locked, user.id, input.short_name, id);
    const columns = {
      ...input,
      ...(schedule !== undefined && toScheduleColumns(schedule)),
      ...(input.archived !== undefined &&
        input.archived !== habit.archived && {
          position: await lastPlace(locked, user.id, habit.type, input.archived),
        }),
    };
    if (Object.values(columns).some((value) => value !== undefined))
      await locked.update(habits).set(columns).where(own);
    if (target !== undefined) {
      await setTarget(locked, { user_id: user.id, habit_id: id }, target, target_effective ?? "from_today", today);
    }
    const updated = await getHabit(locked.$client, user.id, id, today);
    const isMoved = updated.archived !== habit.archived;
    const event = isMoved ? (updated.archived ? "habit.archived" : "habit.unarchived") : "habit.updated";
    await announceHabits(locked, call, event, [updated]);
    return updated;
  });
}

/** Checks what the schema cannot: against the present habit and the plan of its owner. */
function assertAllowed(
  user: CallingUser,
  habit: { type: HabitType; unit: Unit; hue: number },
  input: Pick<HabitChanges, "unit" | "hue" | "schedule">,
) {
  const fields: FieldErrors = {};
  if (input.schedule && habit.type === "bad" && isForGoodOnly(input.schedule)) {
    fields.schedule = [{ code: "schedule_good_only" }];
  }
  if (input.unit && unitKind(input.unit) !== unitKind(habit.unit)) fields.unit = [{ code: "unit_kind_differs" }];
  // A hue from a larger plan may stay, so that a form that sends all members can be saved.
  if (input.hue !== undefined && input.hue !== habit.hue && !isHueAllowed(user.plan, input.hue)) {
    fields.hue = [{ code: "hue_not_in_plan" }];
  }
  if (Object.keys(fields).length > 0) throw new ApiError("validation_failed", { fields });
}
