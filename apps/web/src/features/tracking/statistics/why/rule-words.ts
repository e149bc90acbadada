import { toDayNumber } from "@daymark/domain/base/day";
import type { DayRule, ExplainedDay } from "@daymark/domain/rules/streak";
import { scheduleOn } from "@daymark/domain/schedule/history";
import type { Habit } from "@daymark/domain/tracking/habit";
import type { DayMarkResult } from "@daymark/ui/day-mark";
import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { rulesOf } from "../../habit/rules.ts";
import { type Effect, effects } from "./streak-groups.ts";

/** Why a day counts as it does. */
const ruleWords: Record<DayRule, MessageDescriptor> = {
  goal_reached: msg`Goal achieved`,
  under_limit: msg`Within the limit`,
  assumed: msg`Nothing recorded, so assumed to be within the limit`,
  confirmed: msg`Confirmed: a clean day`,
  skipped: msg`Skipped`,
  vacation: msg`Vacation`,
  day_off: msg`Day off`,
  after_end: msg`The habit had ended`,
  week_met: msg`Not done, and not needed: the week’s goal is met`,
  week_open: msg`Not done; the week’s goal can still be met`,
  period_met: msg`Not needed: the goal is met`,
  period_open: msg`Not done; the goal can still be met`,
  period_missed: msg`The goal was missed, or the limit was exceeded before`,
  covered: msg`Not done, and not needed: the days around it are enough`,
  still_possible: msg`Not done; the days after it can still cover it`,
  awaiting_today: msg`Today, still open`,
  goal_missed: msg`Goal not achieved`,
  limit_exceeded: msg`Over the limit`,
};

const effectWords: Record<Effect, MessageDescriptor> = {
  counts: msg`counts`,
  neutral: msg`doesn’t count`,
  breaks: msg`breaks it`,
};

/** Days of a period that lengthen no streak by themselves. */
const spareRules: readonly DayRule[] = [
  "week_met",
  "week_open",
  "period_met",
  "period_open",
  "period_missed",
  "awaiting_today",
];

/** True for a day whose amount counts towards a week, month or quarter. */
function isPartOfAmount(habit: Habit, { day, rule, value }: ExplainedDay): boolean {
  if (!value || !spareRules.includes(rule)) return false;
  return scheduleOn(rulesOf(habit), toDayNumber(day)).schedule?.target_per !== undefined;
}

/** Why a day counts as it does, and whether it lengthens the streak. */
export function wordsOfRule(habit: Habit, told: ExplainedDay): { rule: MessageDescriptor; effect?: MessageDescriptor } {
  if (isPartOfAmount(habit, told)) {
    const isOwn = told.rule === "awaiting_today" || told.rule === "period_missed";
    return { rule: isOwn ? ruleWords[told.rule] : msg`Counts toward the total` };
  }
  return { rule: ruleWords[told.rule], effect: effectWords[effects[told.rule]] };
}

/** The mark of each rule in the calendar. */
export const ruleMarks: Record<DayRule, DayMarkResult> = {
  goal_reached: "achieved",
  under_limit: "not_exceeded",
  assumed: "not_exceeded",
  confirmed: "not_exceeded",
  skipped: "skipped",
  vacation: "skipped",
  day_off: "rest",
  after_end: "rest",
  week_met: "rest",
  week_open: "rest",
  period_met: "rest",
  period_open: "rest",
  period_missed: "rest",
  covered: "covered",
  still_possible: "rest",
  awaiting_today: "awaiting",
  goal_missed: "not_achieved",
  limit_exceeded: "exceeded",
};
