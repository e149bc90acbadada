import { dayMax, dayMin, fromDayNumber, toDayNumber, weekdayOf } from "@daymark/domain/base/day";
import { supportedParts } from "@daymark/domain/base/range-parts";
import { rangeOfResults } from "@daymark/domain/schedule/history";
import type { Habit } from "@daymark/domain/tracking/habit";
import { daysOfMonth, type Month } from "../../clock/month.ts";
import { rulesOf } from "../../habit/rules.ts";
import { daysBefore, daysBeforeMax } from "./grid.ts";

/**
 * The range to fetch: all days that either layout may show, so that a switch loads nothing, and the rest of the weeks
 * (ISO 8601) at its ends, on which the results of a weekly goal depend.
 */
export function rangeShown(month: Month): { from: string; to: string } {
  const days = [...daysBefore(month, daysBeforeMax), ...daysOfMonth(month)];
  return wholeWeeks(toDayNumber(days[0] as string), toDayNumber(days.at(-1) as string));
}

/** The days from one to another (day numbers) and those that complete their weeks, within the century. */
function wholeWeeks(from: number, to: number): { from: string; to: string } {
  return {
    from: fromDayNumber(Math.max(from - weekdayOf(from) + 1, toDayNumber(dayMin))),
    to: fromDayNumber(Math.min(to - weekdayOf(to) + 7, toDayNumber(dayMax))),
  };
}

/**
 * The ranges to fetch as well if the results of a habit depend on more days than {@link rangeShown} has: the other days
 * of its months or quarters, or of its windows, in parts that one query can cover. None for most users.
 */
export function rangesBeyond(month: Month, habits: readonly Habit[], today: string): { from: string; to: string }[] {
  const known = rangeShown(month);
  const [first, last] = [daysBefore(month, daysBeforeMax)[0] ?? `${month}-01`, daysOfMonth(month).at(-1) ?? known.to];
  const { from, to } = rangeOfResults(
    habits.map((habit) => rulesOf(habit)),
    { from: toDayNumber(first), to: toDayNumber(last) },
    toDayNumber(today),
  );
  const before = { from, to: toDayNumber(known.from) - 1 };
  const after = { from: toDayNumber(known.to) + 1, to };
  return [before, after].flatMap(supportedParts);
}
