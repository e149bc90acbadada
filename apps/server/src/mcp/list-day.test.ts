import { createTestApi, noon } from "@daymark/api/testing";
import { afterAll, expect, test } from "vitest";
import { listDay } from "./list-day.ts";
import type { Calls } from "./tool.ts";

const api = await createTestApi();
afterAll(api.drop);

/** Sixty habits of which each result depends on a year, with an entry and a note on each of four years of days. */
async function createSixtyHabits(userId: number, today: string) {
  await api.sql`
    insert into habits (user_id, title, type, unit, hue, position, created_on, schedule, keeps_log)
    select ${userId}, 'Habit ' || n, 'good', 'minutes', 0, n, '2020-01-01',
      '{"times_in_days": {"times": 180, "days": 366}}'::jsonb, true
    from generate_series(1, 60) n`;
  await api.sql`
    insert into habit_targets (user_id, habit_id, from_day, target)
    select user_id, id, '2020-01-01', 10 from habits where user_id = ${userId}`;
  await api.sql`
    insert into progress (user_id, habit_id, day, value, unit, note)
    select user_id, id, ${today}::text::date + n, 10, 'minutes', 'Day ' || n
    from habits, generate_series(-740, 740) n where user_id = ${userId}`;
}

/** Calls the tool as a user with these habits, and counts its statements. */
async function countingListDay(input: { habit?: string }) {
  const { user, callerWith } = await api.createUser({ plan: "paid" });
  const today = new Date(noon).toISOString().slice(0, 10);
  await createSixtyHabits(user.id, today);
  const { db, statements } = await api.countStatements();
  const reader = { services: { longWorkDb: db }, user, client: { address: "192.0.2.1", userAgent: "" } };
  const calls: Calls = { api: callerWith({ db }), reader, today };
  const result = (await listDay.run(calls, input)) as { open: number; habits: object[]; entries: object[] | null };
  return { result, statements };
}

test("a day whose results depend on years is read without the notes of other days, some habits at a time", async () => {
  const { result, statements } = await countingListDay({});
  expect([result.open, result.habits.length, result.entries]).toEqual([0, 60, null]);
  for (const habit of result.habits) expect(habit).toMatchObject({ result: "achieved", value: 10, note: "Day 0" });
  // The habits, their entries of the day, and three pages of twenty histories.
  expect(statements).toHaveLength(5);
  const [ofDay, ...others] = statements.filter((statement) => /\bp\.note\b/.test(statement));
  expect(others).toEqual([]);
  expect(ofDay).toContain("p.day between");
});

test("a day of one habit is read without the entries, histories and logs of the others", async () => {
  const { result, statements } = await countingListDay({ habit: "Habit 7" });
  expect(result).toMatchObject({
    habits: [{ title: "Habit 7", result: "achieved", value: 10, note: "Day 0" }],
    entries: [],
  });
  // The habits, among which it is found; its entry of the day; its history; that it exists, and its log.
  expect(statements).toHaveLength(5);
  expect(statements[1]).toContain("h.id =");
  expect(statements[3]).toContain("from habits where user_id = $1 and id = $2");
  expect(statements[4]).toMatch(/from day_log\s+where user_id = \$1 and habit_id = \$2/);
});
