import type { CallingUser } from "@daymark/auth/session/caller";
import { lockUser } from "@daymark/auth/user/lock-user";
import { reminders } from "@daymark/db/schema/reminder";
import { nextReminderAt } from "@daymark/domain/reminder/reminder";
import { ApiError } from "../base/error.ts";
import { mapInTurns } from "../base/pace.ts";
import type { Context } from "../procedure/context.ts";
import { reminderTimezone } from "../reminder/create.ts";
import { remindersAtOnce } from "../reminder/reschedule.ts";
import type { ImportHabit } from "./readers/content.ts";
import type { Report } from "./readers/report.ts";

/**
 * Adds the reminders of the imported habits, in the importing user's timezone. The setting whether mails are sent stays
 * unchanged: a user who turned them off gets none of these.
 *
 * @param ctx.db the transaction of the import
 * @param habits by their new ids
 */
export async function writeReminders(
  ctx: Pick<Context, "caller" | "db" | "now" | "timezone"> & { user: CallingUser },
  habits: ReadonlyMap<number, ImportHabit>,
  report: Report,
): Promise<{ added: number; hasNewTimezone: boolean }> {
  const given = [...habits].flatMap(([habit_id, { title, reminders }]) =>
    reminders.map((reminder) => ({ ...reminder, habit_id, title })),
  );
  const nothing = { added: 0, hasNewTimezone: false };
  if (given.length === 0) return nothing;
  if (!ctx.caller?.session) {
    for (const { row, title } of given) report.refuse({ row, habit: title }, "reminder_by_key");
    return nothing;
  }
  // As when a reminder is created: a change of the timezone waits, and then reschedules these too.
  const user = await lockUser(ctx.db, ctx.user.id);
  if (!user) throw new ApiError("session_terminated");
  const { timezone, isNew } = await reminderTimezone(ctx.db, user, ctx.timezone);
  const rows = await mapInTurns(given, remindersAtOnce, ({ row: _, title: __, created_at, ...reminder }) => ({
    ...reminder,
    user_id: user.id,
    next_at: new Date(nextReminderAt({ ...reminder, timezone, dayStartHour: user.day_start_hour }, ctx.now())),
    ...(created_at !== null && { created_at: new Date(created_at) }),
  }));
  await ctx.db.insert(reminders).values(rows);
  return { added: given.length, hasNewTimezone: isNew };
}
