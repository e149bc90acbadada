import type { CallingUser } from "@daymark/auth/session/caller";
import { lockUser } from "@daymark/auth/user/lock-user";
import { habits } from "@daymark/db/schema/habit";
import { reminders } from "@daymark/db/schema/reminder";
import { nextReminderAt, type Reminder, type reminderUpdateInput, toMinute } from "@daymark/domain/reminder/reminder";
import { and, eq, getTableColumns, isNull, ne } from "drizzle-orm";
import type * as z from "zod/mini";
import { ApiError } from "../base/error.ts";
import type { Context } from "../procedure/context.ts";
import { assertTargets, wrongTime } from "./create.ts";
import { toReminder } from "./to-reminder.ts";

/**
 * Changes the given members.
 *
 * @throws ApiError reminder_not_found; validation_failed if the time is taken, no channel is left, or a notification
 *   target is not the user's
 */
export async function updateReminder(
  ctx: Pick<Context, "db" | "now"> & { user: CallingUser },
  { id, time, ...changes }: z.infer<typeof reminderUpdateInput>,
): Promise<Reminder> {
  return ctx.db.transaction(async (tx) => {
    const user = await lockUser(tx, ctx.user.id);
    if (!user) throw new ApiError("session_terminated");
    const own = and(eq(reminders.user_id, user.id), eq(reminders.id, id));
    const [before] = await tx
      .select(getTableColumns(reminders))
      .from(reminders)
      .innerJoin(habits, and(eq(habits.user_id, reminders.user_id), eq(habits.id, reminders.habit_id)))
      .where(and(own, isNull(habits.deleted_at)));
    if (!before) throw new ApiError("reminder_not_found");
    const after = {
      minute: time === undefined ? before.minute : toMinute(time),
      weekdays: changes.weekdays ? [...changes.weekdays].sort() : before.weekdays,
      by_push: changes.by_push ?? before.by_push,
      by_mail: changes.by_mail ?? before.by_mail,
      target_ids: changes.target_ids ?? before.target_ids,
    };
    // Those that it has may be deleted by now, which is no reason to refuse another change.
    const added = after.target_ids.filter((target) => !before.target_ids.includes(target));
    await assertTargets(tx, user.id, added);
    if (!after.by_push && !after.by_mail && after.target_ids.length === 0) {
      throw new ApiError("validation_failed", { fields: { by_push: [{ code: "reminder_way_missing" }] } });
    }
    const atThatTime = and(
      eq(reminders.user_id, user.id),
      eq(reminders.habit_id, before.habit_id),
      eq(reminders.minute, after.minute),
      ne(reminders.id, id),
    );
    if ((await tx.$count(reminders, atThatTime)) > 0) throw wrongTime("reminder_time_taken");
    const rule = { ...after, timezone: user.timezone ?? "UTC", dayStartHour: user.day_start_hour };
    // A change between mail and notification must not delay a reminder that is due now.
    const isMoved = time !== undefined || changes.weekdays !== undefined;
    const [row] = await tx
      .update(reminders)
      .set({ ...after, ...(isMoved && { next_at: new Date(nextReminderAt(rule, ctx.now())) }) })
      .where(own)
      .returning();
    if (!row) throw new ApiError("reminder_not_found");
    return toReminder(row);
  });
}
