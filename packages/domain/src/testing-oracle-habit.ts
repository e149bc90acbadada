/** For tests only: a habit and its days as the contract's text describes them, without code of the tested rules. */
import { type Fraction, fourDecimals, naiveConvert, plus, sizeIn, times, whole } from "./testing-oracle-amount.ts";
import { dayAfter, type NaiveSchedule, naiveIsScheduled } from "./testing-oracle-calendar.ts";

export interface NaiveHabit {
  type: "good" | "bad";
  unit: string;
  weekdays: number[];
  /** Null for a bad habit, except with `target_per`. */
  schedule: NaiveSchedule | null;
  /** Past schedules, ascending. Each was valid up to its last day. */
  past: { until: string; weekdays: number[]; schedule: NaiveSchedule | null }[];
  /** Only a good habit has a total. */
  end: NaiveEnd | null;
  created_on: string;
  /**
   * In the order in which the user set them; the first at the creation of the habit. `set_on` is the user's today at
   * that time.
   */
  targets: { set_on: string; target: number; effective: "from_today" | "always" }[];
}

export type NaiveEnd = { until: string } | { days: number; from: string } | { total: number; from: string };

export interface NaiveEntry {
  day: string;
  value: number | null;
  unit: string;
  skipped: boolean;
  confirmed: boolean;
}

/** "The earlier of the habit's creation date and its first day with a value or a skip." */
export function naiveFirstDay(habit: NaiveHabit, entries: NaiveEntry[]): string {
  const days = entries.filter((entry) => entry.value || entry.skipped).map((entry) => entry.day);
  return [habit.created_on, ...days].sort()[0] as string;
}

/** "A target holds from the day it was set (the oldest one holds for all earlier days), or holds for all days." */
export function naiveTarget(habit: NaiveHabit, day: string): number {
  const holding = habit.targets.filter(
    ({ set_on, effective }, index) => index === 0 || effective === "always" || set_on <= day,
  );
  return (holding.at(-1) as { target: number }).target;
}

/** A habit's days, each found by its date. */
export class NaiveDays {
  readonly habit: NaiveHabit;
  readonly first: string;
  readonly #entries: Map<string, NaiveEntry>;
  #without: ReadonlySet<string> = new Set();
  /** "Every day after the last one is a day off"; null without a last day. */
  readonly last: string | null;
  // Caches results, because tests query each day hundreds of times.
  readonly #scheduled = new Map<string, boolean>();
  readonly #achieved = new Map<string, boolean>();

  constructor(habit: NaiveHabit, entries: NaiveEntry[], first = naiveFirstDay(habit, entries)) {
    this.habit = habit;
    this.first = first;
    this.#entries = new Map(entries.map((entry) => [entry.day, entry]));
    this.last = this.#lastDay();
  }

  /** A copy in which some days count like days before the first one. */
  without(days: ReadonlySet<string>): NaiveDays {
    const rest = new NaiveDays(this.habit, [...this.#entries.values()], this.first);
    rest.#without = days;
    return rest;
  }

  #lastDay(): string | null {
    const { end } = this.habit;
    if (end === null) return null;
    if ("until" in end) return end.until;
    if ("days" in end) return dayAfter(end.from, end.days - 1);
    // "The first day on which the sum of the amounts since `from` reaches it."
    const days = [...this.#entries.keys()].filter((day) => day >= end.from && this.hasValue(day)).sort();
    return days.find((_, index) => this.sum(days.slice(0, index + 1)) >= end.total) ?? null;
  }

  /** Whether the day is neither before the first day nor left out. */
  isPart(day: string): boolean {
    return day >= this.first && !this.#without.has(day);
  }

  isSkipped(day: string): boolean {
    return this.#entries.get(day)?.skipped ?? false;
  }

  isConfirmed(day: string): boolean {
    return this.#entries.get(day)?.confirmed ?? false;
  }

  hasValue(day: string): boolean {
    return Boolean(this.#entries.get(day)?.value);
  }

  /** The value in the habit's unit. */
  value(day: string): number {
    const entry = this.#entries.get(day);
    return entry?.value ? naiveConvert(entry.value, entry.unit, this.habit.unit) : 0;
  }

  /** The sum of several days in the habit's unit, rounded only once. */
  sum(days: string[]): number {
    const ofUnits = new Map<string, number>();
    for (const day of days) {
      const entry = this.#entries.get(day);
      if (entry?.value) ofUnits.set(entry.unit, (ofUnits.get(entry.unit) ?? 0) + entry.value);
    }
    let sum: Fraction = [0n, 1n];
    for (const [unit, count] of ofUnits) sum = plus(sum, times(whole(count), sizeIn(unit, this.habit.unit)));
    return fourDecimals(sum);
  }

  isScheduled(day: string): boolean {
    return memoize(this.#scheduled, day, () => naiveIsScheduled(this.habit.weekdays, this.habit.schedule, day));
  }

  /** "Not before the first day, not skipped, and scheduled or with a value." */
  isAvailable(day: string): boolean {
    if (!this.isPart(day) || this.isSkipped(day)) return false;
    return this.hasValue(day) || (this.isScheduled(day) && (this.last === null || day <= this.last));
  }

  isAchieved(day: string): boolean {
    return memoize(this.#achieved, day, () => this.value(day) >= naiveTarget(this.habit, day));
  }
}

function memoize(known: Map<string, boolean>, day: string, find: () => boolean): boolean {
  const found = known.get(day) ?? find();
  known.set(day, found);
  return found;
}
