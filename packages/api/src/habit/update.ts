import type { CallingUser } from "@daymark/auth/session/caller";
import type { Database } from "@daymark/db/connection/client";
import { habits, type PastScheduleRow } from "@daymark/db/schema/habit";
import { isHueAllowed } from "@daymark/domain/account/plan";
import { pastSchedulesOfUserCharactersMax } from "@daymark/domain/base/bounds";
import { toDayNumber } from "@daymark/domain/base/day";
import { type Unit, unitKind } from "@daymark/domain/base/unit";
import type { FieldErrors } from "@daymark/domain/base/validation";
import { withFrom } from "@daymark/domain/schedule/end";
import { isSameSchedule, pastSchedulesAfter } from "@daymark/domain/schedule/history";
import type { Habit, HabitType, habitUpdateInput } from "@daymark/domain/tracking/habit";
import { isEndForGoodOnly, isForGoodOnly } from "@daymark/domain/tracking/schedule";
import { and, eq, isNull, ne, sql } from "drizzle-orm";
import type * as z from "zod/mini";
import { ApiError } from "../base/error.ts";
import {
  fromPastSchedules,
  fromScheduleColumns,
  toPastSchedules,
  toScheduleColumns,
} from "../base/schedule-columns.ts";
import type { UserCall } from "../procedure/user-queue.ts";
import { enqueueFindReached } from "../webhook-event/found-later.ts";
import { type Announcing, announceHabits } from "./announce.ts";
import { getHabit } from "./list.ts";
import { withHabitLock } from "./lock.ts";
import { lastPlace } from "./place.ts";
import { assertShortNameFree } from "./short-name.ts";
import { setTarget } from "./target.ts";

type HabitChanges = z.infer<typeof habitUpdateInput>;

/**
 * Changes the given members. A habit that is archived or unarchived goes to the end of its new list. `target_effective`
 * says from when a given target holds, and `schedule_effective` from when given weekdays or a schedule do; without them
 * they have no effect. A change to another unit than repetitions deletes the word for them.
 *
 * @param today `YYYY-MM-DD`, the caller's: the day a new target or schedule holds from, and an end counts from by default
 * @throws ApiError `habit_not_found`; `validation_failed` for a unit of another kind, a word for another unit than repetitions, a hue
 *   that the plan does not allow, a short name that is taken, or more past schedules than a user may have
 */
