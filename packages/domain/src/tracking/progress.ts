import * as z from "zod/mini";
import { amountMax, entryNoteLengthMax } from "../base/bounds.ts";
import { answeredDaySchema, dayRangeChecks, dayRangeSchema, daySchema } from "../base/day-input.ts";
import { idSchema } from "../base/id.ts";
import { instantSchema } from "../base/instant.ts";
import { units } from "../base/unit.ts";
import { firstBroken, lengthTo, readable, typedText } from "../text/text.ts";
import { amountSchema, wholeNumberError } from "./habit.ts";

/**
 * One day of one habit. `value` is null if the day is skipped or has only a note. It stays in the `unit` that the habit
 * had at the time of entry, so that the user can undo a change of unit without loss. It is 0 only in the answer to an
 * increment that deleted the entry.
 */
export const entrySchema = z.object({
  habit_id: z.int(),
  day: answeredDaySchema,
  value: z.nullable(z.int()),
  unit: z.enum(units),
  skipped: z.boolean(),
  note: z.nullable(z.string()),
  /** True if the owner of a bad habit confirmed that there was nothing on a day without a value. */
  confirmed: z.boolean(),
});
export type Entry = z.infer<typeof entrySchema>;

export const entryListSchema = z.object({ results: z.array(entrySchema) });

export const progressListInput = dayRangeSchema;
export const progressListOfHabitInput = z
  .strictObject({ id: idSchema, from: daySchema, to: daySchema })
  .check(...dayRangeChecks);

export const progressDayInput = z.strictObject({ id: idSchema, day: daySchema });

/** The state of the day that the client expects; null or absent members mean that nothing is recorded. */
const expectedState = z.nullable(
  z.strictObject({
    value: z.nullable(z.int().check(z.gte(0), z.lte(amountMax))),
    unit: z.enum(units),
    skipped: z.boolean(),
    note: z.nullable(z.string().check(firstBroken([lengthTo(entryNoteLengthMax), readable]))),
    confirmed: z.boolean(),
  }),
);

/** The changes of a day. An absent member changes nothing. */
const changeMembers = {
  value: z.optional(amountSchema),
  /** The unit of the value, of the habit's kind; by default the habit's own. */
  unit: z.optional(z.enum(units)),
  skipped: z.optional(z.boolean()),
  note: z.optional(z.nullable(typedText({ min: 0, max: entryNoteLengthMax }))),
  /**
   * Bad habits only: confirms that there was nothing on the day. A value or a skip deletes the confirmation, and vice
   * versa.
   */
  confirmed: z.optional(z.boolean()),
  /** Deletes everything recorded on the day. A note in the same request is then its only content. */
  clear: z.optional(z.literal(true)),
  /**
   * When the amount was done, for a habit that keeps a log. Outside of the day it says nothing: an offline client may learn of
   * another time zone too late.
   */
  at: z.optional(instantSchema),
  /** If the day's state differs, the server writes nothing. */
  expected: z.optional(expectedState),
};
export type DayChange = z.infer<z.ZodMiniObject<typeof changeMembers>>;

/**
 * A value, a skip, a confirmed day and a cleared day are four states of one day, so two of them contradict each other.
 * A request without a change is an error too, not a silent success.
 */
const changeChecks = [
  z.refine<DayChange>(
    ({ value, skipped, note, confirmed, clear }) =>
      [value, skipped, note, confirmed, clear].some((member) => member !== undefined),
    { error: "nothing_to_record", path: ["value"] },
  ),
  z.refine<DayChange>(({ value, skipped }) => value === undefined || skipped !== true, {
    error: "value_with_skip",
    path: ["skipped"],
  }),
  z.refine<DayChange>(({ value, skipped, confirmed }) => !confirmed || (value === undefined && !skipped), {
    error: "value_with_confirmed",
    path: ["confirmed"],
  }),
  z.refine<DayChange>(
    ({ value, skipped, confirmed, clear }) => !clear || (value === undefined && !skipped && !confirmed),
    {
      error: "clear_with_amount",
      path: ["clear"],
    },
  ),
  z.refine<DayChange>(({ value, unit }) => value !== undefined || unit === undefined, {
    error: "unit_without_value",
    path: ["unit"],
  }),
] as const;

export const progressSetInput = z
  .strictObject({ id: idSchema, day: daySchema, ...changeMembers })
  .check(...changeChecks);
export type ProgressSetInput = z.infer<typeof progressSetInput>;

export const progressIncrementInput = z.strictObject({
  id: idSchema,
  day: daySchema,
  by: z.int({ error: wholeNumberError("increment_out_of_range") }).check(
    z.gte(-amountMax, { error: "increment_out_of_range" }),
    z.lte(amountMax, { error: "increment_out_of_range" }),
    z.refine((by) => by !== 0, { error: "increment_out_of_range" }),
  ),
  /** When it was done, on the day: for a habit that keeps a log. By default now, if the day is today. */
  at: z.optional(instantSchema),
});

const entriesOfSetMax = 1000;

/** Several days in one transaction. Each day occurs once, so their order does not matter. */
export const progressSetManyInput = z.strictObject({
  entries: z
    .array(z.strictObject({ habit_id: idSchema, day: daySchema, ...changeMembers }).check(...changeChecks))
    .check(
      z.minLength(1),
      z.maxLength(entriesOfSetMax),
      z.refine((entries) => new Set(entries.map(({ habit_id, day }) => `${habit_id} ${day}`)).size === entries.length, {
        error: "day_repeated",
      }),
    ),
});
