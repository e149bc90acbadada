import * as z from "zod/mini";
import { dayRangeMax } from "./bounds.ts";
import { isDay, toDayNumber } from "./day.ts";

/** Schema of a day on the wire; the error names the rule of the spec. */
export const daySchema = z.string().check(z.refine(isDay, { error: "day_out_of_century", abort: true }));

type DayRange = { from: string; to: string };

/** `from` before or on `to`, and at most {@link dayRangeMax} days, both counted. */
export const dayRangeChecks = [
  z.refine<DayRange>(({ from, to }) => from <= to, { error: "range_reversed", path: ["to"] }),
  z.refine<DayRange>(({ from, to }) => toDayNumber(to) - toDayNumber(from) < dayRangeMax, {
    error: "range_too_long",
    path: ["to"],
  }),
] as const;

/** `from` and `to`, inclusive. */
export const dayRangeSchema = z.strictObject({ from: daySchema, to: daySchema }).check(...dayRangeChecks);
