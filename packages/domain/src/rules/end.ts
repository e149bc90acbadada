import * as z from "zod/mini";
import { roundFigure, type Unit } from "../base/unit.ts";
import { daysOfTotal, plannedLastDay } from "../schedule/end.ts";
import type { HabitEnd } from "../tracking/schedule.ts";
import { AmountSum } from "./amount.ts";
import type { DayEntry } from "./result.ts";

/** What is left until the end of a habit. */
export const remainingSchema = z.object({
  /** Calendar days from today to the last one, both included; 0 once it has passed, null for a total. */
  days: z.nullable(z.int()),
  /** What a total still lacks, in the habit's unit; null for the other ends. */
  amount: z.nullable(z.number()),
  /** What counts toward the total, also beyond it; null for the other ends. */
  recorded: z.nullable(z.number()),
});
export type Remaining = z.infer<typeof remainingSchema>;

/**
 * The day on which the sum of the amounts reaches the total of an end, a day number; null if it does not, or if the end has
 * no total. Days to come count too if something is recorded on them, as they do in every total.
 *
 * @param entries ascending by day
 * @param unit of the habit
 */
export function totalReachedOn(end: HabitEnd | null, entries: Iterable<DayEntry>, unit: Unit): number | null {
  if (end?.total === undefined) return null;
  const counted = daysOfTotal(end);
  const sum = new AmountSum();
  for (const entry of entries) {
    if (entry.day < counted.from || entry.day > counted.to) continue;
    sum.add(entry);
    if (sum.total(unit) >= end.total) return entry.day;
  }
  return null;
}

/**
 * What is left until the end of a habit; null without one.
 *
 * @param entries in any order
 * @param unit of the habit
 * @param today day number of the user's today
 */
export function remainingUntilEnd(
  end: HabitEnd | null,
  entries: Iterable<DayEntry>,
  unit: Unit,
  today: number,
): Remaining | null {
  if (end === null) return null;
  const lastDay = plannedLastDay(end);
  if (lastDay !== null) return { days: Math.max(0, lastDay - today + 1), amount: null, recorded: null };
  const recorded = amountTowardTotal(end, entries, unit);
  return { days: null, amount: Math.max(0, roundFigure((end.total ?? 0) - recorded)), recorded };
}

/** The sum that counts toward a total, in the habit's unit. */
function amountTowardTotal(end: HabitEnd, entries: Iterable<DayEntry>, unit: Unit): number {
  const { from, to } = daysOfTotal(end);
  const sum = new AmountSum();
  for (const entry of entries) if (entry.day >= from && entry.day <= to) sum.add(entry);
  return sum.total(unit);
}
