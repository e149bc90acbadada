import { nextTurn, readHistoriesOfDays } from "@daymark/api/habit/statistics/history";
import { listStatistics } from "@daymark/api/habit/statistics/statistics";
import { toDayNumber } from "@daymark/domain/base/day";
import { answeredDaySchema } from "@daymark/domain/base/day-input";
import { periods } from "@daymark/domain/base/period";
import { type LogItem, logItemSchema } from "@daymark/domain/day-log/day-log";
import { logItemsOfDayMax } from "@daymark/domain/day-log/follow-day";
import { type Remaining, remainingSchema } from "@daymark/domain/rules/end";
import { rulesOfHabit } from "@daymark/domain/rules/of-habit";
import { type PeriodProgress, periodProgress } from "@daymark/domain/rules/period-of-day";
import { type DayResult, targetOn } from "@daymark/domain/rules/result";
import { dayResult } from "@daymark/domain/rules/walk";
import { type Habit, habitSchema } from "@daymark/domain/tracking/habit";
import type { Entry } from "@daymark/domain/tracking/progress";
import * as z from "zod/mini";
import { dayStateSchema, unitOf } from "./day-state.ts";
import { dayInput, findHabit, habitNameSchema } from "./habit-of.ts";
import { type Calls, defineTool } from "./tool.ts";

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

/** The log of the day, of a habit that the caller names. */
const logSchema = z.nullable(z.array(logItemSchema)).check(
  z.meta({
    description:
      "The log of the day if `habit` names a habit that keeps one: each entry with its time (null if it is not known). The entries add up to the value of the day. Null without `habit`, and for a habit without a log.",
  }),
);

export const listDay = defineTool({
  name: "list_day",
  title: "A day of all habits, or of one",
  description:
    "Lists all active habits with their state on a day: `awaiting` habits are still open; on `rest`, `covered` and `skipped` days nothing is due. Call it first to see what is open today. With `habit` it lists only this one, also an archived one, and the log of its day (`entries`): call it so to see at which times something was done.",
  effect: "read",
  input: z.strictObject({ day: dayInput, habit: z.optional(habitNameSchema) }),
  output: z.object({
    day: answeredDaySchema,
    open: z.int().check(z.meta({ description: "How many of the listed habits are `awaiting`." })),
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
    entries: logSchema,
  }),
  async run(calls, { habit: name, day = calls.today }) {
    const named = name === undefined ? null : await findHabit(calls, name);
    const habits = named ? [named] : (await calls.api.habit.list({})).results;
    const recorded = await recordedOnDay(calls, named, day);
    const remaining = await listRemaining(calls, habits);
    const results = await resultsOfDay(calls, habits, toDayNumber(day));
    const states = habits.map((habit) => {
      const entry = recorded.get(habit.id);
      return {
        ...{ habit_id: habit.id, title: habit.title, type: habit.type, day },
        time_of_day: habit.time_of_day,
        ...(results.get(habit.id) ?? { result: "none", period: null }),
        remaining: remaining.get(habit.id) ?? null,
        ...{ value: entry?.value ?? null, ...unitOf(habit, entry) },
        ...{ target: targetOn(rulesOfHabit(habit).targets, toDayNumber(day)), note: entry?.note ?? null },
      };
    });
    const open = states.filter(({ result }) => result === "awaiting").length;
    return { day, open, habits: states, entries: await logOfDay(calls, named, day) };
  },
});

/** What was recorded on a day, with notes, by habit: of all active ones, or of the one that the caller named. */
async function recordedOnDay({ api }: Calls, named: Habit | null, day: string): Promise<Map<number, Entry>> {
  const range = { from: day, to: day };
  const { results } = named
    ? await api.progress.listOfHabit({ id: named.id, ...range })
    : await api.progress.list(range);
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

/** All entries of the log of a day; null for a habit that keeps none, whose former entries no longer follow the day. */
async function logOfDay({ api }: Calls, habit: Habit | null, day: string): Promise<LogItem[] | null> {
  if (!habit?.keeps_log) return null;
  const { results } = await api.dayLog.list({ id: habit.id, date: day, limit: logItemsOfDayMax });
  return results;
}
