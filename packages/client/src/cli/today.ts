import { fromDayNumber, toDayNumber, todayIn } from "@daymark/domain/base/day";
import { supportedParts } from "@daymark/domain/base/range-parts";
import { dayEntryOf, rulesOfHabit } from "@daymark/domain/rules/of-habit";
import { type PeriodProgress, periodProgress } from "@daymark/domain/rules/period-of-day";
import { type DayResult, targetOn } from "@daymark/domain/rules/result";
import { dayResult } from "@daymark/domain/rules/walk";
import { rangeOfResults } from "@daymark/domain/schedule/history";
import { type Client, DaymarkError, type Schemas } from "../api/client.ts";
import { type Command, readArguments } from "./command.ts";
import { amountText, columns, type Entry } from "./habit.ts";
import { openSession } from "./session.ts";

export const today: Command = {
  summary: "lists today's habits, and shows which are still open",
  help: `daymark today [--json]

Lists your active habits: ✓ done, ○ still open, · nothing to do today, ✗ over its limit.
A habit with an end shows what is left until then.
Today follows the time zone of this terminal, and begins at the hour in your settings.

  --json   prints the day, the number of open habits, and each habit with its result, value,
           unit and target, its progress in the week, month or quarter, and what is left until
           its end`,
  options: ["--json"],
  async run(terminal, args) {
    const { values } = readArguments("today", args, { options: { json: { type: "boolean" } }, countMax: 0 });
    const state = await readDay(openSession(terminal));
    if (values.json) return terminal.print(JSON.stringify(state, null, 2));
    if (state.habits.length === 0) return terminal.print("You have no active habits.");
    const rows = state.habits.map((habit) => [
      signs[habit.result],
      habit.title,
      [progressText(habit), remainingText(habit)].filter(Boolean).join(", "),
    ]);
    terminal.print(columns(rows));
    terminal.print(`\n${state.day}: ${state.open === 0 ? "nothing is open" : `${state.open} open`}`);
  },
};

const signs: Record<DayResult, string> = {
  achieved: "✓",
  covered: "·",
  not_exceeded: "✓",
  awaiting: "○",
  not_achieved: "○",
  exceeded: "✗",
  rest: "·",
  skipped: "·",
  none: "·",
  upcoming: "·",
};

interface Progress {
  type: "good" | "bad";
  value: number | null;
  unit: Entry["unit"];
  target: number;
  /** In the habit's unit, which may differ from the unit of the day. */
  habit_unit: Entry["unit"];
  /** The habit's own word for repetitions. */
  unit_label: string | null;
  period: PeriodProgress | null;
}

/** What is done of a target of the day or of a period, such as `1 of 1 hour, 2 of 3 days this week`. */
function progressText({ type, value, unit, target, habit_unit, unit_label, period }: Progress): string {
  const of = type === "good" ? "of" : "of at most";
  if (period?.of === "amount")
    return `${period.done} ${of} ${amountText(period.goal, habit_unit, unit_label)} this ${period.period}`;
  const day = `${value ?? 0} ${of} ${amountText(target, unit, unit_label)}`;
  if (!period) return day;
  return `${day}, ${period.done} of ${period.goal} ${period.goal === 1 ? "day" : "days"} this ${period.period}`;
}

interface Ending {
  end: Schemas["Habit"]["end"];
  remaining: Schemas["Statistics"]["remaining"];
  habit_unit: Entry["unit"];
  unit_label: string | null;
}

/** What is left until the end of a habit, such as `3 days left` or `8 of 12 books left`; null if there is nothing to say. */
function remainingText({ end, remaining, habit_unit, unit_label }: Ending): string | null {
  if (!remaining) return null;
  const { days, amount } = remaining;
  // The last day has passed.
  if (days === 0 || amount === 0) return "finished";
  if (days !== null) return days === 1 ? "last day" : `${days} days left`;
  return `${amount} of ${amountText(end?.total ?? 0, habit_unit, unit_label)} left`;
}

/** Today's state of all active habits. A value is in the unit in which it was recorded. */
async function readDay(client: Client) {
  const day = await findToday(client);
  const number = toDayNumber(day);
  const { results: habits } = await client.get("/api/habits/");
  const entries = await listEntries(
    client,
    rangeOfResults(habits.map(rulesOfHabit), { from: number, to: number }, number),
  );
  const remaining = await listRemaining(client, habits);
  const states = habits.map((habit) => {
    const own = entries.filter(({ habit_id }) => habit_id === habit.id);
    const entry = own.find((each) => each.day === day);
    const byDay = new Map(own.map((each) => [toDayNumber(each.day), dayEntryOf(each)]));
    const rules = rulesOfHabit(habit);
    return {
      ...{ habit_id: habit.id, title: habit.title, short_name: habit.short_name, type: habit.type },
      time_of_day: habit.time_of_day,
      result: dayResult(rules, number, (other) => byDay.get(other), number),
      period: periodProgress(rules, number, (other) => byDay.get(other), number),
      ...{ end: habit.end, remaining: remaining.get(habit.id) ?? null },
      ...{ habit_unit: habit.unit, unit_label: habit.unit_label },
      ...{ value: entry?.value ?? null, unit: entry?.unit ?? habit.unit, target: targetOn(rules.targets, number) },
    };
  });
  return { day, open: states.filter(({ result }) => result === "awaiting").length, habits: states };
}

/** What is left until the end of each habit that has one. Without such habits, the server is not asked. */
async function listRemaining(client: Client, habits: readonly Schemas["Habit"][]) {
  if (habits.every(({ end }) => end === null)) return new Map<number, Ending["remaining"]>();
  const { results } = await client.get("/api/habits/statistics/");
  return new Map(results.map(({ habit_id, remaining }) => [habit_id, remaining]));
}

/**
 * The entries of all habits. A goal of a week, month or quarter needs all of its days, one of n days in any m up to years.
 *
 * @param range day numbers, both ends included
 */
async function listEntries(client: Client, range: { from: number; to: number }): Promise<Entry[]> {
  const entries: Entry[] = [];
  for (const query of supportedParts(range)) {
    entries.push(...(await client.get("/api/progress/", { params: { query } })).results);
  }
  return entries;
}

/**
 * The date of the user's today: the date of the calendar, or the day before until the new day has begun by the settings.
 * No application can read these settings, so the command asks the server: a range from `today` to the day before is reversed only
 * after that hour.
 */
export async function findToday(client: Client): Promise<string> {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const calendar = todayIn(Date.now(), timeZone);
  const before = fromDayNumber(toDayNumber(calendar) - 1);
  try {
    await client.get("/api/progress/", { params: { query: { from: "today", to: before } } });
    return before;
  } catch (error) {
    const isReversed =
      error instanceof DaymarkError && error.fieldErrors.to?.some(({ code }) => code === "range_reversed");
    if (isReversed) return calendar;
    throw error;
  }
}
