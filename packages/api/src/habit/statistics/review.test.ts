import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestApi, habitInput, type TestApi } from "../../testing.ts";

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.drop());

/** A paying user with a habit of pages that was done on each day of October 2025 and on five days of 2026; it is 2026-11-21. */
async function begin() {
  const user = await api.createUser({ plan: "paid" });
  const { id } = await user.caller.habit.create({
    ...habitInput,
    title: "Read",
    target: 1,
    unit: "repetitions",
    unit_label: "page, pages",
  });
  await api.sql`
    insert into progress (user_id, habit_id, day, value, unit)
    select ${user.user.id}::bigint, ${id}::bigint, day, 10, 'repetitions'
    from generate_series(date '2025-10-01', date '2025-10-31', '1 day') day
    union all
    select ${user.user.id}::bigint, ${id}::bigint, day, 20, 'repetitions'
    from generate_series(date '2026-01-01', date '2026-01-05', '1 day') day`;
  return { ...user, id };
}

describe("the review of a year", () => {
  test("is of the caller's present year so far, and of an earlier one on request", async () => {
    const { caller, id } = await begin();
    expect(await caller.habit.review({})).toMatchObject({
      ...{ year: 2026, from: "2026-01-01", to: "2026-11-21", first_year: 2025, active_days: 5, done_days: 5 },
      habits: [{ habit_id: id, unit: "repetitions", total: 100, longest_streak: { length: 5 } }],
    });
    expect(await caller.habit.review({ year: 2025 })).toMatchObject({
      ...{ from: "2025-01-01", to: "2025-12-31", active_days: 31, done_days: 31 },
      habits: [{ total: 310, longest_streak: { length: 31, from: "2025-10-01", to: "2025-10-31" } }],
    });
    expect(await caller.habit.review({ year: 2024 })).toMatchObject({ habits: [], first_year: 2025 });
  });

  test("agrees with the statistics of the habit", async () => {
    const { caller, id } = await begin();
    const [now, before] = [await caller.habit.review({}), await caller.habit.review({ year: 2025 })];
    const statistics = await caller.habit.statistics({ id });
    expect(now.done_days + before.done_days).toBe(statistics.successful_days);
    expect(now.due_days + before.due_days).toBe(statistics.counted_days);
    expect((now.habits[0]?.total ?? 0) + (before.habits[0]?.total ?? 0)).toBe(statistics.total);
    expect(before.longest_streak?.length).toBe(statistics.longest_streak);
  });

  test("counts the days of a vacation, and an archived habit up to its last record", async () => {
    const { caller, id } = await begin();
    await caller.vacation.create({ from: "2026-02-01", to: "2026-02-10" });
    expect(await caller.habit.review({})).toMatchObject({ vacation_days: 10 });
    await caller.habit.update({ id, archived: true });
    expect(await caller.habit.review({})).toMatchObject({
      ...{ done_days: 5, due_days: 5 },
      habits: [{ habit_id: id, archived: true }],
    });
  });

  test("of a year to come is refused beside its field", async () => {
    const { caller } = await begin();
    await expect(caller.habit.review({ year: 2027 })).rejects.toMatchObject({
      key: "validation_failed",
      fields: { year: [{ code: "too_big", values: { max: 2026 } }] },
    });
  });

  test("needs the paid plan", async () => {
    const { caller } = await api.createUser({ plan: "free" });
    await expect(caller.habit.review({})).rejects.toMatchObject({
      key: "plan_limit_reached",
      values: { type: "analytics", plan: "free" },
    });
  });

  test("of another user is their own", async () => {
    await begin();
    const { caller, id } = await begin();
    expect((await caller.habit.review({})).habits.map(({ habit_id }) => habit_id)).toEqual([id]);
  });

  test("lets other requests run between the habits", async () => {
    const { caller } = await begin();
    for (let n = 0; n < 5; n += 1) await caller.habit.create({ ...habitInput, title: `Habit ${n}` });
    let turns = 0;
    let isOver = false;
    const countTurns = () => {
      turns += 1;
      if (!isOver) setImmediate(countTurns);
    };
    setImmediate(countTurns);
    await caller.habit.review({});
    isOver = true;
    expect(turns).toBeGreaterThanOrEqual(6);
  });
});
