import * as z from "zod/mini";
import { answeredDaySchema, dayRangeChecks, daySchema } from "../base/day-input.ts";
import { idSchema } from "../base/id.ts";
import { answeredInstantSchema } from "../base/instant.ts";
import { wholeListMembers } from "../base/pagination.ts";

/** Per user: one week off each month for sixteen years. */
export const vacationsMax = 200;

export const vacationSchema = z.object({
  id: z.int(),
  from: answeredDaySchema,
  to: answeredDaySchema,
  /** The number of days, the first and the last included. */
  days: z.int(),
  /** Days of habits that the vacation skips, without days that the user changed since. */
  skipped_days: z.int(),
  created_at: answeredInstantSchema,
});
export type Vacation = z.infer<typeof vacationSchema>;

/** Latest vacation first. */
export const vacationListSchema = z.object({ results: z.array(vacationSchema), next: z.null() });

export const vacationListInput = z.strictObject({ ...wholeListMembers });

export const vacationCreateInput = z
  .strictObject({ from: daySchema, to: daySchema, dry_run: z.optional(z.boolean()) })
  .check(...dayRangeChecks);

/** A dry run creates no vacation, so the answer has no id. */
export const vacationCreateOutput = z.extend(vacationSchema, {
  id: z.nullable(z.int()),
  created_at: z.nullable(answeredInstantSchema),
  /** Present if the server wrote nothing. */
  dry_run: z.optional(z.literal(true)),
});

export const vacationIdInput = z.strictObject({ id: idSchema });
