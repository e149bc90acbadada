import * as z from "zod/mini";
import { dayRangeMax } from "../base/bounds.ts";
import { dayMin, fromDayNumber, toDayNumber } from "../base/day.ts";
import { answeredDaySchema, daySchema } from "../base/day-input.ts";
import { answeredInstantSchema } from "../base/instant.ts";
import type { FieldErrors } from "../base/validation.ts";
import { mondayOf } from "../base/week.ts";

// Statistics of the whole product, for the operator. Days, weeks and months are in UTC. Weeks are ISO weeks for every
// reader, unlike in the statistics of a habit: that a user was active in a week is stored once, when the day is counted.

/** The number of days that a call without a range shows. */
const siteRangeDays = 28;
/** Retention is followed for this many weeks after the week of the sign-up. */
export const retentionWeeksMax = 52;

/** Sign-in methods; an account may have several. */
export const accountWays = ["password", "google", "facebook", "passkey"] as const;
export type AccountWay = (typeof accountWays)[number];

/** What a user recorded on a day, or how the entry was created. */
export const entryKinds = ["value", "skipped", "confirmed", "note", "imported"] as const;
export type EntryKind = (typeof entryKinds)[number];

export const siteStatisticsInput = z.strictObject({ from: z.optional(daySchema), to: z.optional(daySchema) });
export type SiteStatisticsInput = z.infer<typeof siteStatisticsInput>;

/** A number of the range and of the range before; null if it was not counted then. */
const figureSchema = z.object({ amount: z.nullable(z.number()), before: z.nullable(z.number()) });
export type SiteFigure = z.infer<typeof figureSchema>;
const partsSchema = z.array(z.extend(figureSchema, { label: z.string() }));
export type SitePart = z.infer<typeof partsSchema>[number];
/** Every day of the range, ascending, today at most. Null if the days were never counted. */
const daysSchema = z.array(z.object({ day: answeredDaySchema, amount: z.nullable(z.int()) }));
export type SiteDay = z.infer<typeof daysSchema>[number];
/** Weeks by their Mondays, months by their first days: all that the range touches, with all of their days. */
const spansSchema = z.array(
  z.object({
    from: answeredDaySchema,
    amount: z.nullable(z.int()),
    /** False if the span is not over, or was counted only from a later day on. */
    is_whole: z.boolean(),
  }),
);
export type SiteSpan = z.infer<typeof spansSchema>[number];
const sumSchema = z.extend(figureSchema, { days: daysSchema });

export { sumSchema as siteTrendSchema };
export type SiteTrend = z.infer<typeof sumSchema>;

export const siteStatisticsSchema = z.object({
  /** The range of the statistics, without future days. */
  from: answeredDaySchema,
  to: answeredDaySchema,
  /** The range of the same length directly before. */
  before: z.object({ from: answeredDaySchema, to: answeredDaySchema }),
  today: answeredDaySchema,
  /** When the job last counted the days; null before the first time. */
  rolled_up_at: z.nullable(answeredInstantSchema),
  /** When the job last counted all accounts and habits; null before the first time. */
  counted_at: z.nullable(answeredInstantSchema),
  users: z.object({
    /** At the end of the range. */
    totals: z.object({
      all: figureSchema,
      active: figureSchema,
      verified: figureSchema,
      two_factor: figureSchema,
      paid: figureSchema,
      staff: figureSchema,
      newsletter: figureSchema,
    }),
    total_days: daysSchema,
    sign_ups: sumSchema,
    sign_ups_by_way: partsSchema,
    sign_ups_by_language: partsSchema,
    deletions: sumSchema,
    active: z.object({
      /** The daily average. */
      average: figureSchema,
      days: daysSchema,
      weeks: spansSchema,
      months: spansSchema,
    }),
    /**
     * Of the users who signed up in a week, how many were active in that week and in the following ones; oldest first.
     */
    retention: z.array(z.object({ week: answeredDaySchema, users: z.int(), active: z.array(z.nullable(z.int())) })),
    plans: partsSchema,
    languages: partsSchema,
    providers: partsSchema,
  }),
  habits: z.object({
    totals: z.object({ all: figureSchema, active: figureSchema, archived: figureSchema }),
    total_days: daysSchema,
    created: sumSchema,
    created_by_type: partsSchema,
    /** How many entries users recorded, by the time of recording, not by the entry's day. A correction counts again. */
    entries: sumSchema,
    entries_by_kind: partsSchema,
    types: partsSchema,
    units: partsSchema,
    plans: partsSchema,
  }),
});
export type SiteStatistics = z.infer<typeof siteStatisticsSchema>;

/** A range of day numbers, both ends included. */
export interface SiteRange {
  from: number;
  to: number;
}

/**
 * The requested range: by default 28 days up to today.
 *
 * @param today day number
 * @returns the range, or the invalid field with its error
 */
export function siteRange(
  input: SiteStatisticsInput,
  today: number,
): { range: SiteRange; errors?: undefined } | { errors: FieldErrors } {
  const to = input.to === undefined ? today : toDayNumber(input.to);
  const from =
    input.from === undefined ? Math.max(to - siteRangeDays + 1, toDayNumber(dayMin)) : toDayNumber(input.from);
  const field = input.to === undefined ? "from" : "to";
  if (from > to) return { errors: { [field]: [{ code: "range_reversed" }] } };
  if (to - from >= dayRangeMax) return { errors: { [field]: [{ code: "range_too_long" }] } };
  return { range: { from, to } };
}

/**
 * The range directly before, with as many days as have begun in the range; with the range's full length if none has
 * begun.
 */
export function rangeBefore({ from, to }: SiteRange, today: number): SiteRange {
  const begun = Math.min(to, today) - from + 1;
  const length = begun > 0 ? begun : to - from + 1;
  return { from: from - length, to: from - 1 };
}

/** The Mondays of the ISO weeks that a range touches, ascending. */
export function weeksIn({ from, to }: SiteRange): number[] {
  const first = mondayOf(from);
  return Array.from({ length: to < from ? 0 : Math.floor((to - first) / 7) + 1 }, (_, index) => first + 7 * index);
}

/** The first days of the months that a range touches, ascending. */
export function monthsIn({ from, to }: SiteRange): number[] {
  const months: number[] = [];
  for (let month = monthOf(from); month <= to; month = nextMonth(month)) months.push(month);
  return months;
}

/** The first day of a day's month. */
export function monthOf(day: number): number {
  return toDayNumber(`${fromDayNumber(day).slice(0, 7)}-01`);
}

/** The first day of the next month. */
export function nextMonth(month: number): number {
  return monthOf(month + 31);
}
