import type { StreakUnit } from "@daymark/domain/base/period";
import { streakUnitOf } from "@daymark/domain/schedule/schedule";
import type { Habit } from "@daymark/domain/tracking/habit";
import type { MessageDescriptor } from "@lingui/core";
import { msg, plural } from "@lingui/core/macro";

/** The length of a streak in its unit: "12 days", "3 weeks". */
export const streakLengths: Record<StreakUnit, (count: number) => MessageDescriptor> = {
  days: (count) => msg`${plural(count, { one: "# day", other: "# days" })}`,
  weeks: (count) => msg`${plural(count, { one: "# week", other: "# weeks" })}`,
  months: (count) => msg`${plural(count, { one: "# month", other: "# months" })}`,
  quarters: (count) => msg`${plural(count, { one: "# quarter", other: "# quarters" })}`,
};

/** How many of the days or periods that counted were successes: "3 weeks of 4". */
const successShares: Record<StreakUnit, (count: number, counted: string) => MessageDescriptor> = {
  days: (count, counted) => msg`${plural(count, { one: `# day of ${counted}`, other: `# days of ${counted}` })}`,
  weeks: (count, counted) => msg`${plural(count, { one: `# week of ${counted}`, other: `# weeks of ${counted}` })}`,
  months: (count, counted) => msg`${plural(count, { one: `# month of ${counted}`, other: `# months of ${counted}` })}`,
  quarters: (count, counted) =>
    msg`${plural(count, { one: `# quarter of ${counted}`, other: `# quarters of ${counted}` })}`,
};

type Counted = Pick<Habit, "type" | "schedule" | "past_schedules">;

/** True for a habit whose successes are periods: a goal for the sum of a period is one success or one failure of it. */
export function countsPeriods({ type, schedule, past_schedules }: Counted): boolean {
  return type === "good" && schedule?.target_per !== undefined && past_schedules.length === 0;
}

/**
 * How many of the days, or of the periods, that counted were successes: "212 days of 300", "3 months of 10".
 *
 * @param counted as the page writes it
 */
export function successShare(habit: Counted, successes: number, counted: string): MessageDescriptor {
  return successShares[countsPeriods(habit) ? streakUnitOf(habit) : "days"](successes, counted);
}

/** The unit in a table's header: "Days", "Weeks". */
export const streakUnitTitles: Record<StreakUnit, MessageDescriptor> = {
  days: msg`Days`,
  weeks: msg`Weeks`,
  months: msg`Months`,
  quarters: msg`Quarters`,
};

/** The unit without the number, which is shown above. */
export const streakUnitNames: Record<StreakUnit, (count: number) => MessageDescriptor> = {
  days: (count) => msg`${plural(count, { one: "day", other: "days" })}`,
  weeks: (count) => msg`${plural(count, { one: "week", other: "weeks" })}`,
  months: (count) => msg`${plural(count, { one: "month", other: "months" })}`,
  quarters: (count) => msg`${plural(count, { one: "quarter", other: "quarters" })}`,
};
