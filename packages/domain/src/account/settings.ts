import * as z from "zod/mini";
import { isTimezone } from "../base/day.ts";
import { languages } from "../text/language.ts";
import { firstBroken } from "../text/text.ts";
import { type DashboardSettings, dashboardMembers } from "../tracking/dashboard.ts";
import { themes } from "./auth.ts";

/** Settings that the server stores on every plan. */
export const storedSettingsSchema = z.object({
  language: z.enum(languages),
  timezone: z.nullable(z.string()),
  theme: z.enum(themes),
  day_start_hour: z.int(),
  /** Whether the server may send reminders by mail. */
  reminder_mails: z.boolean(),
  /** Whether the server may send news of feature requests by mail. */
  board_mails: z.boolean(),
  /** Whether a notification about one habit has a button that marks the day as done, also on a locked screen. */
  reminder_done: z.boolean(),
});

/** The dashboard members are null if the user never chose them, or if the plan does not store them. */
export const settingsSchema = z.extend(storedSettingsSchema, {
  layout: z.nullable(dashboardMembers.layout),
  filter: z.nullable(dashboardMembers.filter),
  sort: z.nullable(dashboardMembers.sort),
  density: z.nullable(dashboardMembers.density),
  week_start: z.nullable(dashboardMembers.week_start),
  month_total: z.nullable(dashboardMembers.month_total),
  folded_groups: z.nullable(dashboardMembers.folded_groups),
});
export type Settings = z.infer<typeof settingsSchema>;

const dayStartHourMax = 6;

export const settingsUpdateInput = z.strictObject({
  language: z.optional(z.enum(languages)),
  /** IANA name; null deletes it. */
  timezone: z.optional(z.nullable(z.string().check(firstBroken([{ code: "invalid", holds: isTimezone }])))),
  theme: z.optional(z.enum(themes)),
  day_start_hour: z.optional(z.int().check(z.gte(0), z.lte(dayStartHourMax))),
  reminder_mails: z.optional(z.boolean()),
  board_mails: z.optional(z.boolean()),
  reminder_done: z.optional(z.boolean()),
  layout: paidMember("layout"),
  filter: paidMember("filter"),
  sort: paidMember("sort"),
  density: paidMember("density"),
  week_start: paidMember("week_start"),
  month_total: paidMember("month_total"),
  folded_groups: paidMember("folded_groups"),
});

/** Settings that only a paid plan stores; null deletes one. */
export const dashboardUpdateInput = z.partial(z.object(nullableMembers()));

/**
 * Any value passes here, so that a user without the plan gets the plan's error for every value. After that, {@link
 * dashboardUpdateInput} checks the value.
 */
function paidMember<Member extends keyof DashboardSettings>(name: Member) {
  const { $schema: _, ...described } = z.toJSONSchema(nullableMembers()[name]);
  return z.optional(z.custom<DashboardSettings[Member] | null>().check(z.meta(described)));
}

function nullableMembers() {
  const { layout, filter, sort, density, week_start, month_total, folded_groups } = settingsSchema.shape;
  return { layout, filter, sort, density, week_start, month_total, folded_groups };
}
