import { readHistoriesOfDays } from "@daymark/api/habit/statistics/history";
import { fromDayNumber, isDay, toDayNumber } from "@daymark/domain/base/day";
import { periodBounds } from "@daymark/domain/base/period";
import { convertUnit, roundFigure, units } from "@daymark/domain/base/unit";
import type { FieldErrorCode } from "@daymark/domain/base/validation";
import { rulesOfHabit } from "@daymark/domain/rules/of-habit";
import { type DayResult, isFailure, isSuccess, targetOn } from "@daymark/domain/rules/result";
import { resultsOfRange } from "@daymark/domain/rules/walk";
import type { Habit } from "@daymark/domain/tracking/habit";
import * as z from "zod/mini";
import { dayStateSchema, unitLabelSchema, unitOf } from "./day-state.ts";
import { findHabit, habitNameSchema } from "./habit-of.ts";
import { type Calls, defineTool } from "./tool.ts";

const monthSchema = z.string().check(
  z.regex(/^\d{4}-(?:0[1-9]|1[0-2])$/, { abort: true }),
  z.refine((month) => isDay(`${month}-01`), { error: "day_out_of_century" satisfies FieldErrorCode }),
  z.meta({ description: "YYYY-MM, from 2001-01 to 2100-12" }),
);

const figuresSchema = z.object({
  /** In the habit's unit. */
  total: z.number(),
  recorded_days: z.int(),
  successful_days: z.int(),
  failed_days: z.int(),
});
type Figures = z.infer<typeof figuresSchema>;

const comparisonSchema = z
  .nullable(
    z.object({
      /** The habit's, in which the totals are. */
      unit: z.enum(units),
      unit_label: unitLabelSchema,
      months: z.array(z.extend(figuresSchema, { month: z.string() })),
      difference: figuresSchema,
    }),
  )
  .check(
    z.meta({
      description:
        "With `compare_with`: the figures of `month` and of the other month, in this order, and `difference`, which is `month` minus the other. Totals are in `unit`. Else null.",
    }),
  );

export const getMonth = defineTool({
  name: "get_month",
  title: "A month of a habit",
  description:
    "Returns what was recorded on each day of a month for one habit, with the result of each day. With `compare_with`, another month, it also returns the total, the successes and the failures of both months and their difference (`comparison`): call it so to show what has changed.",
  effect: "read",
  input: z.strictObject({ habit: habitNameSchema, month: monthSchema, compare_with: z.optional(monthSchema) }),
  output: z.object({
    habit_id: z.int(),
    title: z.string(),
    days: z.array(dayStateSchema),
    comparison: comparisonSchema,
  }),
  async run(calls, { habit: name, month, compare_with: otherMonth }) {
    const habit = await findHabit(calls, name);
    const days = await daysOf(calls, habit, month);
    const about = { habit_id: habit.id, title: habit.title, days };
    if (otherMonth === undefined) return { ...about, comparison: null };
    const [own, other] = [figuresOf(habit, days), figuresOf(habit, await daysOf(calls, habit, otherMonth))];
    const months = [
      { month, ...own },
      { month: otherMonth, ...other },
    ];
    return { ...about, comparison: { ...unitOf(habit, undefined), months, difference: minus(own, other) } };
  },
});

type Day = Omit<z.infer<typeof dayStateSchema>, "result"> & { result: DayResult };

async function daysOf(calls: Calls, habit: Habit, month: string): Promise<Day[]> {
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

function figuresOf(habit: Habit, days: readonly Day[]): Figures {
  const amounts = days.flatMap(({ value, unit }) => (value ? [convertUnit(value, unit, habit.unit)] : []));
  return {
    total: roundFigure(amounts.reduce((sum, amount) => sum + amount, 0)),
    recorded_days: amounts.length,
    successful_days: days.filter(({ result }) => isSuccess(result)).length,
    failed_days: days.filter(({ result }) => isFailure(result)).length,
  };
}

function minus(own: Figures, other: Figures): Figures {
  return {
    total: roundFigure(own.total - other.total),
    recorded_days: own.recorded_days - other.recorded_days,
    successful_days: own.successful_days - other.successful_days,
    failed_days: own.failed_days - other.failed_days,
  };
}
