import type { StreakUnit } from "../base/period.ts";
import { scheduleOn } from "../schedule/history.ts";
import { streakUnitOf } from "../schedule/schedule.ts";
import type { PeriodResult } from "./period-result.ts";
import {
  type DayEntry,
  type DayResult,
  extendsStreak,
  type HabitRules,
  hasValue,
  isFailure,
  isSuccess,
} from "./result.ts";
import { endsWithToday, type VisitDay, walkHabit } from "./walk.ts";

/**
 * The streaks of a range of days. Their unit is a day, or a period of the present schedule. A schedule with another unit
 * ends a streak like a failure, and its streaks are not compared.
 */
export interface StreakCounts {
  /** That of the schedule that holds today. */
  unit: StreakUnit;
  /** Successes after the last failure. */
  current: number;
  longest: number;
  /** Successes before the first failure. */
  lead: number;
  isBroken: boolean;
  /** Days, also with a schedule of periods. */
  successes: number;
  /** Successes and failures, in days. */
  counted: number;
  /** Days without information after the last failure, of a bad habit. */
  assumed: number;
  /** True if a current streak ends today unless the user acts. */
  endsToday: boolean;
}

/**
 * Counts the streaks from a day to today. The days before the range are ignored: its first streak may be longer.
 *
 * @param entries ascending by day, at most one a day
 * @param days day numbers; `from` is one of `firstWholeDay` or the habit's first day
 * @param visit is called with each day up to today
 */
export function countStreaks(
  habit: HabitRules,
  entries: readonly DayEntry[],
  days: { from: number; today: number },
  visit?: VisitDay,
): StreakCounts {
  const range = { from: Math.max(days.from, habit.firstDay), to: days.today, today: days.today };
  const run = new RunCounter(streakUnitOf(scheduleOn(habit, Math.min(range.from, range.to))));
  const counts = { successes: 0, counted: 0, endsToday: false };
  const countDay = (result: DayResult) => {
    if (isSuccess(result)) counts.successes += 1;
    if (isSuccess(result) || isFailure(result)) counts.counted += 1;
  };
  walkHabit(habit, entries, range, {
    segment: (unit) => run.countIn(unit),
    day: (result, day, entry, target, isAvailable) => {
      countDay(result);
      if (extendsStreak(result)) run.succeed(isAssumed(result, entry) ? 1 : 0);
      if (isFailure(result)) run.fail();
      counts.endsToday = result === "awaiting" && endsWithToday(habit, entries, day);
      visit?.(result, day, entry, target, isAvailable);
    },
    period: (period) => {
      for (const { result, day, entry, target, isAvailable } of period.days) {
        countDay(result);
        if (day >= range.from && day <= range.to) visit?.(result, day, entry, target, isAvailable);
      }
      if (period.result === "met") run.succeed(countAssumed(period));
      if (period.result === "missed") run.fail();
      const awaitsToday = period.days.some(({ result }) => result === "awaiting");
      counts.endsToday = awaitsToday && period.result === "open" && period.left === period.required - period.achieved;
    },
  });
  return { ...counts, ...run.counts() };
}

class RunCounter {
  #unit: StreakUnit;
  #current = 0;
  #longest = 0;
  readonly #longestOfUnits = new Map<StreakUnit, number>();
  #assumed = 0;
  #lead: number | null = null;

  constructor(unit: StreakUnit) {
    this.#unit = unit;
  }

  /** A streak counts one unit, so another one begins a new streak. */
  countIn(unit: StreakUnit): void {
    if (unit === this.#unit) return;
    this.#longestOfUnits.set(this.#unit, this.#longest);
    this.fail();
    this.#unit = unit;
    this.#longest = this.#longestOfUnits.get(unit) ?? 0;
  }

  succeed(assumedDays: number): void {
    this.#current += 1;
    this.#assumed += assumedDays;
    if (this.#current > this.#longest) this.#longest = this.#current;
  }

  fail(): void {
    this.#lead ??= this.#current;
    this.#current = 0;
    this.#assumed = 0;
  }

  counts() {
    return {
      unit: this.#unit,
      current: this.#current,
      longest: this.#longest,
      assumed: this.#assumed,
      lead: this.#lead ?? this.#current,
      isBroken: this.#lead !== null,
    };
  }
}

/** True for an assumed success of a bad habit: the user recorded nothing and confirmed nothing. */
export function isAssumed(result: DayResult, entry: Pick<DayEntry, "value" | "confirmed"> | undefined): boolean {
  return result === "not_exceeded" && !(entry && (entry.confirmed || hasValue(entry)));
}

/** The days of a period without information: see {@link isAssumed}. */
export function countAssumed({ days }: Pick<PeriodResult, "days">): number {
  return days.filter(({ result, entry }) => isAssumed(result, entry)).length;
}
