import { fromDayNumber, toDayNumber } from "@daymark/domain/base/day";
import { isSuccess } from "@daymark/domain/rules/result";
import { resultsOfRange } from "@daymark/domain/rules/walk";
import type { Habit } from "@daymark/domain/tracking/habit";
import type { Entry } from "@daymark/domain/tracking/progress";
import { dayEntryOf, rulesOf } from "../habit/rules.ts";

/**
 * The days of a range that count for a bad habit without a record, newest first.
 *
 * @param entries of the range, in any order
 */
export function listAssumedDays(
  habit: Habit,
  entries: readonly Entry[],
  { from, to }: { from: string; to: string },
  today: string,
): string[] {
  const sorted = entries.toSorted((a, b) => (a.day < b.day ? -1 : 1));
  const known = new Set(sorted.filter(({ value, confirmed }) => value || confirmed).map(({ day }) => day));
  const first = toDayNumber(from);
  return resultsOfRange(rulesOf(habit), sorted.map(dayEntryOf), first, toDayNumber(to), toDayNumber(today))
    .flatMap((result, index) => (isSuccess(result) ? [fromDayNumber(first + index)] : []))
    .filter((day) => !known.has(day))
    .reverse();
}
