import * as z from "zod/mini";
import { fromDayNumber } from "../base/day.ts";
import { answeredDaySchema, dayRangeChecks, daySchema, weekStartInput } from "../base/day-input.ts";
import { idSchema } from "../base/id.ts";
import { roundFigure, roundRatio, units } from "../base/unit.ts";
import { firstOfWeek } from "../base/week.ts";
import { amountOf, type DayEntry, type DayResult, type HabitRules, isFailure, isSuccess } from "../rules/result.ts";
import { walkStrength } from "../rules/strength.ts";
import { walkHabit, walkResults } from "../rules/walk.ts";

/** A comparison of all active habits, week by week. */
export const analyticsSchema = z.object({
  from: answeredDaySchema,
  to: answeredDaySchema,
  /** In the order of the dashboard. */
  results: z.array(
    z.object({
      habit_id: z.int(),
      successful_days: z.int(),
      counted_days: z.int(),
      success_rate: z.nullable(z.number()),
      /** The weeks of the range up to today, by their first days, ascending. */
      weeks: z.array(
        z.object({
          week: answeredDaySchema,
          successful_days: z.int(),
          counted_days: z.int(),
          success_rate: z.nullable(z.number()),
          /** At the end of the week, or of yesterday; null before the habit's first day has ended. */
          strength: z.nullable(z.number()),
        }),
      ),
    }),
  ),
});
export type Analytics = z.infer<typeof analyticsSchema>;

/** The weeks of a weekly goal are cut like those of the other habits, so that all have the same columns. */
export const analyticsInput = z
  .strictObject({ from: daySchema, to: daySchema, week_start: weekStartInput })
  .check(...dayRangeChecks);

/** The lengths of the moving averages in calendar days, the day itself included. */
const trendWindows = [7, 30] as const;

export const trendInput = z.strictObject({ id: idSchema, from: daySchema, to: daySchema }).check(...dayRangeChecks);

/** A habit day by day, with moving averages. */
export const trendSchema = z.object({
  habit_id: z.int(),
  /** The unit of all amounts. */
  unit: z.enum(units),
  /** From the habit's first day in the range to the last, today at most. */
  days: z.array(
    z.object({
      day: answeredDaySchema,
      /** True for a success, false for a failure, null for a day that does not count. */
      succeeded: z.nullable(z.boolean()),
      /** Share of successes among the counted days of the last 7 and the last 30 days; null if none counted. */
      rate_7: z.nullable(z.number()),
      rate_30: z.nullable(z.number()),
      amount: z.number(),
      /** The average amount of the counted days in the same windows. */
      amount_7: z.nullable(z.number()),
      amount_30: z.nullable(z.number()),
    }),
  ),
});
export type Trend = z.infer<typeof trendSchema>;

export const correlationInput = z
  .strictObject({ id: idSchema, other_id: idSchema, from: daySchema, to: daySchema })
  .check(
    ...dayRangeChecks,
    z.refine<{ id: number; other_id: number }>(({ id, other_id }) => id !== other_id, {
      error: "invalid",
      path: ["other_id"],
    }),
  );

/**
 * Why a coefficient says little: fewer than 30 days, a habit that was always or never done, or a coefficient that
 * occurs by chance more often than one time in twenty.
 */
const correlationCaveats = ["few_days", "no_variation", "may_be_chance"] as const;

/** How two habits correlate. A correlation never implies that one causes the other. */
export const correlationSchema = z.object({
  habit_id: z.int(),
  other_id: z.int(),
  /** Past days on which both habits count. */
  days: z.int(),
  both: z.int(),
  only_first: z.int(),
  only_second: z.int(),
  neither: z.int(),
  /** Pearson's phi of the four counts, -1..1, four decimals; null if one of the habits never changes. */
  coefficient: z.nullable(z.number()),
  caveats: z.array(z.enum(correlationCaveats)),
});
export type Correlation = z.infer<typeof correlationSchema>;

/** A range of day numbers, both ends included. */
interface Range {
  from: number;
  to: number;
}

/**
 * One habit's rows in the comparison.
 *
 * @param entries ascending by day, at most one a day, of the whole history, because strength depends on all of it
 * @param today day number of the user's today
 * @param options.weekStart ISO weekday with which the weeks begin, Monday by default
 */
export function compareWeeks(
  habit: HabitRules,
  entries: readonly DayEntry[],
  { from, to }: Range,
  today: number,
  { weekStart = 1 }: { weekStart?: number | undefined } = {},
): Omit<Analytics["results"][number], "habit_id"> {
  const weeks = new Map<number, { successes: number; counted: number; strength: number | null }>();
  const weekOf = (day: number) => {
    const first = firstOfWeek(day, weekStart);
    const week = weeks.get(first) ?? { successes: 0, counted: 0, strength: null };
    weeks.set(first, week);
    return week;
  };
  const days = { from: Math.max(from, habit.firstDay), to: Math.min(to, today), today };
  walkResults(habit, entries, days, (result, day) => {
    const week = weekOf(day);
    if (isSuccess(result)) week.successes += 1;
    if (isSuccess(result) || isFailure(result)) week.counted += 1;
  });
  walkStrength(habit, entries, Math.min(today, to + 1), (day, strength) => {
    if (day >= days.from) weekOf(day).strength = strength;
  });
  const all = [...weeks.values()];
  return {
    ...ratesOf(
      sum(all, ({ successes }) => successes),
      sum(all, ({ counted }) => counted),
    ),
    weeks: Array.from(weeks, ([first, { successes, counted, strength }]) => ({
      week: fromDayNumber(first),
      ...ratesOf(successes, counted),
      strength,
    })),
  };
}

