import { dayMax, dayMin, fromDayNumber, toDayNumber } from "@daymark/domain/base/day";

/** A month of the calendar, `YYYY-MM`, between January 2001 and December 2100. */
export type Month = string;

export const monthMin: Month = dayMin.slice(0, 7);
export const monthMax: Month = dayMax.slice(0, 7);

/** The month of a day. */
export function monthOf(day: string): Month {
  return day.slice(0, 7);
}

/** The month `by` months later (negative: earlier), limited to the 21st century. */
export function shiftMonth(month: Month, by: number): Month {
  const index = monthIndex(month) + by;
  const year = Math.floor(index / 12);
  const shifted = `${String(year).padStart(4, "0")}-${String((index % 12) + 1).padStart(2, "0")}`;
  if (index < monthIndex(monthMin)) return monthMin;
  return index > monthIndex(monthMax) ? monthMax : shifted;
}

function monthIndex(month: Month): number {
  return Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1;
}

/** The days of a month, ascending. */
export function daysOfMonth(month: Month): string[] {
  const first = toDayNumber(`${month}-01`);
  const next = toDayNumber(`${nextMonth(month)}-01`);
  return Array.from({ length: next - first }, (_, index) => fromDayNumber(first + index));
}

/** Unlike {@link shiftMonth} it may leave the century: the end of December 2100 is needed too. */
function nextMonth(month: Month): Month {
  const index = monthIndex(month) + 1;
  return `${Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, "0")}`;
}

/** The same day of another month, or that month's last day if it is shorter: 31 January becomes 28 February. */
export function dayInMonth(month: Month, day: string): string {
  const days = daysOfMonth(month);
  const index = Math.min(Number(day.slice(8, 10)), days.length) - 1;
  return days[index] as string;
}
