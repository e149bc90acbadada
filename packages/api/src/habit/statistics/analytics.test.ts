import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestApi, fieldsOf, habitInput, missingHabit, type TestApi } from "../../testing.ts";

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.drop());

const range = { from: "2026-11-01", to: "2026-11-30" };

/** A paying user with two habits since Monday, 16 November: the first done on Monday and Tuesday, the second on Monday. */
async function begin() {
  const user = await api.createUser({ plan: "paid" });
  const { id: first } = await user.caller.habit.create(habitInput);
  const { id: second } = await user.caller.habit.create({ ...habitInput, unit: "hours", target: 1 });
  await api.sql`update habits set created_on = '2026-11-16' where user_id = ${user.user.id}`;
  await user.caller.progress.set({ id: first, day: "2026-11-16", value: 10 });
  await user.caller.progress.set({ id: first, day: "2026-11-17", value: 20 });
  await user.caller.progress.set({ id: second, day: "2026-11-16", value: 90, unit: "minutes" });
  return { ...user, first, second };
}

describe("graph analytics", () => {
  test("have weeks that begin on the caller's first weekday", async () => {
    const { caller } = await begin();
    const weeksFrom = async (week_start?: number) => {
      const { results } = await caller.habit.analytics({ ...range, ...(week_start && { week_start }) });
      return results.map(({ weeks }) => weeks.map(({ week }) => week));
    };
    expect(await weeksFrom()).toEqual([["2026-11-16"], ["2026-11-16"]]);
    expect(await weeksFrom(7)).toEqual([["2026-11-15"], ["2026-11-15"]]);
    expect(await fieldsOf(weeksFrom(8))).toEqual({ week_start: expect.any(Array) });
  });

  test("compare the active habits in the dashboard's order", async () => {
    const { caller, first, second } = await begin();
    const { id: archived } = await caller.habit.create(habitInput);
    await caller.habit.update({ id: archived, archived: true });
    expect(await caller.habit.analytics(range)).toEqual({
      ...range,
      results: [
        {
          habit_id: first,
          successful_days: 2,
          counted_days: 5,
          success_rate: 0.4,
          weeks: [
            {
              week: "2026-11-16",
              successful_days: 2,
              counted_days: 5,
              success_rate: 0.4,
              strength: expect.any(Number),
            },
          ],
        },
        {
          habit_id: second,
          successful_days: 1,
          counted_days: 5,
          success_rate: 0.2,
          weeks: [
            {
              week: "2026-11-16",
              successful_days: 1,
              counted_days: 5,
              success_rate: 0.2,
              strength: expect.any(Number),
            },
          ],
        },
      ],
    });
    await caller.habit.setOrder({ type: "good", ids: [second, first] });
    const { results } = await caller.habit.analytics(range);
    expect(results.map(({ habit_id }) => habit_id)).toEqual([second, first]);
  });

  test("contain a habit's trend in its unit", async () => {
    const { caller, second } = await begin();
    const { unit, days } = await caller.habit.trend({ id: second, ...range });
    expect(unit).toBe("hours");
    expect(days[0]).toMatchObject({ day: "2026-11-16", succeeded: true, amount: 1.5, rate_7: 1, amount_7: 1.5 });
    expect(days[1]).toMatchObject({ day: "2026-11-17", succeeded: false, amount: 0, rate_7: 0.5, amount_30: 0.75 });
    expect(days.at(-1)).toMatchObject({ day: "2026-11-21", succeeded: null });
  });

  test("contain the correlation of two habits and its caveats", async () => {
    const { caller, first, second } = await begin();
    expect(await caller.habit.correlation({ id: first, other_id: second, ...range })).toEqual({
      habit_id: first,
      other_id: second,
      days: 5,
      both: 1,
      only_first: 1,
      only_second: 0,
      neither: 3,
      // (1 * 3 - 0) / sqrt(2 * 3 * 1 * 4)
      coefficient: 0.6124,
      caveats: ["few_days", "may_be_chance"],
    });
    const turned = await caller.habit.correlation({ id: second, other_id: first, ...range });
    expect(turned).toMatchObject({ habit_id: second, only_first: 0, only_second: 1, coefficient: 0.6124 });
  });

  test("need the paid plan, for any habit", async () => {
    const { first, second } = await begin();
    const { caller } = await api.createUser({ plan: "free" });
    const own = await caller.habit.create(habitInput);
    const refused = { key: "plan_limit_reached", values: { type: "analytics", plan: "free" } };
    await expect(caller.habit.analytics(range)).rejects.toMatchObject(refused);
    for (const id of [own.id, first]) {
      await expect(caller.habit.trend({ id, ...range })).rejects.toMatchObject(refused);
      await expect(caller.habit.correlation({ id, other_id: second, ...range })).rejects.toMatchObject(refused);
    }
  });

  test("of another user's habit look missing, as the first or the second habit", async () => {
    const { first } = await begin();
    const { caller, second: own } = await begin();
    await expect(caller.habit.trend({ id: first, ...range })).rejects.toMatchObject(missingHabit);
    for (const ids of [
      { id: own, other_id: first },
      { id: first, other_id: own },
    ]) {
      await expect(caller.habit.correlation({ ...ids, ...range })).rejects.toMatchObject(missingHabit);
    }
    expect((await caller.habit.analytics(range)).results.map(({ habit_id }) => habit_id)).not.toContain(first);
  });

  test("cover at most a leap year, and a correlation needs two different habits", async () => {
    const { caller, first } = await begin();
    const long = { from: "2025-01-01", to: "2026-12-31" };
    expect(await fieldsOf(caller.habit.analytics(long))).toEqual({ to: ["range_too_long"] });
    expect(await fieldsOf(caller.habit.trend({ id: first, from: range.to, to: range.from }))).toEqual({
      to: ["range_reversed"],
    });
    expect(await fieldsOf(caller.habit.correlation({ id: first, other_id: first, ...range }))).toEqual({
      other_id: ["invalid"],
    });
  });
});
