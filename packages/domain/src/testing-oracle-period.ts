/**
 * For tests only: the result of a period of a schedule, and of its days, as docs/schedules.md describes them. It shares
 * no code with the tested rules.
 */
import type { NaiveDays } from "./testing-oracle-habit.ts";
import { naiveTarget } from "./testing-oracle-habit.ts";

export interface NaivePeriod {
  result: "neutral" | "met" | "missed" | "open";
  /** True if the period fails unless today, which is awaited, succeeds. */
  needsToday: boolean;
  /** How many days the period requires, and how many are done. An amount counts as one day, a limit as none. */
  required: number;
  done: number;
  /** The number of available days from today on that are not done. */
  left: number;
  /** The goal or limit of the whole period; null for a number of days. */
  due: number | null;
  /** The results of days that are not skipped, not before the first day, and not after today. */
  days: Map<string, string>;
}

/** @param period every day of the period, ascending */
export function naivePeriod(known: NaiveDays, period: string[], today: string, times: number | null): NaivePeriod {
  const days = new Map<string, string>();
  for (const day of period) if (isPresent(known, day, today)) days.set(day, "rest");
  if (times !== null) return ofNumber(known, { period, days }, today, times);
  return known.habit.type === "good" ? ofGoal(known, { period, days }, today) : ofLimit(known, { period, days }, today);
}

function isPresent(known: NaiveDays, day: string, today: string): boolean {
  return known.isPart(day) && day <= today && !known.isSkipped(day);
}

interface Parts {
  period: string[];
  days: Map<string, string>;
}

/** "A number of days in a period". */
function ofNumber(known: NaiveDays, { period, days }: Parts, today: string, times: number): NaivePeriod {
  const available = period.filter((day) => known.isAvailable(day));
  const required = Math.min(times, available.length);
  const isDone = (day: string) => day <= today && known.isAchieved(day);
  const done = available.filter(isDone);
  for (const day of available) {
    if (day > today) continue;
    const achieved = done.filter((other) => other <= day).length;
    const after = available.filter((other) => other > day).length;
    if (isDone(day)) days.set(day, "achieved");
    // "Today is `awaiting`, or `rest` if the goal is met without it."
    else if (day === today) days.set(day, achieved >= required ? "rest" : "awaiting");
    // "`not_achieved` if with it the goal became unreachable, else `rest`."
    else days.set(day, achieved + after < required ? "not_achieved" : "rest");
  }
  const achieved = done.length;
  const left = available.filter((day) => day >= today && !isDone(day));
  const isMet = achieved >= required;
  const isMissed = achieved + left.length < required;
  return {
    required,
    done: achieved,
    left: left.length,
    due: null,
    result: required === 0 ? "neutral" : isMet ? "met" : isMissed ? "missed" : "open",
    needsToday: !isMet && !isMissed && left.includes(today) && achieved + left.length === required,
    days,
  };
}

/** "The target that counts is the one in force on the last day of the period, at most today." */
function targetOf(known: NaiveDays, period: string[], today: string): number {
  const last = period.at(-1) as string;
  return naiveTarget(known.habit, last < today ? last : today);
}

/** "An amount of a period: a goal". */
function ofGoal(known: NaiveDays, { period, days }: Parts, today: string): NaivePeriod {
  const available = period.filter((day) => known.isAvailable(day));
  const none = { required: 0, done: 0, left: 0, due: 0, needsToday: false };
  if (available.length === 0) return { ...none, result: "neutral", days };
  // "target × available days / days that are available or scheduled, rounded up"
  const whole = period.filter((day) => known.isAvailable(day) || known.isScheduled(day)).length;
  const share = targetOf(known, period, today) * available.length;
  const goal = (share - (share % whole)) / whole + (share % whole === 0 ? 0 : 1);
  const present = available.filter((day) => day <= today);
  const reachedOn = present.find((day) => known.sum(present.filter((other) => other <= day)) >= goal);
  if (reachedOn) {
    days.set(reachedOn, "achieved");
    const left = available.filter((day) => day >= today && day !== reachedOn).length;
    return { ...none, required: 1, done: 1, left, due: goal, result: "met", days };
  }
  if (available.includes(today)) days.set(today, "awaiting");
  const left = available.filter((day) => day >= today);
  const open = { required: 1, done: 0, left: left.length, due: goal, days };
  if (left.length > 0) return { ...open, result: "open", needsToday: left.length === 1 && left[0] === today };
  days.set(available.at(-1) as string, "not_achieved");
  return { ...open, result: "missed", needsToday: false };
}

/** "An amount of a period: a limit". */
function ofLimit(known: NaiveDays, { period, days }: Parts, today: string): NaivePeriod {
  const limit = targetOf(known, period, today);
  const present = [...days.keys()];
  const exceededOn = present.find((day) => known.sum(present.filter((other) => other <= day)) > limit);
  for (const day of present) {
    if (exceededOn && day >= exceededOn) days.set(day, known.hasValue(day) ? "exceeded" : "rest");
    else days.set(day, known.isAvailable(day) ? "not_exceeded" : "rest");
  }
  const isKept = [...days.values()].includes("not_exceeded");
  const result = exceededOn ? "missed" : isKept ? "met" : "neutral";
  return { required: 0, done: 0, left: 0, due: limit, result, needsToday: false, days };
}
