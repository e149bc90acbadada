import { toDayNumber, weekdayOf } from "@daymark/domain/base/day";
import type { DayResult } from "@daymark/domain/rules/result";
import { periodOf } from "@daymark/domain/rules/schedule";
import type { Habit } from "@daymark/domain/tracking/habit";
import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";

/** The result of a day, as read aloud after its value. */
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

/** True for a day that the user could have done, in a period whose goal did not need it, or does not need it yet. */
export function isNotNeeded(
  habit: Pick<Habit, "schedule" | "weekdays">,
  { day, result }: { day: string; result: DayResult },
): boolean {
  return result === "rest" && periodOf(habit) !== null && habit.weekdays.includes(weekdayOf(toDayNumber(day)));
}

/** The text for the result of a day. A day that the goal of a period did not need is not a day off. */
export function wordsOfResult(
  habit: Pick<Habit, "schedule" | "weekdays">,
  day: { day: string; result: DayResult },
): MessageDescriptor {
  if (!isNotNeeded(habit, day)) return resultWords[day.result];
  // With an amount of a period, the day may have a value, which counts.
  return habit.schedule?.target_per ? msg`counts toward the total` : msg`not needed`;
}
