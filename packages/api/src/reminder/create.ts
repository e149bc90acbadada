import type { CallingUser } from "@daymark/auth/session/caller";
import { lockUser } from "@daymark/auth/user/lock-user";
import type { Database, Transaction } from "@daymark/db/connection/client";
import { notificationTargets } from "@daymark/db/schema/connection/notification-target";
import { habits } from "@daymark/db/schema/habit";
import { reminders } from "@daymark/db/schema/reminder";
import { users } from "@daymark/db/schema/user";
import type { FieldErrorCode } from "@daymark/domain/base/validation";
import {
  nextReminderAt,
  type Reminder,
  type ReminderCreateInput,
  remindersOfHabitMax,
  reminderWeekdays,
  toMinute,
} from "@daymark/domain/reminder/reminder";
import { and, eq, inArray, isNull } from "drizzle-orm";
import { ApiError } from "../base/error.ts";
import type { Context } from "../procedure/context.ts";
import { toReminder } from "./to-reminder.ts";

/**
 * Adds a reminder. If the user has no stored timezone, it stores the request's: without one "at nine" would mean nine
 * in UTC.
 *
 * @throws ApiError habit_not_found; validation_failed if the time is taken, the habit has as many as allowed, or a
 *   notification target is not the user's
 */
export async function createReminder(
  ctx: Pick<Context, "db" | "services" | "now" | "timezone"> & { user: CallingUser },
  input: ReminderCreateInput,
): Promise<Reminder> {
  const { reminder, hasNewTimezone } = await ctx.db.transaction(async (tx) => {
    // A parallel call that adds a reminder or changes the timezone waits here; so does the worker with this user's
    // reminders.
    const user = await lockUser(tx, ctx.user.id);
    if (!user) throw new ApiError("session_terminated");
    await assertHabit(tx, user.id, input.habit_id);
    await assertTargets(tx, user.id, input.target_ids ?? []);
    const { timezone, isNew: hasNewTimezone } = await reminderTimezone(tx, user, ctx.timezone);
    const ofHabit = and(eq(reminders.user_id, user.id), eq(reminders.habit_id, input.habit_id));
    if ((await tx.$count(reminders, ofHabit)) >= remindersOfHabitMax) {
      throw wrongTime("reminders_too_many", { max: remindersOfHabitMax });
    }
    const weekdays = [...(input.weekdays ?? reminderWeekdays)].sort();
    const minute = toMinute(input.time);
    const next = nextReminderAt({ minute, weekdays, timezone, dayStartHour: user.day_start_hour }, ctx.now());
    const [row] = await tx
      .insert(reminders)
      .values({
        user_id: user.id,
        habit_id: input.habit_id,
        minute,
        weekdays,
        by_push: input.by_push ?? true,
        by_mail: input.by_mail ?? false,
        target_ids: input.target_ids ?? [],
        next_at: new Date(next),
      })
      .onConflictDoNothing()
      .returning();
    if (!row) throw wrongTime("reminder_time_taken");
    return { reminder: toReminder(row), hasNewTimezone };
  });
  if (hasNewTimezone) ctx.services.sessions.forget(ctx.user.id);
  return reminder;
}

/**
 * The timezone of a user's reminders: the stored one, else the request's, which is stored with the first reminder, else
 * UTC.
 *
 * @param user as {@link lockUser} returned it
 * @param given the request's, null if it names none
 */
export async function reminderTimezone(
  tx: Database | Transaction,
  user: Pick<typeof users.$inferSelect, "id" | "timezone">,
  given: string | null,
): Promise<{ timezone: string; isNew: boolean }> {
  const isNew = user.timezone === null && given !== null;
  if (isNew) await tx.update(users).set({ timezone: given }).where(eq(users.id, user.id));
  return { timezone: user.timezone ?? given ?? "UTC", isNew };
}

async function assertHabit(tx: Transaction, userId: number, habitId: number): Promise<void> {
  const [habit] = await tx
    .select({ id: habits.id })
    .from(habits)
    .where(and(eq(habits.user_id, userId), eq(habits.id, habitId), isNull(habits.deleted_at)));
  if (!habit) throw new ApiError("habit_not_found");
}

/** @throws ApiError validation_failed if one of these notification targets is not the user's */
export async function assertTargets(tx: Transaction, userId: number, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const own = and(eq(notificationTargets.user_id, userId), inArray(notificationTargets.id, [...ids]));
  if ((await tx.$count(notificationTargets, own)) === ids.length) return;
  throw new ApiError("validation_failed", { fields: { target_ids: [{ code: "invalid" }] } });
}

/** The error for the requested time of day. */
export function wrongTime(code: FieldErrorCode, values?: Record<string, number>): ApiError {
  return new ApiError("validation_failed", { fields: { time: [{ code, ...(values && { values }) }] } });
}