export async function updateHabit(
  call: UserCall & Announcing,
  { id, target, target_effective, schedule_effective, schedule, end, ...input }: HabitChanges,
  today: string,
): Promise<Habit> {
  const { user } = call;
  return withHabitLock(call, async (locked) => {
    const own = and(eq(habits.user_id, user.id), eq(habits.id, id), isNull(habits.deleted_at));
    const [habit] = await locked.select().from(habits).where(own).for("update");
    if (!habit) throw new ApiError("habit_not_found");
    assertAllowed(user, habit, { ...input, schedule, end });
    await assertShortNameFree(locked, user.id, input.short_name, id);
    // A word for repetitions says nothing about minutes.
    const dropsLabel = input.unit !== undefined && input.unit !== "repetitions" && habit.unit_label !== null;
    const columns = {
      ...input,
      ...(dropsLabel && { unit_label: null }),
      ...(schedule !== undefined && toScheduleColumns(schedule)),
      ...(end !== undefined && { ends: withFrom(end, today) }),
      ...(await pastColumns(locked, habit, { ...input, schedule, schedule_effective }, today)),
      ...(await archivedColumns(locked, habit, input)),
      // After a change by its owner, a habit that has ended waits again before a job archives it.
      ...(habit.finish_seen_on !== null && { finish_seen_on: null }),
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
    // A new end may have passed. The days that are recorded may reach a new total, or the present one in another unit.
    const mayHaveEnded = updated.ended_on !== null && (end !== undefined || input.unit !== undefined);
    if (mayHaveEnded && user.has_webhooks) {
      await enqueueFindReached(locked, { user_id: user.id, habit_id: id, today });
    }
    return updated;
  });
}

/** The columns of a habit that is archived or made active again: it goes to the end of its new list. None if it stays. */
export async function archivedColumns(
  locked: Database,
  habit: Pick<typeof habits.$inferSelect, "user_id" | "type" | "archived">,
  { archived }: Pick<HabitChanges, "archived">,
): Promise<Partial<Pick<typeof habits.$inferInsert, "archived" | "position">>> {
  if (archived === undefined || archived === habit.archived) return {};
  return { archived, position: await lastPlace(locked, habit.user_id, habit.type, archived) };
}

/**
 * The past schedules of a habit whose owner sets weekdays or a schedule; nothing if neither is given.
 *
 * @throws ApiError `validation_failed` if those of all habits together would be longer than
 *   {@link pastSchedulesOfUserCharactersMax}
 */
async function pastColumns(
  locked: Database,
  habit: typeof habits.$inferSelect,
  { weekdays, schedule, schedule_effective }: Omit<HabitChanges, "id">,
  today: string,
): Promise<Pick<typeof habits.$inferInsert, "past_schedules">> {
  if (weekdays === undefined && schedule === undefined) return {};
  const { first_day } = await getHabit(locked.$client, habit.user_id, habit.id, today);
  const present = { weekdays: habit.weekdays, schedule: fromScheduleColumns(habit) };
  const next = {
    weekdays: weekdays ?? present.weekdays,
    schedule: schedule === undefined ? present.schedule : schedule,
  };
  // A script that sends all members changes nothing by it, and so must not drop what was before.
  if (schedule_effective === undefined && isSameSchedule(present, next)) return {};
  const history = {
    ...present,
    pastSchedules: fromPastSchedules(habit.past_schedules),
    firstDay: toDayNumber(first_day),
  };
  // Scripts that know only weekdays expect that a day which is not one of them is a day off, also in the past.
  const effect = schedule_effective ?? (schedule === undefined ? "always" : "from_today");
  const past_schedules = toPastSchedules(pastSchedulesAfter(history, next, effect, toDayNumber(today)));
  const characters = charactersOf(past_schedules);
  if (characters > charactersOf(habit.past_schedules)) {
    const others = await countPastCharacters(locked, habit.user_id, habit.id);
    if (others + characters > pastSchedulesOfUserCharactersMax) {
      const field = schedule === undefined ? "weekdays" : "schedule";
      throw new ApiError("validation_failed", { fields: { [field]: [{ code: "past_schedules_too_many" }] } });
    }
  }
  return { past_schedules };
}

function charactersOf(past: readonly PastScheduleRow[] | null): number {
  return past === null ? 0 : JSON.stringify(past).length;
}

/**
 * The characters of the past schedules of a user's habits, deleted ones included, as PostgreSQL writes their JSON. They
 * may not be more than {@link pastSchedulesOfUserCharactersMax}.
 *
 * @param exceptId a habit that is not counted
 */
export async function countPastCharacters(db: Database, userId: number, exceptId: number | null): Promise<number> {
  const [row] = await db
    .select({ characters: sql<number>`coalesce(sum(length(${habits.past_schedules}::text)), 0)::int` })
    .from(habits)
    .where(and(eq(habits.user_id, userId), exceptId === null ? undefined : ne(habits.id, exceptId)));
  return row?.characters ?? 0;
}

/** Checks what the schema cannot: against the present habit and the plan of its owner. */
function assertAllowed(
  user: CallingUser,
  habit: { type: HabitType; unit: Unit; hue: number },
  input: Pick<HabitChanges, "unit" | "unit_label" | "hue" | "schedule" | "end">,
) {
  const fields: FieldErrors = {};
  if (input.schedule && habit.type === "bad" && isForGoodOnly(input.schedule)) {
    fields.schedule = [{ code: "schedule_good_only" }];
  }
  if (input.end && habit.type === "bad" && isEndForGoodOnly(input.end)) fields.end = [{ code: "end_good_only" }];
  if (input.unit && unitKind(input.unit) !== unitKind(habit.unit)) fields.unit = [{ code: "unit_kind_differs" }];
  if (input.unit_label && (input.unit ?? habit.unit) !== "repetitions") {
    fields.unit_label = [{ code: "unit_label_repetitions_only" }];
  }
  // A hue from a larger plan may stay, so that a form that sends all members can be saved.
  if (input.hue !== undefined && input.hue !== habit.hue && !isHueAllowed(user.plan, input.hue)) {
    fields.hue = [{ code: "hue_not_in_plan" }];
  }
  if (Object.keys(fields).length > 0) throw new ApiError("validation_failed", { fields });
}
