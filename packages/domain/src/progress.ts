import * as z from "zod/mini";
import { dayRangeChecks, dayRangeSchema, daySchema } from "./day.ts";
import { amountMax, amountSchema, idSchema, wholeNumberError } from "./habit.ts";
import { typedText } from "./text.ts";
import { units } from "./unit.ts";

export const entryNoteLengthMax = 500;

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
});
export type Entry = z.infer<typeof entrySchema>;

export const entryListSchema = z.object({ results: z.array(entrySchema) });

export const progressListInput = dayRangeSchema;
export const progressListOfHabitInput = z
  .strictObject({ id: idSchema, from: daySchema, to: daySchema })
  .check(...dayRangeChecks);

export const progressDayInput = z.strictObject({ id: idSchema, day: daySchema });

/**
 * What to record. A member that is absent leaves its part as it is; a value lifts a skip and a skip drops the
 * value, so giving both is a contradiction. Nothing at all is an error, not a silent success.
 */
export const progressSetInput = z
  .strictObject({
    id: idSchema,
    day: daySchema,
    value: z.optional(amountSchema),
    skipped: z.optional(z.boolean()),
    note: z.optional(z.nullable(typedText({ min: 0, max: entryNoteLengthMax }))),
  })
  .check(
    z.refine((input) => input.value !== undefined || input.skipped !== undefined || input.note !== undefined, {
      error: "nothing_to_record",
      path: ["value"],
    }),
    z.refine((input) => input.value === undefined || input.skipped !== true, {
      error: "value_with_skip",
      path: ["skipped"],
    }),
  );
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
