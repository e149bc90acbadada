import { isDateFormat, toDayNumber } from "@daymark/domain/base/day";
import { dayOfWord, dayWords } from "@daymark/domain/base/day-word";
import { convertUnit } from "@daymark/domain/base/unit";
import { rulesOfHabit } from "@daymark/domain/rules/of-habit";
import { targetOn } from "@daymark/domain/rules/result";
import type { Client } from "../api/client.ts";
import { isAmount, readAmount } from "./amount.ts";
import { type Command, CommandError, readArguments } from "./command.ts";
import { amountText, type Entry, findHabit, type Habit } from "./habit.ts";
import { openSession } from "./session.ts";
import { findToday } from "./today.ts";

export const done: Command = {
  summary: "records a day of a habit: daymark done run 5km yesterday",
  help: `daymark done <habit> [<amount>] [<day>] [--json]

Records a day of a habit. An amount replaces the one recorded for the day. Without an amount, a
good habit gets its goal, unless the day has reached it, and a bad habit gets a day confirmed as
clean.
If the goal is for a whole week, month or quarter, give the amount.

  <habit>   its short name such as @run, its title, a part of it, or its id
  <amount>  a number in the habit's unit, or with a unit of its kind: 5, 5km, 3mi, 90min,
            1.5h, 250ml; or with the habit's own word: 20pages
  <day>     today (the default), yesterday, or a date such as 2026-11-28
  --json    prints the entry as the REST API returns it

  daymark done @run 5km
  daymark done "Read a book" 20 yesterday`,
  options: ["--json"],
  async run(terminal, args) {
    const { values, positionals } = readArguments("done", args, {
      options: { json: { type: "boolean" } },
      countMax: 4,
    });
    const { name, amount, day } = sortArguments(positionals);
    const client = openSession(terminal);
    const habit = await findHabit(client, name);
    const entry =
      amount === undefined
        ? await markDone(client, habit, day)
        : await set(client, habit, day, readAmount(amount, habit));
    if (values.json) return terminal.print(JSON.stringify(entry, null, 2));
    const recorded = entry.value === null ? "nothing" : amountText(entry.value, entry.unit, habit.unit_label);
    terminal.print(`✓ ${habit.title}: ${recorded} on ${entry.day}`);
  },
};

/** @throws CommandError */
function sortArguments([name, ...more]: string[]): { name: string; amount: string | undefined; day: string } {
  if (!name) throw new CommandError("Say which habit: daymark done <habit> [<amount>] [<day>]", 2);
  const isDay = (text: string) => dayWords.some((word) => word === text) || isDateFormat(text);
  const days = more.filter(isDay);
  // An amount may stand apart from its unit: `5 km`.
  const amount = more.filter((text) => !isDay(text)).join("") || undefined;
  if (days.length > 1) throw new CommandError(`Give one day, not ${days.join(" and ")}.`, 2);
  if (amount !== undefined && !isAmount(amount)) {
    throw new CommandError(
      `“${amount}” is neither an amount such as 5km nor a day such as yesterday or 2026-11-28.`,
      2,
    );
  }
  return { name, amount, day: days[0] ?? "today" };
}

type Change = { value: number; unit: Habit["unit"] } | { confirmed: true };

function set(client: Client, { id }: Habit, day: string, body: Change): Promise<Entry> {
  return client.put("/api/habits/{id}/progress/{day}/", { params: { path: { id, day } }, body });
}

/**
 * @throws CommandError if a bad habit has an amount on the day, which a confirmation would delete; if the goal is one of
 *   a whole period, which says nothing about a day
 */
async function markDone(client: Client, habit: Habit, word: string): Promise<Entry> {
  const period = habit.schedule?.target_per;
  if (habit.type === "good" && period) {
    throw new CommandError(`The goal of “${habit.title}” is for a whole ${period}, not for a day: give the amount.`);
  }
  const day = isDateFormat(word) ? word : await dateOfWord(client, word);
  const { results } = await client.get("/api/habits/{id}/progress/", {
    params: { path: { id: habit.id }, query: { from: day, to: day } },
  });
  const entry = results[0];
  const { value = null, unit = habit.unit } = entry ?? {};
  if (habit.type === "bad") {
    if (value !== null) {
      const recorded = amountText(value, unit, habit.unit_label);
      throw new CommandError(`“${habit.title}” already has ${recorded} on ${day}: nothing was changed.`);
    }
    return set(client, habit, day, { confirmed: true });
  }
  const target = targetOn(rulesOfHabit(habit).targets, toDayNumber(day));
  const isReached = value !== null && convertUnit(value, unit, habit.unit) >= target;
  return entry && isReached ? entry : set(client, habit, day, { value: target, unit: habit.unit });
}

async function dateOfWord(client: Client, word: string): Promise<string> {
  const date = await findToday(client);
  return dayOfWord(word, () => date);
}
