import type { CallingUser } from "@daymark/auth/session/caller";
import type { Database } from "@daymark/db/connection/client";
import { users } from "@daymark/db/schema/user";
import { dashboardUpdateInput, type Settings, type settingsUpdateInput } from "@daymark/domain/account/settings";
import { fieldErrors } from "@daymark/domain/base/validation";
import { type DashboardSettings, dashboardMembers } from "@daymark/domain/tracking/dashboard";
import { eq, sql } from "drizzle-orm";
import type * as z from "zod/mini";
import { ApiError } from "../base/error.ts";
import { type LimitedCall, planLimitReached } from "../host/plan-limit-error.ts";
import { rescheduleReminders } from "../reminder/reschedule.ts";

type SettingsChanges = z.infer<typeof settingsUpdateInput>;

/** Undefined if the user was deleted. */
export async function readSettings(db: Database, user: CallingUser): Promise<Settings | undefined> {
  const [row] = await db.select(settingsColumns).from(users).where(eq(users.id, user.id));
  return row && toSettings(row, user);
}

/**
 * Changes the given members. The look of the dashboard is stored for all devices only on the paid plan. The reminders
 * are rescheduled after a change of the timezone or of the hour at which the day begins.
 *
 * @returns undefined if the user was deleted
 * @throws ApiError plan_limit_reached, validation_failed
 */
export async function updateSettings(
  call: LimitedCall & { db: Database; user: CallingUser; now: () => number },
  { layout, filter, sort, density, week_start, month_total, folded_groups, ...stored }: SettingsChanges,
): Promise<Settings | undefined> {
  const { user } = call;
  const dashboard = dashboardChanges(call, { layout, filter, sort, density, week_start, month_total, folded_groups });
  return call.db.transaction(async (tx) => {
    const [row] = await tx
      .update(users)
      .set({
        ...stored,
        // An empty change is valid, but Drizzle would refuse it. A null member is removed.
        dashboard: dashboard
          ? sql`jsonb_strip_nulls(${users.dashboard} || ${JSON.stringify(dashboard)}::jsonb)`
          : sql`${users.dashboard}`,
      })
      .where(eq(users.id, user.id))
      .returning(settingsColumns);
    const hasNewClock = stored.timezone !== undefined || stored.day_start_hour !== undefined;
    if (row && hasNewClock) await rescheduleReminders(tx, user.id, call.now());
    return row && toSettings(row, user);
  });
}

/** Null if no member is given. The plan is checked before the members. */
function dashboardChanges(call: LimitedCall, members: { [Member in keyof DashboardSettings]: unknown }) {
  const given = Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
  if (Object.keys(given).length === 0) return null;
  if (call.user.plan === "free") throw planLimitReached(call, { type: "settings" });
  const { success, data, error } = dashboardUpdateInput.safeParse(given);
  if (!success) throw new ApiError("validation_failed", { fields: fieldErrors(error.issues, given) });
  return data;
}

const settingsColumns = {
  language: users.language,
  timezone: users.timezone,
  theme: users.theme,
  day_start_hour: users.day_start_hour,
  reminder_mails: users.reminder_mails,
  board_mails: users.board_mails,
  reminder_done: users.reminder_done,
  dashboard: users.dashboard,
};

type Row = Pick<typeof users.$inferSelect, keyof typeof settingsColumns>;

/** Values that the paid plan stored stay in the row, and are returned again when the plan is back. */
function toSettings({ dashboard, ...stored }: Row, { plan }: CallingUser): Settings {
  const kept = plan === "free" ? {} : dashboard;
  const names = Object.keys(dashboardMembers) as (keyof typeof dashboardMembers)[];
  const told = Object.fromEntries(names.map((name) => [name, kept[name] ?? null]));
  return { ...stored, ...(told as Omit<Settings, keyof typeof stored>) };
}
