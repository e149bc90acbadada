import { fromDayNumber, toDayNumber } from "@daymark/domain/base/day";
import { windowOn } from "@daymark/domain/rules/period-of-day";
import type { HabitRules } from "@daymark/domain/rules/result";
import { periodAt } from "@daymark/domain/rules/walk";
import type { Entry } from "@daymark/domain/tracking/progress";
import { dayEntryOf } from "../habit/rules.ts";

/** How far a habit was in the days that were judged together with a day. */
export interface PastRhythm {
  /** The first and the last of these days. */
  from: string;
  to: string;
  /** Days, or an amount in the habit's unit. */
  done: number;
  goal: number;
  of: "days" | "amount";
}

/**
 * Progress in the period of the schedule that a day belongs to, if that is over, or in its window of n days in any m, over or
 * not; null for another day, and for a period that required nothing.
 *
 * @param entryOn returns the entry of a day; called for all days of the period or window
 */
export function pastRhythmOf(
  rules: HabitRules,
  entryOn: (day: string) => Entry | undefined,
  { day, today }: { day: string; today: string },
): PastRhythm | null {
  if (day > today) return null;
  const read = (asked: number) => {
    const entry = entryOn(fromDayNumber(asked));
    return entry && dayEntryOf(entry);
  };
  const [asked, now] = [toDayNumber(day), toDayNumber(today)];
  const window = windowOn(rules, asked, read, now);
  if (window) return { ...daysOf(window), done: window.done, goal: window.required, of: "days" };
  const period = periodAt(rules, asked, read, now);
  if (!period || period.to >= now || period.result === "neutral") return null;
  const { amount, achieved, required } = period;
  return amount
    ? { ...daysOf(period), done: amount.recorded, goal: amount.due, of: "amount" }
    : { ...daysOf(period), done: achieved, goal: required, of: "days" };
}

function daysOf({ from, to }: { from: number; to: number }): { from: string; to: string } {
  return { from: fromDayNumber(from), to: fromDayNumber(to) };
}
