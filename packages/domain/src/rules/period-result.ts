import type { Period } from "../base/period.ts";
import { roundFigure } from "../base/unit.ts";
import { requiredDays, type WeekResult, weekResult } from "../base/week.ts";
import { AmountSum } from "./amount.ts";
import type { DayResult, HabitRules } from "./result.ts";
import type { PeriodDay } from "./walk.ts";

/** A period of a schedule with all its days. */
export interface PeriodResult {
  period: Period;
  /** Day numbers. */
  from: number;
  to: number;
  days: readonly PeriodDay[];
  /** Days that are available, also those before a change of the schedule. */
  available: number;
  /** How many days the period requires, and how many are done. An amount of a period counts as one day. */
  required: number;
  achieved: number;
  /** Available days, from today on, that are not done. */
  left: number;
  result: WeekResult;
  /** True if a change of the schedule cut the period and the next schedule, with periods of the same kind, judges it too. */
  isContinued: boolean;
  /** The amount of the whole period: what is recorded up to today, and what is required; null for a number of days. */
  amount: { recorded: number; due: number } | null;
}

/**
 * The result of a period that requires a number of days: first how many of them, then for each day whether the goal is
 * still possible after it.
 *
 * A past day that is not done is `not_achieved` if with it the goal becomes unreachable. So a missed period has as many
 * failures as days were missing, and a met one has none. Every other past day that is not done is `rest`. Today is
 * `awaiting` until it is done, and `rest` once the goal is met without it.
 *
 * @param given.days judged alone; the function replaces their results
 */
export function settleTimes({
  period,
  days,
  times,
}: {
  period: Period;
  days: PeriodDay[];
  times: number;
}): PeriodResult {
  const available = days.filter((day) => day.isAvailable).length;
  const required = requiredDays(times, available);
  const left = countLeft(days);
  let achieved = 0;
  let possible = available;
  for (const day of days) {
    if (day.result === "achieved") achieved += 1;
    if (day.result === "awaiting" && achieved >= required) day.result = "rest";
    if (day.result !== "not_achieved") continue;
    possible -= 1;
    if (possible >= required) day.result = "rest";
  }
  const result = weekResult(times, { available, achieved, left });
  return {
    period,
    ...endsOf(days),
    days,
    available,
    required,
    achieved,
    left,
    result,
    isContinued: false,
    amount: null,
  };
}

interface AmountPeriod {
  period: Period;
  /** Judged alone; the function replaces their results. */
  days: PeriodDay[];
  /** Day number. */
  today: number;
  isScheduled: (day: number) => boolean;
}

/**
 * The result of a period whose goal or limit holds for the sum of its days. The target that counts is the one in force
 * on the last day of the period, at most today.
 *
 * With a goal, the day on which the sum reaches it is `achieved`; if the goal is missed, the last available day is
 * `not_achieved`; all others are `rest`. With a limit, the days until the sum exceeds it are `not_exceeded`, each later
 * day with a value is `exceeded` and each later one without is `rest`. So a period is one success or one failure of a
 * goal.
 *
 * A goal shrinks with the scheduled days that are skipped or before the habit's first day, and is rounded up: after a
 * vacation of five days, a goal of 300 a week is 86. A limit is never reduced, because it requires nothing.
 */
export function settleAmount(
  habit: Pick<HabitRules, "type" | "unit">,
  { period, days, today, isScheduled }: AmountPeriod,
): PeriodResult {
  const target = (days.findLast(({ day }) => day <= today) ?? (days[0] as PeriodDay)).target;
  if (habit.type === "bad") return settleLimit(habit, { period, days, target });
  const available = days.filter((day) => day.isAvailable).length;
  const scheduled = days.filter(({ day, isAvailable }) => isAvailable || isScheduled(day)).length;
  const due = available === 0 ? 0 : Math.ceil((target * available) / scheduled);
  const sum = new AmountSum();
  let isMet = false;
  let lastAvailable: PeriodDay | undefined;
  for (const each of days) {
    if (each.isAvailable) lastAvailable = each;
    if (!isJudged(each.result)) continue;
    sum.add(each.entry);
    const isReached: boolean = !isMet && due > 0 && sum.total(habit.unit) >= due;
    const isOpenToday = each.day === today && each.isAvailable && !isMet;
    each.result = isReached ? "achieved" : isOpenToday ? "awaiting" : "rest";
    isMet ||= isReached;
  }
  // Less than its own target can make today the day on which the sum reaches the goal, so today is counted only now.
  const left = days.filter(
    ({ day, result, isAvailable }) => isAvailable && day >= today && result !== "achieved",
  ).length;
  const result = due === 0 ? "neutral" : isMet ? "met" : left > 0 ? "open" : "missed";
  if (result === "missed" && lastAvailable) lastAvailable.result = "not_achieved";
  const amount = { recorded: sum.total(habit.unit), due };
  const counts = { available, required: due === 0 ? 0 : 1, achieved: isMet ? 1 : 0, left };
  return { period, ...endsOf(days), days, ...counts, result, isContinued: false, amount };
}

function settleLimit(
  { unit }: Pick<HabitRules, "unit">,
  { period, days, target }: { period: Period; days: PeriodDay[]; target: number },
): PeriodResult {
  const sum = new AmountSum();
  let isExceeded = false;
  for (const each of days) {
    if (!isJudged(each.result)) continue;
    sum.add(each.entry);
    isExceeded = sum.total(unit) > target;
    const hasOwn = (each.entry?.value ?? 0) > 0;
    if (isExceeded) each.result = hasOwn ? "exceeded" : "rest";
    else if (each.result !== "rest") each.result = "not_exceeded";
  }
  const isBegun = days.some(({ result }) => result === "not_exceeded");
  const result = isExceeded ? "missed" : isBegun ? "met" : "neutral";
  const amount = { recorded: sum.total(unit), due: target };
  const counts = { available: days.filter((day) => day.isAvailable).length, required: 0, achieved: 0, left: 0 };
  return { period, ...endsOf(days), days, ...counts, result, isContinued: false, amount };
}

/** The day is neither before the first day, nor to come, nor skipped. */
function isJudged(result: DayResult): boolean {
  return result !== "none" && result !== "upcoming" && result !== "skipped";
}

/** Available days, from today on, that are not done. */
function countLeft(days: readonly PeriodDay[]): number {
  return days.filter(({ result, isAvailable }) => isAvailable && (result === "awaiting" || result === "upcoming"))
    .length;
}

function endsOf(days: readonly PeriodDay[]): { from: number; to: number } {
  return { from: (days[0] as PeriodDay).day, to: (days.at(-1) as PeriodDay).day };
}

/** What a period still requires of an amount, in the habit's unit; null for a number of days. */
export function missingAmount({ amount }: Pick<PeriodResult, "amount">): number | null {
  return amount && Math.max(0, roundFigure(amount.due - amount.recorded));
}
