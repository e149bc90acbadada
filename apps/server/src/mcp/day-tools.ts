import { nextTurn, readHistoriesOfDays } from "@daymark/api/habit/statistics/history";
import { listStatistics } from "@daymark/api/habit/statistics/statistics";
import { fromDayNumber, isDay, toDayNumber } from "@daymark/domain/base/day";
import { periodBounds, periods } from "@daymark/domain/base/period";
import { convertUnit, roundFigure, units } from "@daymark/domain/base/unit";
import type { FieldErrorCode } from "@daymark/domain/base/validation";
import { type Remaining, remainingSchema } from "@daymark/domain/rules/end";
import { rulesOfHabit } from "@daymark/domain/rules/of-habit";
import { type PeriodProgress, periodProgress } from "@daymark/domain/rules/period-of-day";
import { type DayResult, isFailure, isSuccess, targetOn } from "@daymark/domain/rules/result";
import { dayResult, resultsOfRange } from "@daymark/domain/rules/walk";
import { type Habit, habitSchema } from "@daymark/domain/tracking/habit";
import type { Entry } from "@daymark/domain/tracking/progress";
import * as z from "zod/mini";
import { dayNameSchema, dayOf, findHabit, habitNameSchema } from "./habit-of.ts";
import { type Calls, defineTool } from "./tool.ts";

const unitLabelSchema = z.nullable(z.string()).check(
  z.meta({
    description:
      "The user's own word for repetitions, as its forms after 1, 2, 5 and 1.5 with commas between them: `page, pages`. Use it for amounts.",
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
        "How much of the schedule's week, month or quarter is done: days, or an amount in the habit's unit. `target` is then the goal or limit of that period if `of` is `amount`. Null for a habit whose days are judged one by one.",
    }),
  );

/** What is left until the end of a habit. */
const leftSchema = z.nullable(remainingSchema).check(
  z.meta({
    description:
      "What is left today until the end of the habit: `days`, counting today and the last day, or `amount` of a total in the habit's unit. Null for a habit without an end.",
  }),
);

export const listDay = defineTool({
  name: "list_day",
  title: "A day of all habits",
  description:
    "Lists all active habits with their state on a day: `awaiting` habits are still open; on `rest`, `covered` and `skipped` days nothing is due. Call it first to see what is open today.",
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
    const { results: habits } = await calls.api.habit.list({});
    const entries = await entriesOfDay(calls, day);
    const remaining = await listRemaining(calls, habits);
    const results = await resultsOfDay(calls, habits, toDayNumber(day));
    const states = habits.map((habit) => {
      const entry = entries.get(habit.id);
      return {
        ...{ habit_id: habit.id, title: habit.title, type: habit.type, day },
        time_of_day: habit.time_of_day,
        ...(results.get(habit.id) ?? { result: "none", period: null }),
        remaining: remaining.get(habit.id) ?? null,
        ...{ value: entry?.value ?? null, ...unitOf(habit, entry) },
        ...{ target: targetOn(rulesOfHabit(habit).targets, toDayNumber(day)), note: entry?.note ?? null },
      };
    });
    return { day, open: states.filter(({ result }) => result === "awaiting").length, habits: states };
  },
});

/** What was recorded on a day, with notes, by habit. */
async function entriesOfDay({ api }: Calls, day: string): Promise<Map<number, Entry>> {
  const { results } = await api.progress.list({ from: day, to: day });
  return new Map(results.map((entry) => [entry.habit_id, entry]));
}

/** What is left until the end of each habit that has one. Without such habits, no history is read. */
async function listRemaining(
  { reader, today }: Calls,
  habits: readonly Habit[],
): Promise<Map<number, Remaining | null>> {
  const ids = habits.filter(({ end }) => end !== null).map(({ id }) => id);
  if (ids.length === 0) return new Map();
  const results = await listStatistics(reader, ids, today);
  return new Map(results.map(({ habit_id, remaining }) => [habit_id, remaining]));
}

/** The state of a day by the rules. */
interface ResultOfDay {
  result: DayResult;
  period: PeriodProgress | null;
}

/**
 * The results of a day, by habit. A result may depend on years of a habit, so only one history is in use at a time, and other
 * requests run between two.
 *
 * @param day day number
 */
async function resultsOfDay(
  { reader, today }: Calls,
  habits: readonly Habit[],
  day: number,
): Promise<Map<number, ResultOfDay>> {
  const rules = new Map(habits.map((habit) => [habit.id, rulesOfHabit(habit)]));
  const results = new Map<number, ResultOfDay>();
  const todayNumber = toDayNumber(today);
  for await (const { id, entries } of readHistoriesOfDays(reader, habits, { from: day, to: day }, todayNumber)) {
    const habit = rules.get(id);
    if (!habit) continue;
    const byDay = new Map(entries.map((entry) => [entry.day, entry]));
    const state = [habit, day, (other: number) => byDay.get(other), todayNumber] as const;
    results.set(id, { result: dayResult(...state), period: periodProgress(...state) });
    await nextTurn();
  }
  return results;
}

/** The unit of a day, and the user's word for it. */
function unitOf(habit: Habit, entry: Pick<Habit, "unit"> | undefined): Pick<Habit, "unit" | "unit_label"> {
  const { unit } = entry ?? habit;
  return { unit, unit_label: unit === "repetitions" ? habit.unit_label : null };
}

const monthSchema = z.string().check(
  z.regex(/^\d{4}-(?:0[1-9]|1[0-2])$/, { abort: true }),
  z.refine((month) => isDay(`${month}-01`), { error: "day_out_of_century" satisfies FieldErrorCode }),
  z.meta({ description: "YYYY-MM, from 2001-01 to 2100-12" }),
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
  const days = periodBounds("month", toDayNumber(`${month}-01`));
  const { from: first, to: last } = days;
  const list = { id: habit.id, from: fromDayNumber(first), to: fromDayNumber(last) };
  const byDay = new Map((await calls.api.progress.listOfHabit(list)).results.map((entry) => [entry.day, entry]));
  const rules = rulesOfHabit(habit);
  const today = toDayNumber(calls.today);
  let results: DayResult[] = [];
  for await (const { entries } of readHistoriesOfDays(calls.reader, [habit], days, today)) {
    results = resultsOfRange(rules, entries, first, last, today);
  }
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
  description: "Returns the total, successes and failures of a habit in two months, to show what has changed.",
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
