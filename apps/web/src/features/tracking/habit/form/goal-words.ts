import { toDayNumber } from "@daymark/domain/base/day";
import type { Period } from "@daymark/domain/base/period";
import { targetOn } from "@daymark/domain/rules/result";
import type { Habit } from "@daymark/domain/tracking/habit";
import type { I18n, MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { rulesOf } from "../rules.ts";
import { amountText, type Measured } from "./unit-words.ts";

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
  const [before, after] = [targetAmount(i18n, habit, first), targetAmount(i18n, habit, last)];
  const amount = first === last ? after : i18n._(msg`${before}, then ${after}`);
  const period = habit.schedule?.target_per;
  if (period) return i18n._((habit.type === "good" ? goalsOfPeriods : limitsOfPeriods)[period](amount));
  if (habit.type === "good") return i18n._(msg`Goal: ${amount}`);
  return habit.unit === "repetitions" ? i18n._(msg`At most ${amount} a day`) : i18n._(msg`At most ${amount}`);
}

const goalsOfPeriods: Record<Period, (amount: string) => MessageDescriptor> = {
  week: (amount) => msg`Goal: ${amount} a week`,
  month: (amount) => msg`Goal: ${amount} a month`,
  quarter: (amount) => msg`Goal: ${amount} a quarter`,
};

const limitsOfPeriods: Record<Period, (amount: string) => MessageDescriptor> = {
  week: (amount) => msg`At most ${amount} a week`,
  month: (amount) => msg`At most ${amount} a month`,
  quarter: (amount) => msg`At most ${amount} a quarter`,
};

/** The amount of a goal or limit. A limit of repetitions is a bare number: "At most 1 a day" needs no noun. */
export function targetAmount(i18n: I18n, habit: Measured & Pick<Habit, "type">, target: number): string {
  const isBare = habit.type === "bad" && habit.unit === "repetitions" && !habit.unit_label;
  return isBare ? i18n.number(target) : amountText(i18n, habit, target);
}
