import { fromDayNumber, toDayNumber } from "@daymark/domain/base/day";

/** The most days that one query may cover. */
const rangeDaysMax = 366;

/** Splits a range into parts that one query can cover; ascending. Days are `YYYY-MM-DD`, both ends included. */
export function rangeParts({ from, to }: { from: string; to: string }): { from: string; to: string }[] {
  const [first, last] = [toDayNumber(from), toDayNumber(to)];
  const count = Math.max(0, Math.ceil((last - first + 1) / rangeDaysMax));
  return Array.from({ length: count }, (_, index) => ({
    from: fromDayNumber(first + index * rangeDaysMax),
    to: fromDayNumber(Math.min(last, first + (index + 1) * rangeDaysMax - 1)),
  }));
}
