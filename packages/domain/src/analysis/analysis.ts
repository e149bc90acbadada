import * as z from "zod/mini";
import { fromDayNumber, weekdayOf } from "../base/day.ts";
import { answeredDaySchema } from "../base/day-input.ts";
import { periodBounds, streakUnits } from "../base/period.ts";
import { roundRatio, units } from "../base/unit.ts";
import { firstOfWeek, mondayOf, weekDays } from "../base/week.ts";
import { AmountSum } from "../rules/amount.ts";
import { computePace, paceSchema } from "../rules/pace.ts";
import { type DayEntry, type HabitRules, isFailure, isSuccess } from "../rules/result.ts";
import { listRuns, runSchema } from "../rules/streak.ts";
import { walkStrength } from "../rules/strength.ts";
import { walkResults } from "../rules/walk.ts";
import { hasFreeDays, scheduleOn } from "../schedule/history.ts";
import { periodOf, streakUnitOf } from "../schedule/schedule.ts";
import { computeDistribution, distributionSchema } from "./distribution.ts";

/** Results of a set of days; amounts in the habit's unit, numbers to four decimals. */
const dayFigures = {
  successful_days: z.int(),
  counted_days: z.int(),
  success_rate: z.nullable(z.number()),
  skipped_days: z.int(),
  recorded_days: z.int(),
  total: z.number(),
  /** Average of the days with a value. */
  average: z.nullable(z.number()),
};

export const analysisSchema = z.object({
  habit_id: z.int(),
  /** The unit of all amounts. */
  unit: z.enum(units),
  strength: z.nullable(z.number()),
  /**
   * The strength at the end of each of the user's weeks, named by their first days, ascending; the last value is as of
   * yesterday. With a weekly goal these are ISO weeks.
   */
  strength_weeks: z.array(z.object({ week: answeredDaySchema, strength: z.number() })),
  /** This week and this month or, with a schedule of periods, the present one. */
  pace: z.array(paceSchema),
  /** Monday to Sunday, up to today. */
  weekdays: z.array(z.object({ weekday: z.int(), ...dayFigures })),
  /**
   * The weekdays with the highest rate (with a schedule of periods: done most often); empty if all are equal or too few days
   * counted.
   */
  best_weekdays: z.array(z.int()),
  /** From the month of the first day to the present one, up to today, `YYYY-MM`. */
  months: z.array(z.object({ month: z.string(), ...dayFigures })),
  streak_unit: z.enum(streakUnits),
  /** Oldest first. */
  streaks: z.array(runSchema),
  distribution: z.nullable(distributionSchema),
});
export type Analysis = z.infer<typeof analysisSchema>;

/** A weekday is compared with others once it has this many counted days: about a month. */
const bestWeekdayDaysMin = 4;

/**
 * The data of all charts of a habit's statistics.
 *
 * It walks over all days several times, so it yields between two walks: other work can run then.
 *
 * @param entries ascending by day, at most one a day
 * @param today day number of the user's today
 * @param options.weekStart as in {@link computePace}
 */
export function* computeAnalysis(
  habit: HabitRules,
  entries: readonly DayEntry[],
  today: number,
  { weekStart = 1 }: { weekStart?: number | undefined } = {},
): Generator<void, Omit<Analysis, "habit_id">> {
  const weekdays = Array.from({ length: weekDays }, () => new DaySet());
  const months: { month: string; to: number; set: DaySet }[] = [];
  const setOfMonth = (day: number) => {
    let last = months.at(-1);
    if (!last || day > last.to) {
      last = { month: fromDayNumber(day).slice(0, 7), to: periodBounds("month", day).to, set: new DaySet() };
      months.push(last);
    }
    return last.set;
  };
  walkResults(habit, entries, { from: habit.firstDay, to: today, today }, (result, day, entry) => {
    for (const set of [setOfMonth(day), weekdays[weekdayOf(day) - 1] as DaySet]) {
      if (isSuccess(result)) set.successes += 1;
      if (isFailure(result)) set.failures += 1;
      if (result === "skipped") set.skipped += 1;
      set.amounts.add(entry);
    }
  });
  yield;
  const strengthWeeks = listStrengthWeeks(habit, entries, { today, weekStart });
  yield;
  const streaks = listRuns(habit, entries, today);
  yield;
  const pace = computePace(habit, entries, today, { weekStart });
  yield;
  return {
    unit: habit.unit,
    strength: strengthWeeks.at(-1)?.strength ?? null,
    strength_weeks: strengthWeeks,
    pace,
    weekdays: weekdays.map((set, index) => ({ weekday: index + 1, ...set.figures(habit) })),
    best_weekdays: bestWeekdays(habit, weekdays),
    months: months.map(({ month, set }) => ({ month, ...set.figures(habit) })),
    streak_unit: streakUnitOf(scheduleOn(habit, today)),
    streaks,
    distribution: computeDistribution(habit, entries),
  };
}

/** A set of days, such as all Mondays. */
class DaySet {
  successes = 0;
  failures = 0;
  skipped = 0;
  readonly amounts = new AmountSum();

  get counted(): number {
    return this.successes + this.failures;
  }

  figures({ unit }: HabitRules) {
    return {
      successful_days: this.successes,
      counted_days: this.counted,
      success_rate: this.counted === 0 ? null : roundRatio(this.successes, this.counted),
      skipped_days: this.skipped,
      recorded_days: this.amounts.days,
      total: this.amounts.total(unit),
      average: this.amounts.average(unit),
    };
  }
}

/** Where the owner chooses the days, most days that are not done are no failures, so the number of days done is compared. */
function bestWeekdays(habit: HabitRules, sets: readonly DaySet[]): number[] {
  const isFree = hasFreeDays(habit);
  const candidates = sets
    .map((set, index) => ({ set, weekday: index + 1 }))
    .filter(({ set, weekday }) => (isFree ? habit.weekdays.includes(weekday) : set.counted >= bestWeekdayDaysMin));
  const scores = candidates.map(({ set }) => (isFree ? set.successes : set.successes / set.counted));
  const best = Math.max(...scores);
  if (candidates.length < 2 || scores.every((score) => score === best)) return [];
  if (isFree && best < bestWeekdayDaysMin) return [];
  const tied = candidates.filter((_, index) => scores[index] === best);
  // Where most are best, rather the others stand out.
  return tied.length > candidates.length / 2 ? [] : tied.map(({ weekday }) => weekday);
}

function listStrengthWeeks(
  habit: HabitRules,
  entries: readonly DayEntry[],
  { today, weekStart }: { today: number; weekStart: number },
) {
  const weeks: { week: string; strength: number }[] = [];
  const firstOf = (day: number) => (periodOf(habit) === "week" ? mondayOf(day) : firstOfWeek(day, weekStart));
  let first = Number.NaN;
  walkStrength(habit, entries, today, (day, strength) => {
    if (firstOf(day) !== first) {
      first = firstOf(day);
      weeks.push({ week: fromDayNumber(first), strength });
    }
    const last = weeks.at(-1);
    if (last) last.strength = strength;
  });
  return weeks;
}
