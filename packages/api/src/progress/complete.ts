import type { Database } from "@daymark/db/connection/client";
import { amountMax } from "@daymark/domain/base/bounds";
import { fromDayNumber, toDayNumber } from "@daymark/domain/base/day";
import { type Period, periodBounds } from "@daymark/domain/base/period";
import { convertUnit, roundFigure } from "@daymark/domain/base/unit";
import { dayEntryOf, rulesOfHabit } from "@daymark/domain/rules/of-habit";
import { type DayEntry, hasValue } from "@daymark/domain/rules/result";
import { periodAt } from "@daymark/domain/rules/walk";
import { scheduleOn } from "@daymark/domain/schedule/history";
import type { Habit } from "@daymark/domain/tracking/habit";
import type { Entry } from "@daymark/domain/tracking/progress";
import { changeDay } from "./change.ts";
import { listEntriesOfHabit } from "./list.ts";

interface Call {
  db: Database;
  user: { id: number };
  /** Milliseconds since the epoch: when the day was done, for a habit that keeps a log. */
  now: () => number;
}

/**
 * Records that a day is done: the goal of a good habit, or that there was nothing on a day of a bad one. If the goal is
 * one of a whole period, the day gets what the period still misses with it, also if the day was skipped or is a day off. A
 * day whose goal is met already, or on which a bad habit has an amount, stays as it is.
 *
 * @param before the day as it is
 * @returns the entry, the same object as `before` if nothing changed; null if a day without entry stays so, because the
 *   goal of its period is met or the habit has reached its total; undefined if the habit is deleted meanwhile
 */
export async function completeDay(
  call: Call,
  habit: Habit,
  day: string,
  before: Entry | undefined,
): Promise<Entry | null | undefined> {
  const period = scheduleOn(rulesOfHabit(habit), toDayNumber(day)).schedule?.target_per;
  if (habit.type === "good" && period) return completePeriod(call, habit, { day, before, period });
  if (before && isComplete(habit, before)) return before;
  const change = habit.type === "good" ? { value: habit.target, unit: habit.unit } : { confirmed: true };
  return changeDay(call, { habit_id: habit.id, day, at: timeOf(call), ...change }, call.now());
}

function isComplete({ type, unit, target }: Habit, entry: Entry): boolean {
  if (type === "bad") return entry.confirmed || hasValue(entry);
  return entry.value !== null && convertUnit(entry.value, entry.unit, unit) >= target;
}

async function completePeriod(
  call: Call,
  habit: Habit,
  { day, before, period }: { day: string; before: Entry | undefined; period: Period },
): Promise<Entry | null | undefined> {
  const today = toDayNumber(day);
  const bounds = periodBounds(period, today);
  const [from, to] = [fromDayNumber(bounds.from), fromDayNumber(bounds.to)];
  const entries = (await listEntriesOfHabit(call.db.$client, call.user.id, { id: habit.id, from, to })) ?? [];
  const rules = rulesOfHabit(habit);
  // After a total is reached nothing counts any more, so no amount would complete the period.
  if (rules.end && !rules.end.isPlanned && rules.end.lastDay < today) return before ?? null;
  const given = new Map(entries.map(dayEntryOf).map((entry) => [entry.day, entry]));
  const stateWith = (trial?: DayEntry) =>
    periodAt(rules, today, (other) => (trial && other === today ? trial : given.get(other)), today);
  if (stateWith()?.result === "met") return before ?? null;
  const own = before?.value ? convertUnit(before.value, before.unit, habit.unit) : 0;
  // With an amount, a skipped day or a day off counts, too, and the period requires more.
  const trial = { day: today, value: own || 1, unit: habit.unit, skipped: false, confirmed: false };
  const amount = stateWith(trial)?.amount;
  if (!amount) return before ?? null;
  const value = Math.min(amountMax, Math.ceil(roundFigure(amount.due - amount.recorded + trial.value)));
  return changeDay(call, { habit_id: habit.id, day, at: timeOf(call), value, unit: habit.unit }, call.now());
}

function timeOf({ now }: Call): string {
  return new Date(now()).toISOString();
}
