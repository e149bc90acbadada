import { fromDayNumber, toDayNumber } from "@daymark/domain/base/day";
import { periodBounds } from "@daymark/domain/base/period";
import type { DayEntry, HabitRules } from "@daymark/domain/rules/result";
import { listRuns, type Run } from "@daymark/domain/rules/streak";
import { countStreaks } from "@daymark/domain/rules/streak-counts";
import { dayResult, periodAt } from "@daymark/domain/rules/walk";
import { scheduleOn } from "@daymark/domain/schedule/history";
import { periodOf, streakUnitOf } from "@daymark/domain/schedule/schedule";
import { isMilestone } from "@daymark/domain/webhook/webhook-event";
import { createPace } from "../base/pace.ts";

/** Days of a history that are walked in one turn of the event loop: some milliseconds. */
const daysAtOnce = 10_000;

/** A habit with all its days, ascending. */
export interface Days {
  habit: HabitRules;
  entries: readonly DayEntry[];
}

/** Day numbers, both included. */
interface Range {
  from: number;
  today: number;
}

/**
 * The day or period of a goal that a recorded day belongs to, if that goal is met. A bad habit has no goal to meet: its limit
 * is kept until the day ends. A period whose goal was met before the range is no news: its message may be forgotten by now.
 *
 * @param entryOn returns the entry of a day
 * @param day day number of the recorded day, within the range
 */
function goalMetBy(
  habit: HabitRules,
  entryOn: (day: number) => DayEntry | undefined,
  day: number,
  { from, today }: Range,
): { from: string; to: string } | null {
  if (habit.type === "bad") return null;
  const period = periodAt(habit, day, entryOn, today);
  if (period === null) {
    const result = dayResult(habit, day, entryOn, today);
    return result === "achieved" ? { from: fromDayNumber(day), to: fromDayNumber(day) } : null;
  }
  if (period.result !== "met") return null;
  const before = periodAt(habit, day, (other) => (other < from ? entryOn(other) : undefined), today);
  if (before?.result === "met") return null;
  // After a change of the schedule, the earlier days of the period have their own goals.
  const first = period.days[0]?.day ?? period.from;
  return { from: fromDayNumber(first), to: fromDayNumber(Math.min(period.to, today)) };
}

/**
 * What each recorded day of a range has reached, ascending. It gives way after each {@link daysAtOnce} days of history.
 */
export async function* reachedByDays(
  days: Days,
  range: Range,
): AsyncGenerator<{ met: { from: string; to: string } | null; run: Run | null }, void> {
  const { from, today } = range;
  const length = today - days.habit.firstDay + 1;
  const pace = createPace(daysAtOnce);
  const runs = listRuns(days.habit, days.entries, today);
  const byDay = new Map(days.entries.map((entry) => [entry.day, entry]));
  let done = length;
  for (const { day } of days.entries.filter((entry) => entry.day >= from && entry.day <= today)) {
    if (pace.isDue(done)) await pace.giveWay(done);
    yield {
      met: goalMetBy(days.habit, (other) => byDay.get(other), day, range),
      run: streakReachedBy(days, runs, day, today),
    };
    done += length;
  }
}

/**
 * The streak that a recorded day has brought to a milestone: without the day it would be shorter.
 *
 * @param runs all streaks of the habit
 * @param day day number
 */
function streakReachedBy({ habit, entries }: Days, runs: readonly Run[], day: number, today: number): Run | null {
  const unit = streakUnitOf(scheduleOn(habit, day));
  const run = runs.findLast((each) => each.streak_unit === unit && contains(each, day));
  if (!run || !withMilestone(run, 0)) return null;
  const others = entries.filter((entry) => entry.day !== day);
  // Without the day it may be two streaks.
  const parts = listRuns(habit, others, today).filter(
    ({ from, to, streak_unit }) => streak_unit === unit && from <= run.to && to >= run.from,
  );
  return withMilestone(run, Math.max(0, ...parts.map(({ length }) => length)));
}

/**
 * What a day has done to the streak of a habit when it has ended.
 *
 * @param days.since day number of the day that was looked at before
 * @param days.ended day number of the day that has ended
 */
export function streakAfter(
  { habit, entries }: Days,
  { since, ended }: { since: number; ended: number },
): { broken: Run | null; reached: Run | null } {
  const upTo = (day: number) => entries.filter((entry) => entry.day <= day);
  // With the next day as today, the day itself counts as it ended.
  const before = currentOf(listRuns(habit, upTo(since), since + 1), since);
  const after = listRuns(habit, upTo(ended), ended + 1);
  const isSame = (run: Run) => run.from === before?.from && run.streak_unit === before.streak_unit;
  const broken = after.find((run) => isSame(run) && !run.is_current);
  // A schedule with another unit begins a new streak, but nothing was missed.
  const isMissed = broken?.streak_unit === streakUnitOf(scheduleOn(habit, ended));
  return {
    broken: isMissed ? broken : null,
    reached: habit.type === "bad" ? limitKept({ habit, entries }, { since, ended }) : null,
  };
}

/** A streak of a bad habit grows while nothing is recorded, so only the end of a day can tell. */
function limitKept({ habit, entries }: Days, { since, ended }: { since: number; ended: number }): Run | null {
  const at = (day: number) =>
    listRuns(
      habit,
      entries.filter((entry) => entry.day <= day),
      day,
    ).find(({ is_current }) => is_current);
  const run = withoutOpenPeriod(habit, at(ended), ended);
  if (!run) return null;
  const before = withoutOpenPeriod(habit, at(since), since);
  return withMilestone(run, before?.from === run.from ? before.length : 0);
}

/** The streak without the period that lasts on after a day: its limit may still be exceeded. */
function withoutOpenPeriod(habit: HabitRules, run: Run | undefined, ended: number): Run | null {
  if (!run) return null;
  const period = periodOf(scheduleOn(habit, ended));
  if (period === null || periodBounds(period, ended).to === ended || !contains(run, ended)) return run;
  return run.length > 1 ? { ...run, length: run.length - 1 } : null;
}

/** The current streak, if it has begun by a day. */
function currentOf(runs: readonly Run[], day: number): Run | undefined {
  return runs.find(({ is_current, from }) => is_current && toDayNumber(from) <= day);
}

function contains({ from, to }: { from: string; to: string }, day: number): boolean {
  return toDayNumber(from) <= day && toDayNumber(to) >= day;
}

/** The streak, with the highest milestone that it has passed since it was shorter as its length; null if there is none. */
function withMilestone(run: Run, before: number): Run | null {
  for (let length = run.length; length > before; length -= 1) if (isMilestone(length)) return { ...run, length };
  return null;
}

/** The length of a streak that ends today unless its owner acts; null if none does. */
export function lengthAtRisk({ habit, entries }: Days, today: number): number | null {
  const { current, endsToday } = countStreaks(habit, entries, { from: habit.firstDay, today });
  return endsToday && current > 0 ? current : null;
}
