import * as z from "zod/mini";
import { dayMax, dayMin } from "../base/day.ts";
import { answeredDaySchema } from "../base/day-input.ts";
import { streakUnits } from "../base/period.ts";
import { units } from "../base/unit.ts";
import { insightEvents } from "../insight/series.ts";

const yearOf = (day: string) => Number(day.slice(0, 4));

export const reviewInput = z.strictObject({
  /** The present year of the caller if it is absent. */
  year: z.optional(z.int().check(z.gte(yearOf(dayMin)), z.lte(yearOf(dayMax)))),
});

/** A streak within the year: days before and after the year do not count. */
const streakMembers = {
  /** In `streak_unit`. */
  length: z.int(),
  streak_unit: z.enum(streakUnits),
  from: answeredDaySchema,
  to: answeredDaySchema,
  /** Its days of a bad habit without a record. */
  assumed_days: z.int(),
};

/** A year of all habits. Of habits with a limit a success is a day within it, which the answer never calls done. */
export const reviewSchema = z.object({
  year: z.int(),
  /** January 1, and December 31 or the caller's today. */
  from: answeredDaySchema,
  to: answeredDaySchema,
  /** The year of the first day of the oldest habit; null without habits. */
  first_year: z.nullable(z.int()),
  /** Days on which anything was recorded: a value, or that there was nothing. */
  active_days: z.int(),
  /** Days on which a vacation skipped a habit. */
  vacation_days: z.int(),
  /** Days of good habits, summed over the habits: done, and those that counted. */
  done_days: z.int(),
  due_days: z.int(),
  /** Days of bad habits, summed over the habits: within the limit, those of them without a record, and those that counted. */
  kept_days: z.int(),
  assumed_days: z.int(),
  limit_days: z.int(),
  /**
   * The habits that existed in the year, in the order of the dashboard; then archived ones that have records in it, up to
   * their last record.
   */
  habits: z.array(
    z.object({
      habit_id: z.int(),
      archived: z.boolean(),
      unit: z.enum(units),
      successful_days: z.int(),
      counted_days: z.int(),
      assumed_days: z.int(),
      recorded_days: z.int(),
      /** The sum of the values of the year up to today, in the habit's unit, four decimals. */
      total: z.number(),
      longest_streak: z.nullable(z.object(streakMembers)),
    }),
  ),
  /** The longest streak of good habits; a week counts as seven days, a month as 30 and a quarter as 91. */
  longest_streak: z.nullable(z.object({ habit_id: z.int(), ...streakMembers })),
  /** The longest one within limits. */
  longest_limit_streak: z.nullable(z.object({ habit_id: z.int(), ...streakMembers })),
  /** Each month of the year up to `to`. */
  months: z.array(
    z.object({
      month: z.string(),
      active_days: z.int(),
      done_days: z.int(),
      due_days: z.int(),
      kept_days: z.int(),
      limit_days: z.int(),
    }),
  ),
  /** The month with the highest share of `done_days`; null if too few can be compared, or if two are alike. */
  best_month: z.nullable(
    z.object({
      month: z.string(),
      share: z.number(),
      /** Days of the month on which a good habit counted. */
      days: z.int(),
      /** How many months were compared. */
      months: z.int(),
    }),
  ),
  /** A weekday on which more of the good habits that ask for every day was done; null if none stands out. */
  best_weekday: z.nullable(
    z.object({
      weekday: z.int(),
      weekday_days: z.int(),
      other_days: z.int(),
      share: z.number(),
      other_share: z.number(),
    }),
  ),
  /** The good habit whose share of days with it grew most against the same days of the year before. */
  growth: z.nullable(
    z.object({
      habit_id: z.int(),
      /** What the shares count: done, or with an entry (an amount of a period). */
      event: z.enum(insightEvents),
      days: z.int(),
      previous_days: z.int(),
      share: z.number(),
      previous_share: z.number(),
    }),
  ),
  /** Each day from `from` to `to`. */
  days: z.array(
    z.object({
      day: answeredDaySchema,
      /** Good habits that were done, and those that asked for the day; today also those that are still open. */
      done: z.int(),
      due: z.int(),
      /** Bad habits within and over their limits. */
      kept: z.int(),
      exceeded: z.int(),
      vacation: z.boolean(),
    }),
  ),
});
export type Review = z.infer<typeof reviewSchema>;
