import {
  type DayEntry,
  type DayResult,
  type HabitRules,
  hasValue,
  isFailure,
  isSuccess,
  type VisitDay,
  walkResults,
  walkWeeks,
} from "./result.ts";

/** The streaks of a range of days. Their unit is a day, or a week of a weekly goal. */
export interface StreakCounts {
  /** Successes after the last failure. */
  current: number;
  longest: number;
  /** Successes before the first failure. */
  lead: number;
  isBroken: boolean;
  /** Days, also with a weekly goal. */
  successes: number;
  /** Successes and failures, in days. */
  counted: number;
  /** Days without information after the last failure, of a bad habit. */
  assumed: number;
  /** True if a current streak ends today unless the user acts. */
  endsToday: boolean;
}

/** Receives each day from the first one on, and whether it requires something. */
export type VisitCounted = (...day: [...Parameters<VisitDay>, isRequired: boolean]) => void;

/**
 * Counts the streaks from a day to today. The days before the range are ignored: its first streak may be longer.
 *
 * @param entries ascending by day, at most one a day
 * @param days day numbers; with a weekly goal, `from` is a Monday or the habit's first day
 * @param visit is called with each day up to today
 */
export function countStreaks(
  habit: HabitRules,
  entries: readonly DayEntry[],
  days: { from: number; today: number },
  visit?: VisitCounted,
): StreakCounts {
  const range = { from: Math.max(days.from, habit.firstDay), to: days.today, today: days.today };
  const run = new RunCounter();
  const counts = { successes: 0, counted: 0, endsToday: false };
  const countDay = (result: DayResult) => {
    if (isSuccess(result)) counts.successes += 1;
    if (isSuccess(result) || isFailure(result)) counts.counted += 1;
  };
  if (habit.timesPerWeek === null) {
    walkResults(habit, entries, range, (result, day, entry, target) => {
      countDay(result);
      if (isSuccess(result)) run.succeed(isAssumed(result, entry));
      if (isFailure(result)) run.fail();
      counts.endsToday = result === "awaiting";
      visit?.(result, day, entry, target, isCounted(result));
    });
  } else {
    walkWeeks(habit, entries, range, (week) => {
      for (const { result, day, entry, target, isAvailable } of week.days) {
        countDay(result);
        if (day >= range.from && day <= range.to) visit?.(result, day, entry, target, isAvailable);
      }
      if (week.result === "met") run.succeed(false);
      if (week.result === "missed") run.fail();
      const awaitsToday = week.days.some(({ result }) => result === "awaiting");
      counts.endsToday = awaitsToday && week.result === "open" && week.left === week.required - week.achieved;
    });
  }
  return { ...counts, ...run.counts() };
}

class RunCounter {
  #current = 0;
  #longest = 0;
  #assumed = 0;
  #lead: number | null = null;

  succeed(isAssumedDay: boolean): void {
    this.#current += 1;
    if (isAssumedDay) this.#assumed += 1;
    if (this.#current > this.#longest) this.#longest = this.#current;
  }

  fail(): void {
    this.#lead ??= this.#current;
    this.#current = 0;
    this.#assumed = 0;
  }

  counts() {
    return {
      current: this.#current,
      longest: this.#longest,
      assumed: this.#assumed,
      lead: this.#lead ?? this.#current,
      isBroken: this.#lead !== null,
    };
  }
}

/** For a habit without a weekly goal: the day is neither a day off nor skipped. */
export function isCounted(result: DayResult): boolean {
  return result !== "skipped" && result !== "rest";
}

/** True for an assumed success of a bad habit: the user recorded nothing and confirmed nothing. */
export function isAssumed(result: DayResult, entry: Pick<DayEntry, "value" | "confirmed"> | undefined): boolean {
  return result === "not_exceeded" && !(entry && (entry.confirmed || hasValue(entry)));
}
