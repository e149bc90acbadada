import * as z from "zod/mini";
import { fromDayNumber } from "../base/day.ts";
import { daySchema } from "../base/day-input.ts";
import { idSchema } from "../base/id.ts";
import { weekDays, weekResults } from "../base/week.ts";
import { type DayEntry, type HabitRules, isFailure, isSuccess, walkResults, walkWeeks } from "./result.ts";
import { isAssumed, streakUnits } from "./statistics.ts";

/** A streak that was, or is. */
export const runSchema = z.object({
  /** First and last day of it; a run of weeks begins and ends with whole weeks, as far as they have come. */
  from: z.string(),
  to: z.string(),
  /** Days, or weeks of a weekly goal; 1 or more. */
  length: z.int(),
  /** Days of it that nothing is known of: see `assumed_days` of statistics. */
  assumed_days: z.int(),
  /** True for the one that reaches today. */
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
 * @param today day number of the person's today
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

/** Why a day counts as it does, or does not. */
export const dayRules = [
  /** A good habit's goal was reached, a bad one's value stayed within the limit. */
  "goal_reached",
  "under_limit",
  /** Nothing recorded of a bad habit: taken for nothing, or said so by the owner. */
  "assumed",
  "confirmed",
  /** Neutral: skipped, by itself or by a vacation; a day off. */
  "skipped",
  "vacation",
  "day_off",
  /** Not done, in a week whose goal is met without it, or can still be. */
  "week_met",
  "week_open",
  /** Today, not done yet. */
  "awaiting_today",
  /** Failures; in a weekly goal a day without which the goal could not be met. */
  "goal_missed",
  "limit_exceeded",
] as const;
export type DayRule = (typeof dayRules)[number];

const explainedDaySchema = z.object({
  day: z.string(),
  rule: z.enum(dayRules),
  /** What was recorded, in the habit's unit; null where nothing was. */
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

/** What would undo a failure: an honest record of what was done after all, a corrected value, or a skip. */
const repairActions = ["record", "correct", "skip"] as const;

const failureSchema = z.object({
  /** The day that broke the streak; of a missed week the first with which its goal was out of reach. */
  day: z.string(),
  rule: z.enum(["goal_missed", "limit_exceeded", "week_missed"]),
  /** What there was: an amount in the habit's unit, or days of the week. */
  value: z.number(),
  /** What was needed at least, or at most with a limit. */
  target: z.int(),
  /** Of a missed week. */
  week: z.nullable(z.object({ from: z.string(), to: z.string() })),
  repairs: z.array(
    z.object({
      action: z.enum(repairActions),
      /** Days to choose from, and of how many of them it has to be done. */
      days: z.array(z.string()),
      count: z.int(),
      /** At least this with `record`, at most with `correct`; null with `skip`. */
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
  /** What is still to record today so that today is done, in the habit's unit; null where nothing is asked. */
  missing_today: z.nullable(z.number()),
  /** The current streak, or the last one before where that is 0; null where there never was any. */
  run: z.nullable(runSchema),
  /** The days of the run, neutral ones among them, newest first: up to a year of them. */
  days: z.array(explainedDaySchema),
  /** With a weekly goal: the weeks of those days, newest first. */
  weeks: z.array(explainedWeekSchema),
  /** What to ask for as `until` for the days before; null where the first day of the run is there. */
  next_until: z.nullable(z.string()),
  /** What ended the run, or what it began after where it is the current one; null where nothing ever did. */
  broken: z.nullable(
    z.object({
      /** How many days (or weeks) were missed in a row there, neutral ones between them aside. */
      count: z.int(),
      /** Oldest first; where they are more than 31, those next to the run. */
      failures: z.array(failureSchema),
      /** How long the current streak would be if each was made good by a record or a correction; null where too many. */
      streak_if_recorded: z.nullable(z.int()),
      /** And if each was skipped. */
      streak_if_skipped: z.nullable(z.int()),
    }),
  ),
});
export type Streak = z.infer<typeof streakSchema>;

export const streakInput = z.strictObject({
  id: idSchema,
  /** The newest day to tell of; the run's last by default. */
  until: z.optional(daySchema),
});
