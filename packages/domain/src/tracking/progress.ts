import * as z from "zod/mini";
import { amountMax, entryNoteLengthMax } from "../base/bounds.ts";
import { dayRangeChecks, dayRangeSchema, daySchema } from "../base/day-input.ts";
import { idSchema } from "../base/id.ts";
import { units } from "../base/unit.ts";
import { firstBroken, lengthTo, readable, typedText } from "../text/text.ts";
import { amountSchema, wholeNumberError } from "./habit.ts";

/**
 * One day of one habit. `value` is null where the day is skipped or carries only a note, and stays in the `unit`
 * the habit had when it was entered, so that a change of unit can be undone without loss. It is 0 only in the answer
 * to an increment that took the entry away.
 */
export const entrySchema = z.object({
  habit_id: z.int(),
  day: z.string(),
  value: z.nullable(z.int()),
  unit: z.enum(units),
  skipped: z.boolean(),
  note: z.nullable(z.string()),
  /** True where the owner of a bad habit said of a day without a value that there was nothing. */
  confirmed: z.boolean(),
});
export type Entry = z.infer<typeof entrySchema>;

export const entryListSchema = z.object({ results: z.array(entrySchema) });

export const progressListInput = dayRangeSchema;
export const progressListOfHabitInput = z
  .strictObject({ id: idSchema, from: daySchema, to: daySchema })
  .check(...dayRangeChecks);

export const progressDayInput = z.strictObject({ id: idSchema, day: daySchema });

/** A day as its writer believes it to be; null, or nothing said, where nothing is recorded. */
const expectedState = z.nullable(
  z.strictObject({
    value: z.nullable(z.int().check(z.gte(0), z.lte(amountMax))),
    unit: z.enum(units),
    skipped: z.boolean(),
    note: z.nullable(z.string().check(firstBroken([lengthTo(entryNoteLengthMax), readable]))),
    confirmed: z.boolean(),
  }),
);

/** What to record on a day. A member that is absent leaves its part as it is. */
const changeMembers = {
  value: z.optional(amountSchema),
  /** Of the value, of the habit's kind; the habit's own where absent. */
  unit: z.optional(z.enum(units)),
  skipped: z.optional(z.boolean()),
  note: z.optional(z.nullable(typedText({ min: 0, max: entryNoteLengthMax }))),
  /** Bad habits: that there was nothing on a day. A value or a skip takes it away, and the reverse. */
  confirmed: z.optional(z.boolean()),
  /** Takes away all that the day says; a note given beside it is then all it says. */
  clear: z.optional(z.literal(true)),
  /** Where the day is another by now, nothing is written. */
  expected: z.optional(expectedState),
};
export type DayChange = z.infer<z.ZodMiniObject<typeof changeMembers>>;

/**
 * A value, a skip, a confirmed day and nothing at all are four states of one day: two of them are a contradiction.
 * Nothing to record is an error too, not a silent success.
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
});

const entriesOfSetMax = 1000;

/** Many days at once, all or nothing. A day comes once, so that no order among them matters. */
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
