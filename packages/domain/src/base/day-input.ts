import * as z from "zod/mini";
import { dayRangeMax } from "./bounds.ts";
import { isDate, isDateFormat, isDay, toDayNumber } from "./day.ts";
import type { FieldErrorCode } from "./validation.ts";
import { weekDays } from "./week.ts";

/** Schema of a day in a request. The error names the first rule that the text breaks. */
export const daySchema = z
  .string()
  .check(z.refine(isDay, { error: ({ input }) => dayFault(String(input)), abort: true }))
  .register(z.globalRegistry, { format: "date" });

/** A day in an answer: without rules, so that one that was stored under other rules is returned too. */
export const answeredDaySchema = z.string().register(z.globalRegistry, { format: "date" });

function dayFault(text: string): FieldErrorCode {
  if (!isDateFormat(text)) return "day_format";
  return isDate(text) ? "day_out_of_century" : "day_unknown";
}

type DayRange = { from?: string | undefined; to?: string | undefined };

/**
 * `from` is not after `to`, and the range has at most {@link dayRangeMax} days, both ends included. Without one of the two
 * there is nothing to check.
 */
export const dayRangeChecks = [
  z.refine<DayRange>(({ from, to }) => !from || !to || from <= to, { error: "range_reversed", path: ["to"] }),
  z.refine<DayRange>(({ from, to }) => !from || !to || toDayNumber(to) - toDayNumber(from) < dayRangeMax, {
    error: "range_too_long",
    path: ["to"],
  }),
] as const;

/** The ISO weekday that the caller's weeks begin with, Monday if it is absent. Weekly goals keep ISO weeks. */
export const weekStartInput = z.optional(z.int().check(z.gte(1), z.lte(weekDays)));

/** `from` and `to`, inclusive. */
export const dayRangeSchema = z.strictObject({ from: daySchema, to: daySchema }).check(...dayRangeChecks);
