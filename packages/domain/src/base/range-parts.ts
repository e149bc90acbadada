import { dayRangeMax } from "./bounds.ts";
import { dayMax, dayMin, fromDayNumber, toDayNumber } from "./day.ts";

/**
 * Splits a range into parts that one query can cover: {@link dayRangeMax} days each, the last one fewer. Ascending; none
 * for an empty range. Days are `YYYY-MM-DD`, both ends included.
 */
export function rangeParts({ from, to }: { from: string; to: string }): { from: string; to: string }[] {
  const [first, last] = [toDayNumber(from), toDayNumber(to)];
  const count = Math.max(0, Math.ceil((last - first + 1) / dayRangeMax));
  return Array.from({ length: count }, (_, index) => ({
    from: fromDayNumber(first + index * dayRangeMax),
    to: fromDayNumber(Math.min(last, first + (index + 1) * dayRangeMax - 1)),
  }));
}

/**
 * The parts in which to fetch a range of days, without the days that are not supported; none for an empty range.
 *
 * @param range day numbers, both ends included
 */
export function supportedParts({ from, to }: { from: number; to: number }): { from: string; to: string }[] {
  const [first, last] = [Math.max(from, toDayNumber(dayMin)), Math.min(to, toDayNumber(dayMax))];
  return first <= last ? rangeParts({ from: fromDayNumber(first), to: fromDayNumber(last) }) : [];
}
