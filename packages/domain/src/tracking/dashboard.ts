import * as z from "zod/mini";
import { groupNameLengthMax } from "../base/bounds.ts";
import { type UnitKind, unitKinds } from "../base/unit.ts";
import { firstBroken, lengthTo, readable } from "../text/text.ts";
import { habitTypes, timesOfFilter } from "./habit-type.ts";
import { densities, filterTextLengthMax, foldedGroupsMax, habitSorts, layouts, weekStarts } from "./preference.ts";

export type Layout = (typeof layouts)[number];
export type Density = (typeof densities)[number];
export type HabitSort = (typeof habitSorts)[number];

const unitKindNames = Object.keys(unitKinds) as [UnitKind, ...UnitKind[]];

/** Which habits the dashboard shows. An absent member filters nothing. */
export const habitFilterSchema = z.strictObject({
  type: z.optional(z.enum(habitTypes)),
  unit_kind: z.optional(z.enum(unitKindNames)),
  /** `any`: those without a part of the day. */
  time_of_day: z.optional(z.enum(timesOfFilter)),
  hue: z.optional(z.int().check(z.gte(0), z.lte(359))),
  archived: z.optional(z.boolean()),
  /** Part of a title or description, in any case. */
  text: z.optional(z.string().check(firstBroken([lengthTo(filterTextLengthMax), readable]))),
  /** Only habits whose current streak ends today unless the user acts. */
  at_risk: z.optional(z.boolean()),
});
export type HabitFilter = z.infer<typeof habitFilterSchema>;

export const dashboardMembers = {
  layout: z.enum(layouts),
  filter: habitFilterSchema,
  sort: z.enum(habitSorts),
  density: z.enum(densities),
  week_start: z.literal(weekStarts),
  /** Whether the calendar shows the total of each habit in the month. */
  month_total: z.boolean(),
  /** Names of the collapsed groups. */
  folded_groups: z
    .array(z.string().check(firstBroken([lengthTo(groupNameLengthMax), readable])))
    .check(z.maxLength(foldedGroupsMax)),
};

/** The dashboard's settings. The browser stores them; on the paid plan the server stores them for all devices. */
export const dashboardSettingsSchema = z.partial(z.strictObject(dashboardMembers));
export type DashboardSettings = z.infer<typeof dashboardSettingsSchema>;
