import { toDayNumber } from "@daymark/domain/base/day";
import { scheduledDays } from "@daymark/domain/schedule/history";
import type { Habit } from "@daymark/domain/tracking/habit";
import type { Entry } from "@daymark/domain/tracking/progress";
import { rulesOf } from "../habit/rules.ts";
import type { DayRange } from "./day-range.ts";

/**
 * The number of habits of which a vacation skips a day: those with a day that counts and is blank.
 *
 * @param habits the active ones
 * @param entries their entries in the range
 */
export function habitsTouched(habits: readonly Habit[], entries: readonly Entry[], { from, to }: DayRange): number {
  const said = new Set(
    entries
      .filter(({ value, skipped, confirmed }) => value !== null || skipped || confirmed)
      .map(({ habit_id, day }) => `${habit_id} ${toDayNumber(day)}`),
  );
  return habits.filter((habit) => {
    const { id, first_day } = habit;
    const isScheduled = scheduledDays(rulesOf(habit));
    const first = Math.max(toDayNumber(from), toDayNumber(first_day));
    for (let day = first; day <= toDayNumber(to); day++) {
      if (isScheduled(day) && !said.has(`${id} ${day}`)) return true;
    }
    return false;
  }).length;
}
