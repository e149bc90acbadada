import { toDayNumber } from "@daymark/domain/base/day";
import type { Unit } from "@daymark/domain/base/unit";
import { resultsOfRange } from "@daymark/domain/rules/walk";
import type { Scheduled } from "@daymark/domain/schedule/schedule";
import type { Habit } from "@daymark/domain/tracking/habit";
import type { Entry } from "@daymark/domain/tracking/progress";
import { dayEntryOf, rulesOf } from "../rules.ts";

/** What changes of a habit's rules. */
export interface NextRules {
  unit: Unit;
  /** A new goal or limit. */
  target?: number | undefined;
  /** A new schedule. */
  scheduled?: Scheduled | undefined;
}

/**
 * How many days before today change their result if a new goal or a new schedule applies to all days and not only from
 * today on. What is not new keeps its own history.
 *
 * @param entries of the habit from its first day to yesterday
 */
export function countChangedDays(habit: Habit, next: NextRules, entries: readonly Entry[], today: string): number {
  const rules = rulesOf(habit);
  const days = entries.map(dayEntryOf).sort((a, b) => a.day - b.day);
  const now = toDayNumber(today);
  const before = resultsOfRange(rules, days, rules.firstDay, now - 1, now);
  const { target, scheduled, unit } = next;
  const always = {
    ...rules,
    unit,
    ...(target !== undefined && { targets: [{ from: rules.firstDay, target }] }),
    ...(scheduled && { ...scheduled, pastSchedules: [] }),
  };
  const after = resultsOfRange(always, days, rules.firstDay, now - 1, now);
  return before.filter((result, index) => result !== after[index]).length;
}
