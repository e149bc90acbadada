import { fromDayNumber, isDateFormat, toDayNumber } from "@daymark/domain/base/day";
import { dayOfWord, dayWords } from "@daymark/domain/base/day-word";
import { type Client, DaymarkError, type Schemas } from "../api/client.ts";
import { isAmount, readAmount } from "./amount.ts";
import { type Command, CommandError, readArguments } from "./command.ts";
import { amountText, columns, findHabit, type Habit } from "./habit.ts";
import { openSession } from "./session.ts";
import { findToday } from "./today.ts";

type LogItem = Schemas["LogItem"];

/** A day has no more. */
const itemsMax = 100;

export const log: Command = {
  summary: "adds to a day, or lists its entries: daymark log water 250ml --at 08:30",
  help: `daymark log <habit> [<amount>] [<day>] [--at <time>] [--json]

With an amount, adds an entry to the log of a day and raises the amount of that day. Without
one, lists the entries of the day. The habit must keep a log, which you turn on in its form.

  <habit>   its short name such as @water, its title, a part of it, or its id
  <amount>  as for "daymark done": 250ml, 1.5h, 20pages
  <day>     today (the default), yesterday, or a date such as 2026-11-28
  --at      the time in the time zone of this terminal, such as 08:30; by default now, or none if
            the day is not today
  --json    prints the entry, or the list, as the REST API returns it`,
  options: ["--at", "--json"],
  async run(terminal, args) {
    const { values, positionals } = readArguments("log", args, {
      options: { at: { type: "string" }, json: { type: "boolean" } },
      countMax: 4,
    });
    const [name, ...more] = positionals;
    if (!name) throw new CommandError("Say which habit: daymark log <habit> [<amount>] [<day>]", 2);
    const days = more.filter(isDay);
    if (days.length > 1) throw new CommandError(`Give one day, not ${days.join(" and ")}.`, 2);
    const amount = more.filter((text) => !isDay(text)).join("");
    if (amount !== "" && !isAmount(amount)) throw new CommandError(`“${amount}” is not an amount such as 250ml.`, 2);
    const client = openSession(terminal);
    const habit = await findHabit(client, name);
    const today = await findToday(client);
    const day = dayOfWord(days[0] ?? "today", () => today);
    if (amount === "") {
      const list = await listDay(client, habit, day);
      return terminal.print(values.json ? JSON.stringify(list, null, 2) : listText(list.results, habit, day));
    }
    const item = await addItem(client, habit, readAmount(amount, habit), timesOf(day, values.at, today));
    if (values.json) return terminal.print(JSON.stringify(item, null, 2));
    const { value, unit } = item.entry;
    terminal.print(`✓ ${habit.title}: ${amountText(value ?? 0, unit, habit.unit_label)} on ${item.day}`);
  },
};

function isDay(text: string): boolean {
  return dayWords.some((word) => word === text) || isDateFormat(text);
}

function listDay(client: Client, { id }: Habit, date: string) {
  return client.get("/api/habits/{id}/log/", { params: { path: { id }, query: { date, limit: itemsMax } } });
}

function listText(items: readonly LogItem[], habit: Habit, day: string): string {
  if (items.length === 0) return `${habit.title}: no entries on ${day}`;
  return columns(items.map(({ at, value, unit }) => [clockOf(at), amountText(value, unit, habit.unit_label)]));
}

/** The time by the clock of this terminal. */
function clockOf(at: string | null): string {
  if (at === null) return "--:--";
  return new Date(at).toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });
}

interface Time {
  at?: string;
  date?: string;
}

/** Adds an item at the first of the times that is on its day. */
async function addItem(client: Client, habit: Habit, amount: ReturnType<typeof readAmount>, [time, ...more]: Time[]) {
  try {
    return await client.post("/api/habits/{id}/log/", {
      params: { path: { id: habit.id } },
      body: { ...amount, ...time },
    });
  } catch (error) {
    const isOffDay =
      error instanceof DaymarkError && error.fieldErrors.at?.some(({ code }) => code === "at_not_on_day");
    if (!isOffDay || more.length === 0) throw error;
    return addItem(client, habit, amount, more);
  }
}

/** Days begin at 06:00 at the latest. */
const latestStart = "06:00";

/**
 * What a time on a day may mean. In the night it may be on the next date, if the day begins later; no application can read
 * when it begins, but the server refuses the wrong one.
 *
 * @throws CommandError for a wrong time
 */
function timesOf(day: string, time: string | undefined, today: string): Time[] {
  if (time === undefined) return [day === today ? { at: new Date().toISOString() } : { date: day }];
  if (!/^([01]\d|2[0-3]):[0-5]\d$/.test(time)) throw new CommandError(`“${time}” is not a time such as 08:30.`, 2);
  const dates = time < latestStart ? [day, fromDayNumber(toDayNumber(day) + 1)] : [day];
  // Without an offset, the time is in the time zone of the terminal (ECMA-262 21.4.1.32).
  return dates.map((date) => ({ date: day, at: new Date(`${date}T${time}`).toISOString() }));
}
