import { toDayNumber } from "@daymark/domain/base/day";
import { resultsOfRange } from "@daymark/domain/rules/result";
import type { Habit } from "@daymark/domain/tracking/habit";
import type { Entry } from "@daymark/domain/tracking/progress";
import { dayEntryOf, rulesOf } from "./rules.ts";

/**
 * How many days before today change their result if a target (in a unit) applies to all days and not only from today
 * on.
 *
 * @param entries of the habit from its first day to yesterday
 */
export function countChangedDays(
  habit: Habit,
  { target, unit }: Pick<Habit, "target" | "unit">,
  entries: readonly Entry[],
  today: string,
): number {
  const rules = rulesOf(habit);
  const days = entries.map(dayEntryOf).sort((a, b) => a.day - b.day);
  const now = toDayNumber(today);
  const before = resultsOfRange(rules, days, rules.firstDay, now - 1, now);
  const always = { ...rules, unit, targets: [{ from: rules.firstDay, target }] };
  const after = resultsOfRange(always, days, rules.firstDay, now - 1, now);
  return before.filter((result, index) => result !== after[index]).length;
}
