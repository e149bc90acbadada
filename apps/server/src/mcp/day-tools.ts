import { dayRangeMax } from "@daymark/domain/base/bounds";
import { fromDayNumber, isDay, toDayNumber } from "@daymark/domain/base/day";
import { periodBounds, periods } from "@daymark/domain/base/period";
import { supportedParts } from "@daymark/domain/base/range-parts";
import { convertUnit, roundFigure, units } from "@daymark/domain/base/unit";
import type { FieldErrorCode } from "@daymark/domain/base/validation";
import { type Remaining, remainingSchema } from "@daymark/domain/rules/end";
import { dayEntryOf, rulesOfHabit } from "@daymark/domain/rules/of-habit";
import { periodProgress } from "@daymark/domain/rules/period-of-day";
import { isFailure, isSuccess, targetOn } from "@daymark/domain/rules/result";
import { dayResult, resultsOfRange } from "@daymark/domain/rules/walk";
import { rangeOfResults } from "@daymark/domain/schedule/history";
import { type Habit, habitSchema } from "@daymark/domain/tracking/habit";
import type { Entry } from "@daymark/domain/tracking/progress";
import * as z from "zod/mini";
import { dayNameSchema, dayOf, findHabit, habitNameSchema } from "./habit-of.ts";
import { type Calls, defineTool } from "./tool.ts";

const unitLabelSchema = z.nullable(z.string()).check(
  z.meta({
    description:
      "The user's own word for repetitions, as its forms after 1, 2, 5 and 1.5 with commas between them: `page, pages`. Name amounts by it.",
  }),
);

const dayStateSchema = z.object({
  day: z.string(),
  /** As in the REST API: achieved, awaiting, rest, … */
  result: z.string(),
  value: z.nullable(z.number()),
  unit: z.enum(units),
  /** The user's word for the unit; null for none. */
  unit_label: unitLabelSchema,
  target: z.int(),
  note: z.nullable(z.string()),
});

/** How far a habit is in its week, month or quarter. */
const periodSchema = z
  .nullable(
    z.object({
      period: z.enum(periods),
      done: z.number(),
      goal: z.number(),
      of: z.enum(["days", "amount"]),
    }),
  )
  .check(
    z.meta({
      description:
        "How much of the schedule's week, month or quarter is done: days, or an amount in the habit's unit. `target` is then the goal or limit of that period if `of` is `amount`. Null for a habit that each day judges alone.",
    }),
  );

/** What is left until the end of a habit. */
const leftSchema = z.nullable(remainingSchema).check(
  z.meta({
    description:
      "What is left today until the end of the habit: `days`, counting today and the last day, or `amount` of a total in the habit's unit. Null for a habit that goes on.",
  }),
);

export const listDay = defineTool({
  name: "list_day",
  title: "A day of all habits",
  description:
    "Lists all active habits with their state on a day: `awaiting` habits are still open; `rest`, `covered` and `skipped` ask for nothing. Call it first to see what is open today.",
  effect: "read",
  input: z.strictObject({ day: dayNameSchema }),
  output: z.object({
    day: z.string(),
    open: z.int(),
    habits: z.array(
      z.extend(dayStateSchema, {
        habit_id: z.int(),
        title: z.string(),
        type: z.enum(["good", "bad"]),
        /** When the user plans to do it; null for any time. */
        time_of_day: habitSchema.shape.time_of_day,
        period: periodSchema,
        remaining: leftSchema,
      }),
    ),
  }),
  async run(calls, input) {
    const day = dayOf(calls, input.day);
    const number = toDayNumber(day);
    const { results: habits } = await calls.api.habit.list({});
    const today = toDayNumber(calls.today);
    const entries = await entriesOfDay(calls, habits, number);
    const remaining = await listRemaining(calls, habits);
    const states = habits.map((habit) => {
      const own = entries.get(habit.id) ?? [];
      const entry = own.find((each) => each.day === day);
      const byDay = new Map(own.map((each) => [toDayNumber(each.day), dayEntryOf(each)]));
      const rules = rulesOfHabit(habit);
      const state = [rules, number, (other: number) => byDay.get(other), today] as const;
      return {
        ...{ habit_id: habit.id, title: habit.title, type: habit.type, day },
        time_of_day: habit.time_of_day,
        ...{ result: dayResult(...state), period: periodProgress(...state) },
        remaining: remaining.get(habit.id) ?? null,
        ...{ value: entry?.value ?? null, ...unitOf(habit, entry) },
        ...{ target: targetOn(rules.targets, number), note: entry?.note ?? null },
      };
    });
    return { day, open: states.filter(({ result }) => result === "awaiting").length, habits: states };
  },
});

/** What is left until the end of each habit that has one. Without such habits, no history is read. */
async function listRemaining({ api }: Calls, habits: readonly Habit[]): Promise<Map<number, Remaining | null>> {
  if (habits.every(({ end }) => end === null)) return new Map();
  const { results } = await api.habit.statisticsList({});
  return new Map(results.map(({ habit_id, remaining }) => [habit_id, remaining]));
}

/** The unit of a day, and the user's word for it. */
function unitOf(habit: Habit, entry: Pick<Habit, "unit"> | undefined): Pick<Habit, "unit" | "unit_label"> {
  const { unit } = entry ?? habit;
  return { unit, unit_label: unit === "repetitions" ? habit.unit_label : null };
}

