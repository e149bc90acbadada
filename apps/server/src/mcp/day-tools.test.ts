import { createTestApi, noon } from "@daymark/api/testing";
import { afterAll, expect, test } from "vitest";
import { listDay } from "./day-tools.ts";
import type { Calls } from "./tool.ts";

const api = await createTestApi();
afterAll(api.drop);

test("a day whose results depend on years is read without the notes of other days, some habits at a time", async () => {
  const { user, callerWith } = await api.createUser({ plan: "paid" });
  const today = new Date(noon).toISOString().slice(0, 10);
  await api.sql`
    insert into habits (user_id, title, type, unit, hue, position, created_on, schedule)
    select ${user.id}, 'Habit ' || n, 'good', 'minutes', 0, n, '2020-01-01',
      '{"times_in_days": {"times": 180, "days": 366}}'::jsonb
    from generate_series(1, 60) n`;
  await api.sql`
    insert into habit_targets (user_id, habit_id, from_day, target)
    select user_id, id, '2020-01-01', 10 from habits where user_id = ${user.id}`;
  await api.sql`
    insert into progress (user_id, habit_id, day, value, unit, note)
    select user_id, id, ${today}::text::date + n, 10, 'minutes', 'Day ' || n
    from habits, generate_series(-740, 740) n where user_id = ${user.id}`;
  const { db, statements } = await api.countStatements();
  const reader = { services: { longWorkDb: db }, user, client: { address: "192.0.2.1", userAgent: "" } };
  const calls: Calls = { api: callerWith({ db }), reader, today };
  const { open, habits } = (await listDay.run(calls, {})) as { open: number; habits: object[] };
  expect([open, habits.length]).toEqual([0, 60]);
  for (const habit of habits) expect(habit).toMatchObject({ result: "achieved", value: 10, note: "Day 0" });
  // The habits, their entries of the day, and three pages of twenty histories.
  expect(statements).toHaveLength(5);
  const [ofDay, ...others] = statements.filter((statement) => /\bp\.note\b/.test(statement));
  expect(others).toEqual([]);
  expect(ofDay).toContain("p.day between");
});
