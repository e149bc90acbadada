import { toDayNumber } from "@daymark/domain/base/day";
import { targetOn } from "@daymark/domain/rules/result";
import type { Habit } from "@daymark/domain/tracking/habit";
import type { I18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { rulesOf } from "../rules.ts";
import { unitAmounts } from "./unit-words.ts";

/**
 * The goal or limit that held in a range of days: "Goal: 5 kilometers". If it changed in the range, the text has the
 * one of the first day and the one of the last: "Goal: 5 kilometers, then 8 kilometers".
 *
 * @param from first day, `YYYY-MM-DD`
 * @param to last day
 */
export function goalName(i18n: I18n, habit: Habit, { from, to }: { from: string; to: string }): string {
  const { targets } = rulesOf(habit);
  const [first, last] = [targetOn(targets, toDayNumber(from)), targetOn(targets, toDayNumber(to))];
  const [before, after] = [i18n._(unitAmounts[habit.unit](first)), i18n._(unitAmounts[habit.unit](last))];
  const amount = first === last ? after : i18n._(msg`${before}, then ${after}`);
  return habit.type === "good" ? i18n._(msg`Goal: ${amount}`) : i18n._(msg`At most ${amount}`);
}
