import * as z from "zod/mini";
import { dayRangeChecks, daySchema } from "../base/day-input.ts";
import { idSchema } from "../base/id.ts";
import { wholeListMembers } from "../base/pagination.ts";

/** Of one person: a week off each month for sixteen years. */
export const vacationsMax = 200;

export const vacationSchema = z.object({
  id: z.int(),
  from: z.string(),
  to: z.string(),
  /** From the first to the last, both counted. */
  days: z.int(),
  /** Days of habits that it skips; those that somebody changed since are no longer its own. */
  skipped_days: z.int(),
  created_at: z.string(),
});
export type Vacation = z.infer<typeof vacationSchema>;

/** Newest days first. */
export const vacationListSchema = z.object({ results: z.array(vacationSchema), next: z.null() });

export const vacationListInput = z.strictObject({ ...wholeListMembers });

export const vacationCreateInput = z
  .strictObject({ from: daySchema, to: daySchema, dry_run: z.optional(z.boolean()) })
  .check(...dayRangeChecks);

/** After a dry run there is no vacation, so nothing that names it. */
export const vacationCreateOutput = z.extend(vacationSchema, {
  id: z.nullable(z.int()),
  created_at: z.nullable(z.string()),
  /** There where nothing was written. */
  dry_run: z.optional(z.literal(true)),
});

export const vacationIdInput = z.strictObject({ id: idSchema });
