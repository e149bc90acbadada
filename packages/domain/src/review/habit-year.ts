import { fromDayNumber } from "../base/day.ts";
import { type StreakUnit, usualDays } from "../base/period.ts";
import { AmountSum } from "../rules/amount.ts";
import type { PeriodResult } from "../rules/period-result.ts";
import {
  type DayEntry,
  type DayResult,
  extendsStreak,
  type HabitRules,
  isFailure,
  isSuccess,
} from "../rules/result.ts";
import { countAssumed, isAssumed } from "../rules/streak-counts.ts";
import { walkHabit } from "../rules/walk.ts";
import type { Review } from "./review.ts";

/** Day numbers, both included. */
interface Span {
  from: number;
  to: number;
}

/** The days of a year that have begun; empty if `to` is before `from`. */
export interface YearSpan extends Span {
  /** The last day of the year, which may be to come. */
  end: number;
}

export type HabitYear = Omit<Review["habits"][number], "habit_id" | "archived" | "unit">;

/**
 * The figures of a habit in a year.
 *
 * @param entries ascending by day, at most one a day; those of the periods that the span cuts too
 * @param span up to today at most
 * @param today day number of the user's today
 * @param visit is called with each day of the span from the habit's first day on
 */
export function yearOfHabit(
  habit: HabitRules,
  entries: readonly DayEntry[],
  span: YearSpan,
  today: number,
  visit: (result: DayResult, day: number) => void,
): HabitYear {
  const range = { from: Math.max(span.from, habit.firstDay), to: span.to, today };
  const counts = { successful_days: 0, counted_days: 0, assumed_days: 0 };
  const streak = new LongestStreak();
  const countDay = (result: DayResult, day: number, entry: DayEntry | undefined) => {
    if (day < range.from || day > range.to) return;
    if (isSuccess(result)) counts.successful_days += 1;
    if (isSuccess(result) || isFailure(result)) counts.counted_days += 1;
    if (isAssumed(result, entry)) counts.assumed_days += 1;
    visit(result, day);
  };
  if (range.from <= range.to) {
    walkHabit(habit, entries, range, {
      segment: (unit) => streak.countIn(unit),
      day: (result, day, entry) => {
        countDay(result, day, entry);
        if (extendsStreak(result)) streak.succeed(day, day, isAssumed(result, entry) ? 1 : 0);
        if (isFailure(result)) streak.fail();
      },
      period: (period) => {
        for (const { result, day, entry } of period.days) countDay(result, day, entry);
        if (period.to <= span.end) addPeriod(streak, period, range);
      },
    });
  }
  const amounts = new AmountSum();
  for (const entry of entries) if (entry.day >= span.from && entry.day <= span.to) amounts.add(entry);
  return {
    ...counts,
    recorded_days: amounts.days,
    total: amounts.total(habit.unit),
    longest_streak: streak.longest(),
  };
}

/** A period belongs to the year in which it ends. So a week at the turn of the year counts once. */
function addPeriod(streak: LongestStreak, period: PeriodResult, range: Span): void {
  const days = period.days.filter(({ day }) => day >= range.from && day <= range.to);
  const [from, to] = [Math.max(period.from, range.from), Math.min(period.to, range.to)];
  if (period.result === "met") streak.succeed(from, to, countAssumed({ days }));
  if (period.result === "missed") streak.fail();
}

interface Stretch extends Span {
  length: number;
  unit: StreakUnit;
  assumed: number;
}

/** Days of a streak's unit, so that streaks of days and of periods compare. */
const daysOfUnit: Record<StreakUnit, number> = {
  days: 1,
  weeks: usualDays.week,
  months: usualDays.month,
  quarters: usualDays.quarter,
};

/** How long a streak is, in days. */
export function streakDays({ length, streak_unit }: { length: number; streak_unit: StreakUnit }): number {
  return length * daysOfUnit[streak_unit];
}

class LongestStreak {
  #unit: StreakUnit = "days";
  #open: Stretch | null = null;
  #longest: Stretch | null = null;

  /** A streak counts one unit, so another one begins a new streak. */
  countIn(unit: StreakUnit): void {
    if (unit !== this.#unit) this.fail();
    this.#unit = unit;
  }

  succeed(from: number, to: number, assumedDays: number): void {
    this.#open ??= { from, to, length: 0, unit: this.#unit, assumed: 0 };
    this.#open.to = to;
    this.#open.length += 1;
    this.#open.assumed += assumedDays;
  }

  fail(): void {
    this.#longest = longerOf(this.#longest, this.#open);
    this.#open = null;
  }

  /** The first of the longest ones. */
  longest(): HabitYear["longest_streak"] {
    const longest = longerOf(this.#longest, this.#open);
    return (
      longest && {
        length: longest.length,
        streak_unit: longest.unit,
        from: fromDayNumber(longest.from),
        to: fromDayNumber(longest.to),
        assumed_days: longest.assumed,
      }
    );
  }
}

function longerOf(first: Stretch | null, second: Stretch | null): Stretch | null {
  if (!first || !second) return first ?? second;
  const days = (stretch: Stretch) => streakDays({ length: stretch.length, streak_unit: stretch.unit });
  return days(second) > days(first) ? second : first;
}
