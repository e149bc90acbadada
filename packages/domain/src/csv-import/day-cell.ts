import { isDay } from "../base/day.ts";

/** The orders in which a date may have its numbers. A year of four digits at the start, and the name of a month, need none. */
export const dayOrders = ["year_first", "day_first", "month_first"] as const;
export type DayOrder = (typeof dayOrders)[number];

const lengthMax = 60;
/** The time that follows a date, which says nothing about the day that its writer meant. */
const time = String.raw`(?:[T\s,]+(?:at\s+)?\d{1,2}[:.]\d{2}.*)?`;
const numbers = new RegExp(String.raw`^(\d{1,4})\s?[-./]\s?(\d{1,2})\s?[-./]\s?(\d{1,4})\.?(?:\s?р\.?)?${time}$`, "u");
const compact = new RegExp(String.raw`^(\d{4})(\d{2})(\d{2})${time}$`, "u");
/** `Fri, 20 Nov 2026`, `20-Nov-26`, `20 листопада 2026 р.` */
const dayThenName = new RegExp(
  String.raw`^(?:\p{L}{2,12}\.?,?\s)?(\d{1,2})(?:st|nd|rd|th)?\.?[-\s](\p{L}{3,12})\.?,?[-\s](\d{4}|\d{2})(?:\s?р\.?)?${time}$`,
  "u",
);
/** `Friday, November 20, 2026`, `Nov 20, 2026 8:00 AM` */
const nameThenDay = new RegExp(
  String.raw`^(?:\p{L}{2,12}\.?,?\s)?(\p{L}{3,12})\.?\s(\d{1,2})(?:st|nd|rd|th)?,?\s(\d{4})${time}$`,
  "u",
);

/** The first letters of the months: in English and in Ukrainian three letters tell them apart. */
const months = [
  "jan feb mar apr may jun jul aug sep oct nov dec",
  "січ лют бер кві тра чер лип сер вер жов лис гру",
].map((names) => names.split(" "));

/**
 * The day that a cell of a table means, as `YYYY-MM-DD`. A time after it is ignored. Two digits are a year of the 21st
 * century.
 *
 * @param order of dates in numbers, unless the year has four digits and comes first
 * @returns null for a text that is no day of the 21st century in this order
 */
export function readDayCell(text: string, order: DayOrder): string | null {
  if (text.length > lengthMax) return null;
  const [year, month, day] = partsOf(text.trim().replaceAll(/\s+/g, " "), order) ?? [];
  if (!year || !month || !day) return null;
  const written = `${year.length === 2 ? `20${year}` : year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  return isDay(written) ? written : null;
}

/** Year, month and day as digits. */
function partsOf(text: string, order: DayOrder): (string | undefined)[] | null {
  const packed = compact.exec(text);
  if (packed) return packed.slice(1, 4);
  const [, first = "", second, third] = numbers.exec(text) ?? [];
  if (first) {
    if (first.length === 4 || order === "year_first") return [first, second, third];
    return order === "day_first" ? [third, second, first] : [third, first, second];
  }
  const named = dayThenName.exec(text);
  if (named) return [named[3], monthNamed(named[2]), named[1]];
  const [, month, day, year] = nameThenDay.exec(text) ?? [];
  return month ? [year, monthNamed(month), day] : null;
}

function monthNamed(name = ""): string | undefined {
  const start = name.slice(0, 3).toLowerCase();
  const index = months.map((names) => names.indexOf(start)).find((at) => at >= 0);
  return index === undefined ? undefined : String(index + 1);
}
