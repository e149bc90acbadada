import { fromDayNumber, toDayNumber, todayIn } from "@daymark/domain/base/day";
import { mondayOf } from "@daymark/domain/base/week";
import { dayEntryOf, rulesOfHabit } from "@daymark/domain/rules/of-habit";
import { type DayResult, dayResult, targetOn } from "@daymark/domain/rules/result";
import { type Client, DaymarkError } from "../api/client.ts";
import { type Command, readArguments } from "./command.ts";
import { amountText, columns } from "./habit.ts";
import { openSession } from "./session.ts";

export const today: Command = {
  summary: "lists the habits of today, and what is still open",
  help: `daymark today [--json]

Lists your active habits: ✓ done, ○ still open, · nothing to do today, ✗ above its limit.
Today is that of the time zone of this terminal, and begins at the hour that your settings name.

  --json   prints the day, the number of open habits, and each habit with its result, value,
           unit and target`,
  options: ["--json"],
  async run(terminal, args) {
    const { values } = readArguments("today", args, { options: { json: { type: "boolean" } }, countMax: 0 });
    const state = await readDay(openSession(terminal));
    if (values.json) return terminal.print(JSON.stringify(state, null, 2));
    if (state.habits.length === 0) return terminal.print("You have no active habits.");
    const rows = state.habits.map(({ result, title, value, unit, target, type }) => [
      signs[result],
      title,
      `${value ?? 0} ${type === "good" ? "of" : "of at most"} ${amountText(target, unit)}`,
    ]);
    terminal.print(columns(rows));
    terminal.print(`\n${state.day}: ${state.open === 0 ? "nothing is open" : `${state.open} open`}`);
  },
};

const signs: Record<DayResult, string> = {
  achieved: "✓",
  not_exceeded: "✓",
  awaiting: "○",
  not_achieved: "○",
  exceeded: "✗",
  rest: "·",
  skipped: "·",
  none: "·",
  upcoming: "·",
};

/** Today's state of all active habits. A value is in the unit in which it was recorded. */
async function readDay(client: Client) {
  const day = await findToday(client);
  const number = toDayNumber(day);
  const monday = mondayOf(number);
  // A weekly goal depends on its whole week.
  const query = { from: fromDayNumber(monday), to: fromDayNumber(monday + 6) };
  const [{ results: habits }, { results: entries }] = await Promise.all([
    client.get("/api/habits/"),
    client.get("/api/progress/", { params: { query } }),
  ]);
  const states = habits.map((habit) => {
    const own = entries.filter(({ habit_id }) => habit_id === habit.id);
    const entry = own.find((each) => each.day === day);
    const byDay = new Map(own.map((each) => [toDayNumber(each.day), dayEntryOf(each)]));
    const rules = rulesOfHabit(habit);
    return {
      ...{ habit_id: habit.id, title: habit.title, short_name: habit.short_name, type: habit.type },
      result: dayResult(rules, number, (other) => byDay.get(other), number),
      ...{ value: entry?.value ?? null, unit: entry?.unit ?? habit.unit, target: targetOn(rules.targets, number) },
    };
  });
  return { day, open: states.filter(({ result }) => result === "awaiting").length, habits: states };
}

/**
 * The date of the person's today. It is that of the calendar, or the day before as long as the new day has not begun by
 * the settings, which no application can read. The server tells: a range from `today` to the day before is reversed only
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
