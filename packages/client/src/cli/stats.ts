import type { Schemas } from "../api/client.ts";
import { type Command, readArguments } from "./command.ts";
import { columns, findHabit, type Habit } from "./habit.ts";
import { openSession } from "./session.ts";

export const stats: Command = {
  summary: "shows streaks and success rates, of all habits or of one",
  help: `daymark stats [<habit>] [--json]

Shows the current and the longest streak, the share of successful days, and the strength of
each active habit.

  <habit>  its short name such as @run, its title, a part of it, or its id
  --json   prints the statistics as the REST API returns them`,
  options: ["--json"],
  async run(terminal, args) {
    const { values, positionals } = readArguments("stats", args, {
      options: { json: { type: "boolean" } },
      countMax: 1,
    });
    const client = openSession(terminal);
    const [name] = positionals;
    if (name !== undefined) {
      const habit = await findHabit(client, name);
      const answer = await client.get("/api/habits/{id}/statistics/", { params: { path: { id: habit.id } } });
      return terminal.print(values.json ? JSON.stringify(answer, null, 2) : tableOf([habit], [answer]));
    }
    const [{ results: habits }, answer] = await Promise.all([
      client.get("/api/habits/"),
      client.get("/api/habits/statistics/"),
    ]);
    if (values.json) return terminal.print(JSON.stringify(answer, null, 2));
    if (habits.length === 0) return terminal.print("You have no active habits.");
    terminal.print(tableOf(habits, answer.results));
  },
};

function tableOf(habits: readonly Habit[], statistics: readonly Schemas["Statistics"][]): string {
  const rows = habits.flatMap(({ id, title }) => {
    const own = statistics.find(({ habit_id }) => habit_id === id);
    if (!own) return [];
    const { current_streak, longest_streak, streak_unit, success_rate, strength, at_risk } = own;
    const streak = `${current_streak} ${current_streak === 1 ? streak_unit.slice(0, -1) : streak_unit}`;
    return [
      [
        title,
        at_risk ? `${streak}, at risk today` : streak,
        `${longest_streak}`,
        percent(success_rate),
        percent(strength),
      ],
    ];
  });
  return columns([["Habit", "Streak", "Longest", "Success", "Strength"], ...rows]);
}

/** @param share 0 to 1; null if there is none yet */
function percent(share: number | null): string {
  return share === null ? "–" : `${Math.round(share * 100)}%`;
}
