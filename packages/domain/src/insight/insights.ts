import * as z from "zod/mini";
import { answeredDaySchema } from "../base/day-input.ts";
import { periods } from "../base/period.ts";
import { units } from "../base/unit.ts";
import { insightEvents } from "./series.ts";

/** More relations than a user reads: on days when everything succeeds, all habits go together. */
export const insightRelationsMax = 200;

const share = z.number();

/** The days of one side of a comparison. */
const sideSchema = z.object({
  days: z.int(),
  /** Share of these days on which the event of the other habit happened, four decimals; null if amounts are compared. */
  share: z.nullable(share),
  /** The middle amount of these days, in the other habit's unit; null if events are compared. */
  median: z.nullable(z.number()),
});

/** An estimate with the range that holds the true value in 19 of 20 of the findings. */
const estimateMembers = { estimate: z.number(), low: z.number(), high: z.number() };

export const insightsSchema = z.object({
  /** The days that were looked at. */
  from: answeredDaySchema,
  to: answeredDaySchema,
  /** The active habits that were looked at, in the order of the dashboard. */
  habits: z.array(
    z.object({
      habit_id: z.int(),
      /** Done, some of it (an amount of a period), or over the limit (a bad habit). */
      event: z.enum(insightEvents),
      unit: z.enum(units),
      /** Days that say something. */
      days: z.int(),
    }),
  ),
  /** How many comparisons were made; at most one in a hundred of what is found is chance, on average. */
  tests: z.int(),
  /** How many relations were found; {@link insightRelationsMax} of them at most are listed. */
  relations_found: z.int(),
  /** Habits that go together, the most certain first. */
  relations: z.array(
    z.object({
      habit_id: z.int(),
      other_id: z.int(),
      /** 0: the same day; 1: the other habit on the day after. */
      lag_days: z.int(),
      /** A difference of shares, or a rank correlation; weekdays and slow changes taken away. */
      measure: z.enum(["share", "rank"]),
      days: z.int(),
      /** Days `with` the habit: its event happened or, if it is not null, its amount is above it. */
      threshold: z.nullable(z.number()),
      with: sideSchema,
      without: sideSchema,
      ...estimateMembers,
    }),
  ),
  /** Weekdays that differ from the others. */
  weekdays: z.array(
    z.object({
      habit_id: z.int(),
      weekday: z.int(),
      days: z.int(),
      weekday_days: z.int(),
      share,
      other_share: share,
      ...estimateMembers,
    }),
  ),
  /** Parts of the year that differ from the year around them, year after year. */
  seasons: z.array(
    z.object({
      habit_id: z.int(),
      /** The first month of three, 12, 3, 6 or 9. */
      first_month: z.int(),
      years: z.int(),
      days: z.int(),
      season_days: z.int(),
      share,
      other_share: share,
      ...estimateMembers,
    }),
  ),
  /** How often a day succeeded after a number of successes in a row. A description, no finding. */
  streaks: z.array(
    z.object({
      habit_id: z.int(),
      after: z.array(
        z.object({
          from: z.int(),
          to: z.nullable(z.int()),
          days: z.int(),
          share,
          low: z.number(),
          high: z.number(),
        }),
      ),
    }),
  ),
  /** The two weeks after vacations, compared with the four weeks before. */
  vacations: z.nullable(
    z.object({
      vacations: z.int(),
      habits: z.int(),
      share_before: share,
      share_after: share,
      ...estimateMembers,
    }),
  ),
  /** The latest change of level of a habit. */
  changes: z.array(
    z.object({
      habit_id: z.int(),
      /** A share of days, or an average amount a day. */
      measure: z.enum(["share", "amount"]),
      /** Mostly to within three weeks. */
      since: answeredDaySchema,
      days_before: z.int(),
      days_after: z.int(),
      before: z.number(),
      after: z.number(),
      ...estimateMembers,
    }),
  ),
  /** What the present period of a schedule may come to: between `low` and `high` in four of five. */
  forecasts: z.array(
    z.object({
      habit_id: z.int(),
      period: z.enum(periods),
      from: answeredDaySchema,
      to: answeredDaySchema,
      measure: z.enum(["days", "amount"]),
      due: z.number(),
      so_far: z.number(),
      days_left: z.int(),
      low: z.number(),
      high: z.number(),
      days: z.int(),
    }),
  ),
  /** When the total of an end may be reached: between `earliest_on` and `latest_on` in four of five. */
  totals: z.array(
    z.object({
      habit_id: z.int(),
      total: z.number(),
      recorded: z.number(),
      earliest_on: answeredDaySchema,
      expected_on: answeredDaySchema,
      latest_on: answeredDaySchema,
      days: z.int(),
    }),
  ),
});
export type Insights = z.infer<typeof insightsSchema>;
