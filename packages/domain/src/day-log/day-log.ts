import * as z from "zod/mini";
import { answeredDaySchema, dayRangeChecks, daySchema } from "../base/day-input.ts";
import { idSchema } from "../base/id.ts";
import { answeredInstantSchema, instantSchema } from "../base/instant.ts";
import { pageMembers } from "../base/pagination.ts";
import { units } from "../base/unit.ts";
import { amountSchema } from "../tracking/habit.ts";
import { entrySchema } from "../tracking/progress.ts";

/** A client may choose it, so that a call that is sent again adds no second item. */
const logItemIdSchema = z.uuid();

/** A part of a day: what was done at a time. The items of a day add up to its value. */
export const logItemSchema = z.object({
  id: z.string(),
  habit_id: z.int(),
  /** The day that it counts for. It stays when its owner moves to another time zone. */
  day: answeredDaySchema,
  /** Null if the time is not known. */
  at: z.nullable(answeredInstantSchema),
  value: z.int(),
  unit: z.enum(units),
});
export type LogItem = z.infer<typeof logItemSchema>;

/** An item with the day as it is after the change. */
export const changedLogItemSchema = z.extend(logItemSchema, { entry: entrySchema });

export const logListInput = z
  .strictObject({
    id: idSchema,
    /** One day; or the range `from` to `to`. */
    date: z.optional(daySchema),
    from: z.optional(daySchema),
    to: z.optional(daySchema),
    ...pageMembers,
  })
  .check(
    z.refine(({ date, from }) => (date === undefined) !== (from === undefined), { error: "required", path: ["date"] }),
    z.refine(({ from, to }) => (from === undefined) === (to === undefined), { error: "required", path: ["to"] }),
    ...dayRangeChecks,
  );

/** By day, each day by time, items without a time first. */
export const logListSchema = z.object({ results: z.array(logItemSchema), next: z.nullable(z.string()) });

const logUnit = z.enum(units);

export const logCreateInput = z.strictObject({
  id: idSchema,
  value: amountSchema,
  /** By default the habit's. */
  unit: z.optional(logUnit),
  /** By default now; absent with a `date`, the time is not known. */
  at: z.optional(instantSchema),
  /** The day; by default the day of `at`. `at` must be on it. */
  date: z.optional(daySchema),
  item_id: z.optional(logItemIdSchema),
});
export type LogCreateInput = z.infer<typeof logCreateInput>;

export const logUpdateInput = z.strictObject({
  id: idSchema,
  item_id: logItemIdSchema,
  value: z.optional(amountSchema),
  unit: z.optional(logUnit),
  /** On the day of the item; null if it is not known. */
  at: z.optional(z.nullable(instantSchema)),
});
export type LogUpdateInput = z.infer<typeof logUpdateInput>;

export const logItemInput = z.strictObject({ id: idSchema, item_id: logItemIdSchema });

export const logHoursInput = z.strictObject({ id: idSchema, from: daySchema, to: daySchema }).check(...dayRangeChecks);

/** The 24 hours of the clock in the caller's time zone. */
export const logHoursSchema = z.object({
  /** Of the amounts: the habit's. */
  unit: logUnit,
  hours: z.array(z.object({ hour: z.int(), count: z.int(), amount: z.number() })),
  /** Items without a time, which no hour counts. */
  without_time: z.int(),
});
export type LogHours = z.infer<typeof logHoursSchema>;