function ratesOf(successes: number, counted: number) {
  return {
    successful_days: successes,
    counted_days: counted,
    success_rate: counted === 0 ? null : roundRatio(successes, counted),
  };
}

function sum<T>(items: readonly T[], numberOf: (item: T) => number): number {
  return items.reduce((total, item) => total + numberOf(item), 0);
}

/**
 * A habit's days in a range with moving averages. The averages include days before the range if they exist.
 *
 * @param entries ascending by day, at most one a day
 * @param today day number of the user's today; later days are left out
 */
export function computeTrend(
  habit: HabitRules,
  entries: readonly DayEntry[],
  { from, to }: Range,
  today: number,
): Omit<Trend, "habit_id"> {
  const first = Math.max(from, habit.firstDay);
  const begin = Math.max(habit.firstDay, first - Math.max(...trendWindows) + 1);
  const days: { day: number; succeeded: boolean | null; amount: number }[] = [];
  walkResults(habit, entries, { from: begin, to: Math.min(to, today), today }, (result, day, entry) => {
    days.push({ day, succeeded: outcomeOf(result), amount: amountOf(habit, entry) });
  });
  const averages = (index: number, window: number) => {
    const counted = days
      .slice(Math.max(0, index - window + 1), index + 1)
      .filter(({ succeeded }) => succeeded !== null);
    if (counted.length === 0) return { rate: null, amount: null };
    return {
      rate: roundRatio(counted.filter(({ succeeded }) => succeeded).length, counted.length),
      amount: roundRatio(roundFigure(sum(counted, ({ amount }) => amount)), counted.length),
    };
  };
  const [short, long] = trendWindows;
  return {
    unit: habit.unit,
    days: days
      .map(({ day, succeeded, amount }, index) => {
        const [week, month] = [averages(index, short), averages(index, long)];
        return {
          day: fromDayNumber(day),
          succeeded,
          rate_7: week.rate,
          rate_30: month.rate,
          amount,
          amount_7: week.amount,
          amount_30: month.amount,
        };
      })
      .slice(first - begin),
  };
}

function outcomeOf(result: DayResult): boolean | null {
  if (isSuccess(result)) return true;
  return isFailure(result) ? false : null;
}

/**
 * Below this value, the chi-squared statistic of a two-by-two table, n * phi^2, occurs by chance more often than one
 * time in twenty.
 */
const chiSquaredAtOneInTwenty = 3.841;
const correlationDaysMin = 30;

interface History {
  habit: HabitRules;
  entries: readonly DayEntry[];
}

/** How two habits correlate on the past days of a range that count for both. */
export function correlate(
  first: History,
  second: History,
  range: Range,
  today: number,
): Omit<Correlation, "habit_id" | "other_id"> {
  const ofSecond = doneDays(second, range, today);
  const counts = { both: 0, only_first: 0, only_second: 0, neither: 0 };
  for (const [day, isDone] of doneDays(first, range, today)) {
    const otherIsDone = ofSecond.get(day);
    if (otherIsDone === undefined) continue;
    if (isDone) counts[otherIsDone ? "both" : "only_first"] += 1;
    else counts[otherIsDone ? "only_second" : "neither"] += 1;
  }
  const days = counts.both + counts.only_first + counts.only_second + counts.neither;
  const phi = phiOf(counts);
  const caveats: Correlation["caveats"] = [];
  if (days < correlationDaysMin) caveats.push("few_days");
  if (phi === null) caveats.push("no_variation");
  else if (days * phi ** 2 < chiSquaredAtOneInTwenty) caveats.push("may_be_chance");
  return { days, ...counts, coefficient: phi === null ? null : Math.sign(phi) * roundFigure(Math.abs(phi)), caveats };
}

/**
 * The past days of a habit, and whether each was a success. Where the owner chooses the days, an available day that was not
 * done counts as no success, although it is mostly no failure. Otherwise only successes would remain to compare.
 */
function doneDays({ habit, entries }: History, { from, to }: Range, today: number): Map<number, boolean> {
  const done = new Map<number, boolean>();
  const days = { from: Math.max(from, habit.firstDay), to: Math.min(to, today - 1), today };
  walkHabit(habit, entries, days, {
    day: (result, day, _entry, _target, isAvailable) => {
      if (isAvailable) done.set(day, isSuccess(result));
    },
    period: (period) => {
      for (const { day, result, isAvailable } of period.days) {
        if (isAvailable && day >= days.from && day <= days.to) done.set(day, isSuccess(result));
      }
    },
  });
  return done;
}

/** Pearson's coefficient of two binary variables; null if one of them is constant. */
function phiOf({
  both,
  only_first,
  only_second,
  neither,
}: Record<"both" | "only_first" | "only_second" | "neither", number>) {
  const spread = (both + only_first) * (only_second + neither) * (both + only_second) * (only_first + neither);
  return spread === 0 ? null : (both * neither - only_first * only_second) / Math.sqrt(spread);
}
