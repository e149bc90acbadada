import * as z from "zod/mini";
import { fromDayNumber } from "../base/day.ts";
import { answeredDaySchema } from "../base/day-input.ts";
import { periodBounds, periods } from "../base/period.ts";
import { firstOfWeek, weekDays } from "../base/week.ts";
import { scheduleOn, windowSpan } from "../schedule/history.ts";
import { type WindowGoal, windowOf } from "../schedule/schedule.ts";
import { AmountSum } from "./amount.ts";
import type { PeriodResult } from "./period-result.ts";
import { type DayEntry, type HabitRules, isFailure, isSuccess } from "./result.ts";
import { endsWithToday, walkHabit, walkResults } from "./walk.ts";
import { WindowCover } from "./windows.ts";

/**
 * The state of a period: nothing required; done; no failure so far; a period's goal that needs every remaining day;
 * failures so far; a period's goal that can no longer be met, or a limit that is exceeded.
 */
const paceStates = ["neutral", "met", "on_course", "tight", "behind", "lost"] as const;

export const paceSchema = z.object({
  /** `window`: the days in which a schedule of n days in any m asks for the n days. */
  period: z.enum([...periods, "window"]),
  from: answeredDaySchema,
  to: answeredDaySchema,
  state: z.enum(paceStates),
  /** Days done so far. */
  done: z.int(),
  /** Days missed so far. In a goal of a period, a day that another day can still replace is not missed. */
  missed: z.int(),
  /**
   * Days that the period requires in all: the number of a goal of a period or window, 1 for an amount of a period, else every
   * scheduled day.
   */
  required: z.int(),
  /** Days still to come, including today while it is not done. */
  days_left: z.int(),
  /** How many of those days the user must do. */
  needed: z.int(),
  /** The recorded amount from the first day of the period to today, in the habit's unit. */
  amount: z.number(),
  /**
   * The sum of the goals (or limits) of the days that require something, or the goal or limit of the whole period; null
   * with a number of days in a period.
   */
  amount_due: z.nullable(z.number()),
});
export type Pace = z.infer<typeof paceSchema>;

/**
 * The state of the present period of the schedule or, without one, of the present week and month.
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
  const ofPeriods = paceOfPeriods(habit, entries, today);
  if (ofPeriods.length > 0) return ofPeriods;
  const goal = windowOf(scheduleOn(habit, today));
  if (goal) return [paceOfWindow(goal, habit, entries, today)];
  const first = firstOfWeek(today, weekStart);
  return [
    dailyPace(habit, entries, today, { period: "week", from: first, to: first + weekDays - 1 }),
    dailyPace(habit, entries, today, { period: "month", ...periodBounds("month", today) }),
  ];
}

/** That of the present period, if the schedule has periods. Its days count, or one day that stands for its whole amount. */
function paceOfPeriods(habit: HabitRules, entries: readonly DayEntry[], today: number): Pace[] {
  const paces: Pace[] = [];
  const period = (state: PeriodResult) => paces.push(paceOfPeriod(habit, entries, today, state));
  walkHabit(habit, entries, { from: today, to: today, today }, { day: () => {}, period });
  return paces;
}

function paceOfPeriod(habit: HabitRules, entries: readonly DayEntry[], today: number, state: PeriodResult): Pace {
  const needed = Math.max(0, state.required - state.achieved);
  const amounts = new AmountSum();
  for (const entry of entries) if (entry.day >= state.from && entry.day <= today) amounts.add(entry);
  return {
    period: state.period,
    from: fromDayNumber(state.from),
    to: fromDayNumber(state.to),
    state: statesOfPeriods[state.result === "open" && needed === state.left ? "tight" : state.result],
    done: state.achieved,
    missed: state.days.filter(({ result }) => isFailure(result)).length,
    required: state.required,
    days_left: state.left,
    needed,
    amount: state.amount?.recorded ?? amounts.total(habit.unit),
    amount_due: state.amount?.due ?? null,
  };
}

/** That of the window that counts today: the one that covers today, or that can do so soonest. */
function paceOfWindow(goal: WindowGoal, habit: HabitRules, entries: readonly DayEntry[], today: number): Pace {
  // Windows that began earlier have ended before today.
  const recent = entries.filter(({ day }) => day > today - windowSpan(goal));
  const cover = new WindowCover(goal, habit, recent, today);
  const lastDay = habit.end?.lastDay ?? Infinity;
  const { from, to, required, done, left } = cover.state(Math.max(today, lastDay));
  const isMet = today <= lastDay && cover.isCovered(today);
  const needed = isMet ? 0 : required - done;
  const endsToday = endsWithToday(habit, entries, today);
  // The end cuts a window that the days before it cannot fill any more: nothing depends on those days.
  const isOver = today > lastDay || (to === lastDay && needed > left && !endsToday);
  const amounts = new AmountSum();
  for (const entry of entries) if (entry.day >= from && entry.day <= today) amounts.add(entry);
  return {
    period: "window",
    from: fromDayNumber(from),
    to: fromDayNumber(to),
    state: isOver ? "neutral" : isMet ? "met" : needed === left || endsToday ? "tight" : "on_course",
    done,
    missed: 0,
    required: isOver ? 0 : required,
    days_left: isMet || isOver ? 0 : left,
    needed: isOver ? 0 : needed,
    amount: amounts.total(habit.unit),
    amount_due: null,
  };
}

const statesOfPeriods = { neutral: "neutral", met: "met", open: "on_course", tight: "tight", missed: "lost" } as const;

interface Span {
  period: "week" | "month";
  from: number;
  to: number;
}

function dailyPace(habit: HabitRules, entries: readonly DayEntry[], today: number, { period, from, to }: Span): Pace {
  const amounts = new AmountSum();
  let done = 0;
  let missed = 0;
  let left = 0;
  let due = 0;
  walkResults(habit, entries, { from, to, today }, (result, day, entry, target, isAvailable) => {
    if (day <= today) amounts.add(entry);
    if (isSuccess(result)) done += 1;
    if (isFailure(result)) missed += 1;
    if (result === "awaiting" || (result === "upcoming" && isAvailable)) left += 1;
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
