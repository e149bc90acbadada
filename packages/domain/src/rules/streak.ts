import * as z from "zod/mini";
import { fromDayNumber } from "../base/day.ts";
import { answeredDaySchema, daySchema } from "../base/day-input.ts";
import { idSchema } from "../base/id.ts";
import { periods, type StreakUnit, streakUnits } from "../base/period.ts";
import { weekResults } from "../base/week.ts";
import { streakUnitOf } from "../schedule/schedule.ts";
import { type DayEntry, extendsStreak, type HabitRules, isFailure } from "./result.ts";
import { countAssumed, isAssumed } from "./streak-counts.ts";
import { walkHabit } from "./walk.ts";

/** A past or current streak. `judge` of result.ts decides which days lengthen and break it. */
export const runSchema = z.object({
  /** First and last day. A streak of periods begins and ends with whole ones, from the first day up to today. */
  from: answeredDaySchema,
  to: answeredDaySchema,
  /** In `streak_unit`, 1 or more. */
  length: z.int(),
  /** What `length` counts, by the schedule at that time. */
  streak_unit: z.enum(streakUnits),
  /** Its days without information: see `assumed_days` of statistics. */
  assumed_days: z.int(),
  /** True for the streak that reaches today. */
  is_current: z.boolean(),
});
export type Run = z.infer<typeof runSchema>;

/** A run in day numbers. */
interface Stretch {
  from: number;
  to: number;
  length: number;
  assumed: number;
  unit: StreakUnit;
}

/**
 * Every streak of a habit, oldest first.
 *
 * @param entries ascending by day, at most one a day
 * @param today day number of the user's today
 */
export function listRuns(habit: HabitRules, entries: readonly DayEntry[], today: number): Run[] {
  const runs: Stretch[] = [];
  let open: Stretch | null = null;
  let unit = streakUnitOf(habit);
  const lengthen = (from: number, to: number, assumed: number) => {
    if (!open) {
      open = { from, to, length: 0, assumed: 0, unit };
      runs.push(open);
    }
    open.to = to;
    open.length += 1;
    open.assumed += assumed;
  };
  const days = { from: habit.firstDay, to: today, today };
  walkHabit(habit, entries, days, {
    segment: (ofSegment) => {
      if (ofSegment !== unit) open = null;
      unit = ofSegment;
    },
    day: (result, day, entry) => {
      if (extendsStreak(result)) lengthen(day, day, isAssumed(result, entry) ? 1 : 0);
      if (isFailure(result)) open = null;
    },
    period: (period) => {
      const [from, to] = [Math.max(period.from, habit.firstDay), Math.min(period.to, today)];
      if (period.result === "met") lengthen(from, to, countAssumed(period));
      if (period.result === "missed") open = null;
    },
  });
  return runs.map((run) => ({
    from: fromDayNumber(run.from),
    to: fromDayNumber(run.to),
    length: run.length,
    streak_unit: run.unit,
    assumed_days: run.assumed,
    is_current: run === open,
  }));
}

/** Why a day counts as it does. */
export const dayRules = [
  /** A good habit's goal was reached, or a bad habit's value stayed within the limit. */
  "goal_reached",
  "under_limit",
  /** A bad habit's day without a value: success is assumed, or the owner confirmed it. */
  "assumed",
  "confirmed",
  /** Neutral: the user skipped the day, a vacation skipped it, or it is a day off. */
  "skipped",
  "vacation",
  "day_off",
  /** Neutral: the habit had ended. */
  "after_end",
  /** Not done, in a week whose goal is met without it, or is still possible. */
  "week_met",
  "week_open",
  /** The same of a month or quarter; in a period whose limit was exceeded before, or whose amount was missed. */
  "period_met",
  "period_open",
  "period_missed",
  /** Not done, but in any m days around it it was done often enough, or can still be. */
  "covered",
  "still_possible",
  /** Today, not done yet. */
  "awaiting_today",
  /** Failures. In a goal of a period: a day with which the goal became unreachable. */
  "goal_missed",
  "limit_exceeded",
] as const;
export type DayRule = (typeof dayRules)[number];

