import { entryNoteLengthMax, pastSchedulesMax, targetsMax } from "@daymark/domain/base/bounds";
import { daySchema } from "@daymark/domain/base/day-input";
import { idSchema } from "@daymark/domain/base/id";
import { isInstantIn } from "@daymark/domain/base/instant";
import { hasWay, reminderCreateInput } from "@daymark/domain/reminder/reminder";
import { typedText } from "@daymark/domain/text/text";
import { amountSchema, habitCreateInput } from "@daymark/domain/tracking/habit";
import { noteCreateInput } from "@daymark/domain/tracking/note";
import * as z from "zod/mini";

/*
 * The rows of a file as `exportSchema` of the domain lists them. Each follows the same rules as elsewhere. A member
 * that earlier versions did not have gets its default.
 */

/** ISO 8601 in UTC, as in every answer; limited to years that the calendar and the database represent alike. */
const instant = z.iso.datetime().check(isInstantIn({ from: 0, before: Date.UTC(9999, 0) }, "invalid"));

const { target: _, ...habitMembers } = habitCreateInput.shape;
export const habitSchema = z.object({
  id: idSchema,
  ...habitMembers,
  archived: z._default(z.boolean(), false),
  position: z._default(z.int(), 0),
  created_on: daySchema,
  created_at: instant,
  targets: z.array(z.object({ from: daySchema, target: amountSchema })).check(
    z.maxLength(targetsMax),
    z.minLength(1),
    z.refine((targets) => new Set(targets.map(({ from }) => from)).size === targets.length, {
      error: "day_repeated",
    }),
  ),
  past_schedules: z._default(
    z.array(z.object({ until: daySchema, weekdays: habitMembers.weekdays, schedule: habitMembers.schedule })).check(
      z.maxLength(pastSchedulesMax),
      z.refine((past) => new Set(past.map(({ until }) => until)).size === past.length, { error: "day_repeated" }),
    ),
    [],
  ),
});

export type FileHabit = z.infer<typeof habitSchema>;

export const noteSchema = z.object({
  text: noteCreateInput.shape.text,
  pinned: z._default(z.boolean(), false),
  created_at: instant,
  updated_at: instant,
});

export const vacationSchema = z
  .object({ id: idSchema, from: daySchema, to: daySchema, created_at: instant })
  .check(z.refine(({ from, to }) => from <= to, { error: "range_reversed", path: ["to"] }));

export const reminderSchema = z.object({ ...reminderCreateInput.shape, created_at: z.optional(instant) }).check(hasWay);

export type FileReminder = z.infer<typeof reminderSchema>;

export const entrySchema = z.object({
  habit_id: idSchema,
  day: daySchema,
  value: z._default(z.nullable(amountSchema), null),
  unit: habitMembers.unit,
  skipped: z._default(z.boolean(), false),
  note: z._default(z.nullable(typedText({ min: 0, max: entryNoteLengthMax })), null),
  confirmed: z._default(z.boolean(), false),
  vacation_id: z._default(z.nullable(idSchema), null),
});
export const logItemSchema = z
  .object({
    habit_id: idSchema,
    day: daySchema,
    at: z._default(z.nullable(instant), null),
    value: amountSchema,
    unit: habitMembers.unit,
  })
  .check(z.refine(isNearDay, { error: "at_not_on_day", path: ["at"] }));
export type FileLogItem = z.infer<typeof logItemSchema>;

/** The zone of the time is not in the file. No zone is further from noon UTC of a day, with the latest start of the day. */
const hoursOfDayMax = 12 + 14 + 6;

function isNearDay({ day, at }: { day: string; at: string | null }): boolean {
  const noon = Date.parse(`${day}T12:00:00Z`);
  return at === null || Math.abs(Date.parse(at) - noon) <= hoursOfDayMax * 3_600_000;
}

export type FileEntry = z.infer<typeof entrySchema>;
