import { dayMax, dayMin, fromDayNumber, toDayNumber, weekdayOf } from "@daymark/domain/base/day";

/** Days from the first to the last, both included, `YYYY-MM-DD`. */
export interface DayRange {
  from: string;
  to: string;
}

/** The most days that the API accepts. */
export const rangeDaysMax = 366;

/** The end of a range that the user chooses next. */
export type RangeEnd = "from" | "to";

/**
 * A range after the user chose one of its ends. The other end moves if it would be on the wrong side, or too far away.
 */
export function withEnd({ from, to }: DayRange, end: RangeEnd, day: string): DayRange {
  const reach = rangeDaysMax - 1;
  if (end === "from") {
    const last = addDays(day, reach);
    return { from: day, to: to < day ? day : to > last ? last : to };
  }
  const first = addDays(day, -reach);
  return { from: from > day ? day : from < first ? first : from, to: day };
}

/** The day `by` days later (negative: earlier), limited to the 21st century. */
export function addDays(day: string, by: number): string {
  const number = toDayNumber(day) + by;
  return fromDayNumber(Math.min(toDayNumber(dayMax), Math.max(toDayNumber(dayMin), number)));
}

export function daysOf({ from, to }: DayRange): number {
  return toDayNumber(to) - toDayNumber(from) + 1;
}

/**
 * The weeks of a month, each with seven cells; those of another month are empty.
 *
 * @param days of the month, ascending
 * @param weekdays ISO weekdays in the order of the week
 */
export function weeksOf(days: readonly string[], weekdays: readonly number[]): (string | undefined)[][] {
  const offset = weekdays.indexOf(weekdayOf(toDayNumber(days[0] as string)));
  const count = Math.ceil((offset + days.length) / weekdays.length);
  return Array.from({ length: count }, (_, week) =>
    weekdays.map((_, index) => days[week * weekdays.length + index - offset]),
  );
}
