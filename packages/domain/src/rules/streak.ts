import * as z from "zod/mini";
import { fromDayNumber } from "../base/day.ts";
import { daySchema } from "../base/day-input.ts";
import { idSchema } from "../base/id.ts";
import { weekDays, weekResults } from "../base/week.ts";
import { type DayEntry, type HabitRules, isFailure, isSuccess, walkResults, walkWeeks } from "./result.ts";
import { streakUnits } from "./statistics.ts";
import { isAssumed } from "./streak-counts.ts";

/** A past or current streak. `judge` of result.ts decides which days lengthen and break it. */
export const runSchema = z.object({
  /** First and last day. A streak of weeks begins and ends with whole weeks, up to today. */
  from: z.string(),
  to: z.string(),
  /** Days, or weeks of a weekly goal; 1 or more. */
  length: z.int(),
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
  const lengthen = (from: number, to: number, assumed: boolean) => {
    if (!open) {
      open = { from, to, length: 0, assumed: 0 };
      runs.push(open);
    }
    open.to = to;
    open.length += 1;
    if (assumed) open.assumed += 1;
  };
  const days = { from: habit.firstDay, to: today, today };
  if (habit.timesPerWeek === null) {
    walkResults(habit, entries, days, (result, day, entry) => {
      if (isSuccess(result)) lengthen(day, day, isAssumed(result, entry));
      if (isFailure(result)) open = null;
    });
  } else {
    walkWeeks(habit, entries, days, ({ monday, result }) => {
      const [from, to] = [Math.max(monday, habit.firstDay), Math.min(monday + weekDays - 1, today)];
      if (result === "met") lengthen(from, to, false);
      if (result === "missed") open = null;
    });
  }
  return runs.map((run) => ({
    from: fromDayNumber(run.from),
    to: fromDayNumber(run.to),
    length: run.length,
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
  /** Not done, in a week whose goal is met without it, or is still possible. */
  "week_met",
  "week_open",
  /** Today, not done yet. */
  "awaiting_today",
  /** Failures. In a weekly goal: a day with which the goal became unreachable. */
  "goal_missed",
  "limit_exceeded",
] as const;
export type DayRule = (typeof dayRules)[number];

const explainedDaySchema = z.object({
  day: z.string(),
  rule: z.enum(dayRules),
  /** The recorded amount in the habit's unit; null if there is none. */
  value: z.nullable(z.number()),
  /** The goal or limit in force on the day. */
  target: z.int(),
});
export type ExplainedDay = z.infer<typeof explainedDaySchema>;

const explainedWeekSchema = z.object({
  from: z.string(),
  to: z.string(),
  rule: z.enum(weekResults),
  done: z.int(),
  required: z.int(),
});

/** How the user can repair a failure: record what was done, correct a value, or skip the day. */
const repairActions = ["record", "correct", "skip"] as const;

const failureSchema = z.object({
  /** The day that broke the streak. In a missed week, the first day with which its goal became unreachable. */
  day: z.string(),
  rule: z.enum(["goal_missed", "limit_exceeded", "week_missed"]),
  /** The actual number: an amount in the habit's unit, or days of the week. */
  value: z.number(),
  /** The required number: a minimum, or a maximum with a limit. */
  target: z.int(),
  /** The missed week; null for a day. */
  week: z.nullable(z.object({ from: z.string(), to: z.string() })),
  repairs: z.array(
    z.object({
      action: z.enum(repairActions),
      /** The days to choose from, and on how many of them the user must act. */
      days: z.array(z.string()),
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
  /** With a weekly goal: the weeks of those days, newest first. */
  weeks: z.array(explainedWeekSchema),
  /** The value of `until` for the call that returns earlier days; null if the streak's first day is in this answer. */
  next_until: z.nullable(z.string()),
  /** The failures that ended the streak or, for the current one, came before it; null if there were none. */
  broken: z.nullable(
    z.object({
      /** How many days (or weeks) were missed in a row there, not counting neutral ones between them. */
      count: z.int(),
      /** Oldest first. If there are more than 31, only those next to the streak. */
      failures: z.array(failureSchema),
      /**
       * The length of the current streak if the user repaired each failure by a record or a correction; null if there
       * are too many.
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