/**
 * The entries on which the results of a day depend, ascending by day, for each habit. Most habits need those of a quarter
 * at most, which one query reads for all of them. A habit with n days in any m may need those of years.
 *
 * @param day day number
 */
async function entriesOfDay(calls: Calls, habits: readonly Habit[], day: number): Promise<Map<number, Entry[]>> {
  const range = { from: day, to: day };
  const [long, short] = [habits.filter(hasLongRange), habits.filter((habit) => !hasLongRange(habit))];
  const entries = await entriesOfResults(calls, short, range, (days) => calls.api.progress.list(days));
  const byHabit = Map.groupBy(entries, ({ habit_id }) => habit_id);
  for (const habit of long) byHabit.set(habit.id, await entriesOfHabit(calls, habit, range));
  return byHabit;

  function hasLongRange(habit: Habit): boolean {
    const { from, to } = rangeOfResults([rulesOfHabit(habit)], range, toDayNumber(calls.today));
    return to - from >= dayRangeMax;
  }
}

/** The entries on which the results of a range of one habit depend, ascending by day. */
function entriesOfHabit(calls: Calls, habit: Habit, days: { from: number; to: number }): Promise<Entry[]> {
  const list = (part: { from: string; to: string }) => calls.api.progress.listOfHabit({ id: habit.id, ...part });
  return entriesOfResults(calls, [habit], days, list);
}

/**
 * The entries that the results of a range need, ascending by day: a goal of a week, month or quarter depends on all of its
 * days, one of n days in any m on those of years.
 *
 * @param days day numbers, both ends included
 * @param list lists the entries of a range that one query can cover
 */
async function entriesOfResults(
  { today }: Calls,
  habits: readonly Habit[],
  days: { from: number; to: number },
  list: (days: { from: string; to: string }) => Promise<{ results: Entry[] }>,
): Promise<Entry[]> {
  const parts: Entry[][] = [];
  for (const part of supportedParts(rangeOfResults(habits.map(rulesOfHabit), days, toDayNumber(today)))) {
    parts.push((await list(part)).results);
  }
  return parts.flat();
}

const monthSchema = z.string().check(
  z.regex(/^\d{4}-(?:0[1-9]|1[0-2])$/, { abort: true }),
  z.refine((month) => isDay(`${month}-01`), { error: "day_out_of_century" satisfies FieldErrorCode }),
  z.meta({ description: "YYYY-MM, of the years 2001 to 2100" }),
);

export const getMonth = defineTool({
  name: "get_month",
  title: "A month of a habit",
  description: "Returns what was recorded on each day of a month for one habit, with the result of each day.",
  effect: "read",
  input: z.strictObject({ habit: habitNameSchema, month: monthSchema }),
  output: z.object({ habit_id: z.int(), title: z.string(), days: z.array(dayStateSchema) }),
  async run(calls, { habit: name, month }) {
    const habit = await findHabit(calls, name);
    return { habit_id: habit.id, title: habit.title, days: await daysOf(calls, habit, month) };
  },
});

async function daysOf(calls: Calls, habit: Habit, month: string) {
  const { from: first, to: last } = periodBounds("month", toDayNumber(`${month}-01`));
  const entries = await entriesOfHabit(calls, habit, { from: first, to: last });
  const byDay = new Map(entries.map((entry) => [entry.day, entry]));
  const rules = rulesOfHabit(habit);
  const results = resultsOfRange(rules, entries.map(dayEntryOf), first, last, toDayNumber(calls.today));
  return results.map((result, index) => {
    const day = fromDayNumber(first + index);
    const entry = byDay.get(day);
    return {
      ...{ day, result, value: entry?.value ?? null, ...unitOf(habit, entry) },
      ...{ target: targetOn(rules.targets, first + index), note: entry?.note ?? null },
    };
  });
}

const monthFiguresSchema = z.object({
  month: z.string(),
  /** In the habit's unit. */
  total: z.number(),
  recorded_days: z.int(),
  successful_days: z.int(),
  failed_days: z.int(),
});

export const compareMonths = defineTool({
  name: "compare_months",
  title: "Compare two months of a habit",
  description: "Returns total, successes and failures of a habit in two months, to tell what has changed.",
  effect: "read",
  input: z.strictObject({ habit: habitNameSchema, month: monthSchema, other_month: monthSchema }),
  output: z.object({
    habit_id: z.int(),
    title: z.string(),
    unit: z.string(),
    unit_label: unitLabelSchema,
    months: z.array(monthFiguresSchema),
  }),
  async run(calls, { habit: name, month, other_month }) {
    const habit = await findHabit(calls, name);
    const months = [];
    for (const each of [month, other_month]) {
      const days = await daysOf(calls, habit, each);
      const amounts = days.flatMap(({ value, unit }) => (value ? [convertUnit(value, unit, habit.unit)] : []));
      months.push({
        month: each,
        total: roundFigure(amounts.reduce((sum, amount) => sum + amount, 0)),
        recorded_days: amounts.length,
        successful_days: days.filter(({ result }) => isSuccess(result)).length,
        failed_days: days.filter(({ result }) => isFailure(result)).length,
      });
    }
    return { habit_id: habit.id, title: habit.title, ...unitOf(habit, undefined), months };
  },
});
