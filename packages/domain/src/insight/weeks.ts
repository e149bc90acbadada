import { weekdayOf } from "../base/day.ts";
import { weekDays } from "../base/week.ts";
import { averageOf, squaresOf } from "./moments.ts";

/** Past weeks as numbers. */
export interface PastWeeks {
  /** The number of each week as if all of its days were known, the latest first. */
  weeks: number[];
  /** The average of each weekday, Monday first; a weekday without a known day has the average of all days. */
  weekdays: number[];
  /** The known days. */
  days: number;
  /** Sample variance of the weeks. */
  variance: number;
}

/** A week with fewer known days says nothing. */
const weekDaysMin = 4;

/**
 * The weeks of a series that ends yesterday. At least two weeks are needed for a variance.
 *
 * @param values one for each day; NaN on a day that says nothing
 * @param today day number of the user's today
 */
export function pastWeeks(values: Float64Array, today: number): PastWeeks {
  const ofWeekday = Array.from({ length: weekDays }, () => ({ sum: 0, days: 0 }));
  const weeks: number[] = [];
  let days = 0;
  for (let end = values.length; end >= weekDays; end -= weekDays) {
    const week = values.subarray(end - weekDays, end);
    const known = week.filter((value) => !Number.isNaN(value));
    if (known.length < weekDaysMin) continue;
    weeks.push(averageOf(known) * weekDays);
    days += known.length;
    week.forEach((value, index) => {
      const weekday = ofWeekday[weekdayOf(today - values.length + end - weekDays + index) - 1];
      if (!weekday || Number.isNaN(value)) return;
      weekday.sum += value;
      weekday.days += 1;
    });
  }
  const average = averageOf(weeks) / weekDays;
  return {
    weeks,
    weekdays: ofWeekday.map((weekday) => (weekday.days ? weekday.sum / weekday.days : average)),
    days,
    variance: squaresOf(weeks) / (weeks.length - 1),
  };
}
