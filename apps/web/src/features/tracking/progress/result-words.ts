import { toDayNumber, weekdayOf } from "@daymark/domain/base/day";
import type { DayResult } from "@daymark/domain/rules/result";
import type { Habit } from "@daymark/domain/tracking/habit";
import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";

/** What a day came to, as it is read aloud after its value. */
export const resultWords: Record<DayResult, MessageDescriptor> = {
  none: msg`before the first day`,
  upcoming: msg`upcoming`,
  skipped: msg`skipped`,
  rest: msg`day off`,
  achieved: msg`goal achieved`,
  awaiting: msg`goal awaiting`,
  not_achieved: msg`goal not achieved`,
  not_exceeded: msg`limit not exceeded`,
  exceeded: msg`limit exceeded`,
};

/** True for a day that could have been done, in a week whose goal did not need it, or does not yet. */
export function isNotNeeded(
  habit: Pick<Habit, "schedule" | "weekdays">,
  { day, result }: { day: string; result: DayResult },
): boolean {
  return result === "rest" && habit.schedule !== null && habit.weekdays.includes(weekdayOf(toDayNumber(day)));
}

/** What a day came to, where a weekly goal's day that was not needed is no day off. */
export function wordsOfResult(
  habit: Pick<Habit, "schedule" | "weekdays">,
  day: { day: string; result: DayResult },
): MessageDescriptor {
  return isNotNeeded(habit, day) ? msg`not needed` : resultWords[day.result];
}