const explainedDaySchema = z.object({
  day: answeredDaySchema,
  rule: z.enum(dayRules),
  /** The recorded amount in the habit's unit; null if there is none. */
  value: z.nullable(z.number()),
  /** The goal or limit in force on the day. */
  target: z.int(),
});
export type ExplainedDay = z.infer<typeof explainedDaySchema>;

const explainedPeriodSchema = z.object({
  from: answeredDaySchema,
  to: answeredDaySchema,
  rule: z.enum(weekResults),
  /** Days; an amount of a period counts as one day. */
  done: z.int(),
  required: z.int(),
  period: z.enum(periods),
  /** With an amount of a period: what is recorded and what the period requires or allows; else null. */
  amount: z.nullable(z.number()),
  amount_due: z.nullable(z.int()),
});
export type ExplainedPeriod = z.infer<typeof explainedPeriodSchema>;

/** How the user can repair a failure: record what was done, correct a value, or skip the day. */
const repairActions = ["record", "correct", "skip"] as const;

const failureSchema = z.object({
  /** The day that broke the streak. In a missed period, the first day with which its goal became unreachable. */
  day: answeredDaySchema,
  rule: z.enum(["goal_missed", "limit_exceeded", "week_missed", "period_missed"]),
  /** The actual number: an amount in the habit's unit, or days of the period. */
  value: z.number(),
  /** The required number: a minimum, or a maximum with a limit. */
  target: z.int(),
  /** The missed week; null for a day and for another period. */
  week: z.nullable(z.object({ from: answeredDaySchema, to: answeredDaySchema })),
  /** The missed period, also a week; null for a day. */
  period: z.nullable(z.object({ from: answeredDaySchema, to: answeredDaySchema })),
  repairs: z.array(
    z.object({
      action: z.enum(repairActions),
      /** The days to choose from, and on how many of them the user must act. */
      days: z.array(answeredDaySchema),
      count: z.int(),
      /** The minimum with `record`, the maximum with `correct`; null with `skip`. */
      amount: z.nullable(z.int()),
    }),
  ),
});
export type Failure = z.infer<typeof failureSchema>;

export const streakSchema = z.object({
  habit_id: z.int(),
  streak_unit: z.enum(streakUnits),
  current_streak: z.int(),
  at_risk: z.boolean(),
  /** The amount that the user still has to record today, in the habit's unit; null if today requires nothing. */
  missing_today: z.nullable(z.number()),
  /** The current streak, or the last one before it if it is 0; null if the habit never had one. */
  run: z.nullable(runSchema),
  /** The days of the streak, including neutral ones, newest first: up to a year. */
  days: z.array(explainedDaySchema),
  /** With a schedule of weeks: the weeks of those days, newest first. */
  weeks: z.array(explainedPeriodSchema),
  /** With a schedule of periods, also of weeks: the periods of those days, newest first. */
  periods: z.array(explainedPeriodSchema),
  /** The value of `until` for the call that returns earlier days; null if the streak's first day is in this answer. */
  next_until: z.nullable(answeredDaySchema),
  /** The failures that ended the streak or, for the current one, came before it; null if there were none. */
  broken: z.nullable(
    z.object({
      /** How many days (or periods) were missed in a row there, not counting neutral ones between them. */
      count: z.int(),
      /** Oldest first. If there are more than 31, only those next to the streak. */
      failures: z.array(failureSchema),
      /**
       * The length of the current streak if the user repaired each failure by a record or a correction; null if there
       * are too many, or if one of them cannot be repaired so.
       */
      streak_if_recorded: z.nullable(z.int()),
      /** The length if the user skipped each. */
      streak_if_skipped: z.nullable(z.int()),
    }),
  ),
});
export type Streak = z.infer<typeof streakSchema>;

export const streakInput = z.strictObject({
  id: idSchema,
  /** The newest day to explain; by default the last day of the streak. */
  until: z.optional(daySchema),
});
