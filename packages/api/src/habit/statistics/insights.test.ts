import { createLimits } from "@daymark/auth/limits/rate-limit";
import { InsightCollector } from "@daymark/domain/insight/collect";
import { drawDays, historyOf, insightToday, randomNumbers } from "@daymark/domain/testing-insight";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestApi, habitInput, keyOf, type TestApi } from "../../testing.ts";
import { runInTurns } from "./history.ts";

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.drop());

/**
 * A paying user whose second habit was done on every day with the first and on few without, over 200 days until yesterday,
 * 2026-11-20.
 */
async function begin() {
  const user = await api.createUser({ plan: "paid" });
  const { id: first } = await user.caller.habit.create({ ...habitInput, title: "Read" });
  const { id: second } = await user.caller.habit.create({ ...habitInput, title: "Walk" });
  const random = randomNumbers(1);
  const chosen = drawDays(200, random, () => 0.5);
  const isFirst = (n: number) => n === 0 || chosen[n] === 1;
  const days = Array.from({ length: 200 }, (_, n) => n);
  const write = (id: number, numbers: number[]) => api.sql`
    insert into progress (user_id, habit_id, day, value, unit)
    select ${user.user.id}, ${id}, date '2026-05-05' + n, 10, 'minutes' from unnest(${numbers}::int[]) n`;
  await write(first, days.filter(isFirst));
  await write(
    second,
    days.filter((n) => isFirst(n) || n % 9 === 0),
  );
  return { ...user, first, second };
}

describe("insights", () => {
  test("tell which habits go together, from how many days, up to yesterday", async () => {
    const { caller, first, second } = await begin();
    const insights = await caller.habit.insights({});
    expect(insights).toMatchObject({
      from: "2026-05-05",
      to: "2026-11-20",
      habits: [
        { habit_id: first, event: "done", unit: "minutes", days: 200 },
        { habit_id: second, event: "done", unit: "minutes", days: 200 },
      ],
      forecasts: [],
      vacations: null,
    });
    expect(insights.relations[0]).toMatchObject({ habit_id: first, other_id: second, lag_days: 0, with: { share: 1 } });
  });

  test("leave out archived habits and the days that a vacation skips", async () => {
    const { caller, first, second } = await begin();
    await caller.habit.update({ id: second, archived: true });
    await caller.vacation.create({ from: "2026-10-01", to: "2026-10-10" });
    const { habits, relations } = await caller.habit.insights({});
    expect(habits.map(({ habit_id }) => habit_id)).toEqual([first]);
    expect(habits[0]?.days).toBeLessThan(200);
    expect(relations).toEqual([]);
  });

  test("forecast the present period of a goal", async () => {
    const { caller, first } = await begin();
    await caller.habit.update({
      id: first,
      schedule: { target_per: "month" },
      schedule_effective: "always",
      target: 400,
    });
    const { forecasts } = await caller.habit.insights({});
    expect(forecasts).toMatchObject([
      { habit_id: first, period: "month", to: "2026-11-30", measure: "amount", due: 400 },
    ]);
  });

  test("forecast the day on which a total will be reached", async () => {
    const { caller, first } = await begin();
    expect((await caller.habit.insights({})).totals).toEqual([]);
    await caller.habit.update({ id: first, end: { total: 5_000, from: "2026-05-05" } });
    const { totals } = await caller.habit.insights({});
    expect(totals).toMatchObject([{ habit_id: first, total: 5_000 }]);
    const [{ recorded, earliest_on, expected_on, latest_on }] = totals as [(typeof totals)[number]];
    expect(recorded).toBeLessThan(5_000);
    expect(["2026-11-20", earliest_on, expected_on, latest_on]).toEqual(
      ["2026-11-20", earliest_on, expected_on, latest_on].toSorted(),
    );
  });

  test("read ten years back, and no earlier days", async () => {
    const { caller, user, first } = await begin();
    await api.sql`
      insert into progress (user_id, habit_id, day, value, unit)
      values (${user.id}, ${first}, '2001-01-01', 10, 'minutes')`;
    expect(await caller.habit.insights({})).toMatchObject({ from: "2016-11-20", to: "2026-11-20" });
  });

  test("let other requests run between the steps of their computation", async () => {
    const collector = new InsightCollector(insightToday);
    const random = randomNumbers(2);
    for (let id = 1; id <= 5; id += 1)
      collector.add(
        historyOf(
          id,
          drawDays(200, random, () => 0.5),
        ),
      );
    let turns = 0;
    let isOver = false;
    const countTurns = () => {
      turns += 1;
      if (!isOver) setImmediate(countTurns);
    };
    setImmediate(countTurns);
    await runInTurns(collector.compute());
    isOver = true;
    // Each habit has a turn for its numbers, its pairs, its patterns and its changes.
    expect(turns).toBeGreaterThanOrEqual(4 * 5);
  });

  test("need the paid plan", async () => {
    const { caller } = await api.createUser({ plan: "free" });
    await caller.habit.create(habitInput);
    await expect(caller.habit.insights({})).rejects.toMatchObject({
      key: "plan_limit_reached",
      values: { type: "analytics", plan: "free" },
    });
  });

  test("are computed 120 times an hour for a user at most", async () => {
    const limited = await createTestApi({ limits: createLimits });
    try {
      const [user, other] = [await limited.createUser({ plan: "paid" }), await limited.createUser({ plan: "paid" })];
      for (let count = 0; count < 120; count += 1) await user.caller.habit.insights({});
      expect(await keyOf(user.caller.habit.insights({}))).toBe("too_many_requests");
      await other.caller.habit.insights({});
    } finally {
      await limited.drop();
    }
  });

  test("of another user are their own", async () => {
    await begin();
    const { caller, first, second } = await begin();
    const { habits } = await caller.habit.insights({});
    expect(habits.map(({ habit_id }) => habit_id)).toEqual([first, second]);
  });
});
