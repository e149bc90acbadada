import * as z from "zod/mini";
import { fromDayNumber } from "../base/day.ts";
import { firstOfWeek, weekDays } from "../base/week.ts";
import { AmountSum } from "./amount.ts";
import { type DayEntry, type HabitRules, isAvailable, isFailure, isSuccess, walkResults, walkWeeks } from "./result.ts";

/**
 * The state of a period: nothing required; done; no failure so far; a weekly goal that needs every remaining day;
 * failures so far; a weekly goal that can no longer be met.
 */
const paceStates = ["neutral", "met", "on_course", "tight", "behind", "lost"] as const;

export const paceSchema = z.object({
  period: z.enum(["week", "month"]),
  from: z.string(),
  to: z.string(),
  state: z.enum(paceStates),
  /** Days done so far. */
  done: z.int(),
  /** Days missed so far. In a weekly goal, a day that another day can still replace is not missed. */
  missed: z.int(),
  /** Days that the period requires in all: the number of a weekly goal, else every scheduled day. */
  required: z.int(),
  /** Days still to come, including today while it is not done. */
  days_left: z.int(),
  /** How many of those days the user must do. */
  needed: z.int(),
  /** The recorded amount from the first day of the period to today, in the habit's unit. */
  amount: z.number(),
  /** The sum of the goals (or limits) of the days that require something; null with a weekly goal. */
  amount_due: z.nullable(z.number()),
});
export type Pace = z.infer<typeof paceSchema>;

/**
 * The state of the current week and, for habits without a weekly goal, of the current month.
 *
 * @param entries ascending by day, at most one a day
 * @param today day number of the user's today
 * @param options.weekStart ISO weekday with which the user's calendar weeks begin, Monday by default. A weekly goal
 *   always uses ISO weeks.
 */
export function computePace(
  habit: HabitRules,
  entries: readonly DayEntry[],
  today: number,
  { weekStart = 1 }: { weekStart?: number | undefined } = {},
): Pace[] {
  if (habit.timesPerWeek !== null) return [weeklyPace(habit, entries, today)];
  const first = firstOfWeek(today, weekStart);
  return [
    dailyPace(habit, entries, today, { period: "week", from: first, to: first + weekDays - 1 }),
    dailyPace(habit, entries, today, { period: "month", ...monthOf(today) }),
  ];
}

/** First and last day (day numbers) of a day's month. */
export function monthOf(day: number): { from: number; to: number } {
  const date = new Date(day * 86_400_000);
  const firstOf = (month: number) => Date.UTC(date.getUTCFullYear(), month) / 86_400_000;
  return { from: firstOf(date.getUTCMonth()), to: firstOf(date.getUTCMonth() + 1) - 1 };
}

function weeklyPace(habit: HabitRules, entries: readonly DayEntry[], today: number): Pace {
  let pace: Pace | undefined;
  walkWeeks(habit, entries, { from: today, to: today, today }, (week) => {
    const needed = Math.max(0, week.required - week.achieved);
    const amounts = new AmountSum();
    for (const { day, entry } of week.days) if (day <= today) amounts.add(entry);
    pace = {
      period: "week",
      from: fromDayNumber(week.monday),
      to: fromDayNumber(week.monday + weekDays - 1),
      state: statesOfWeeks[week.result === "open" && needed === week.left ? "tight" : week.result],
      done: week.achieved,
      missed: week.days.filter(({ result }) => isFailure(result)).length,
      required: week.required,
      days_left: week.left,
      needed,
      amount: amounts.total(habit.unit),
      amount_due: null,
    };
  });
  return pace as Pace;
}

const statesOfWeeks = { neutral: "neutral", met: "met", open: "on_course", tight: "tight", missed: "lost" } as const;

interface Period {
  period: "week" | "month";
  from: number;
  to: number;
}

function dailyPace(habit: HabitRules, entries: readonly DayEntry[], today: number, { period, from, to }: Period): Pace {
  const amounts = new AmountSum();
  let done = 0;
  let missed = 0;
  let left = 0;
  let due = 0;
  walkResults(habit, entries, { from, to, today }, (result, day, entry, target) => {
    if (day <= today) amounts.add(entry);
    if (isSuccess(result)) done += 1;
    if (isFailure(result)) missed += 1;
    if (result === "awaiting" || (result === "upcoming" && isAvailable(habit, day, entry))) left += 1;
    if (isSuccess(result) || isFailure(result) || result === "awaiting") due += target;
  });
  const required = done + missed + left;
  return {
    period,
    from: fromDayNumber(from),
    to: fromDayNumber(to),
    state: required === 0 ? "neutral" : missed > 0 ? "behind" : left === 0 ? "met" : "on_course",
    done,
    missed,
    required,
    days_left: left,
    needed: left,
    amount: amounts.total(habit.unit),
    amount_due: due,
  };
}
