import { toDayNumber, weekdayOf } from "@daymark/domain/base/day";
import type { DayResult } from "@daymark/domain/rules/result";
import { scheduleOn } from "@daymark/domain/schedule/history";
import { periodOf, windowOf } from "@daymark/domain/schedule/schedule";
import type { Habit } from "@daymark/domain/tracking/habit";
import type { Entry } from "@daymark/domain/tracking/progress";
import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { rulesOf } from "../habit/rules.ts";

/** The result of a day, as read aloud after its value. */
export const resultWords: Record<DayResult, MessageDescriptor> = {
  none: msg`before the first day`,
  upcoming: msg`upcoming`,
  skipped: msg`skipped`,
  rest: msg`day off`,
  achieved: msg`goal achieved`,
  covered: msg`covered by other days`,
  awaiting: msg`goal awaiting`,
  not_achieved: msg`goal not achieved`,
  not_exceeded: msg`limit not exceeded`,
  exceeded: msg`limit exceeded`,
};

/** True for a day that the user could have done, in a period or window whose goal did not need it, or not yet. */
export function isNotNeeded(habit: Habit, { day, result }: { day: string; result: DayResult }): boolean {
  if (result !== "rest") return false;
  const rules = rulesOf(habit);
  // After the end each day is off.
  if (rules.end && toDayNumber(day) > rules.end.lastDay) return false;
  const scheduled = scheduleOn(rules, toDayNumber(day));
  const isFree = periodOf(scheduled) !== null || windowOf(scheduled) !== null;
  return isFree && scheduled.weekdays.includes(weekdayOf(toDayNumber(day)));
}

/** A day with its result, and what is recorded on it. */
interface JudgedDay {
  day: string;
  result: DayResult;
  entry: Pick<Entry, "value"> | undefined;
}

/** The text for the result of a day. A day that the goal of a period did not need is not a day off. */
export function wordsOfResult(habit: Habit, day: JudgedDay): MessageDescriptor {
  if (!isNotNeeded(habit, day)) return resultWords[day.result];
  const scheduled = scheduleOn(rulesOf(habit), toDayNumber(day.day));
  // Of n days in any m, a day that can no more be covered is a failure, and one that is covered has its own result.
  if (windowOf(scheduled)) return msg`can still be covered`;
  // With an amount of a period, the day may have a value, which counts.
  return day.entry?.value && scheduled.schedule?.target_per ? msg`counts toward the total` : msg`not needed`;
}
