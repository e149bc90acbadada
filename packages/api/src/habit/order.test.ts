import { habitsOfTypeMax } from "@daymark/domain/base/bounds";
import type { HabitType } from "@daymark/domain/tracking/habit";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestApi, habitInput, type TestApi, type TestUser } from "../testing.ts";

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi({ max: 30 });
});
afterAll(() => api.drop());

const incomplete = { key: "validation_failed", fields: { ids: [{ code: "order_incomplete" }] } };

async function create({ caller }: TestUser, count: number, type: HabitType = "good") {
  const ids: number[] = [];
  for (let index = 0; index < count; index++) ids.push((await caller.habit.create({ ...habitInput, type })).id);
  return ids as [number, number, number];
}

async function order({ caller }: TestUser, type: HabitType = "good") {
  const { results } = await caller.habit.list({ type });
  expect(results.map((habit) => habit.position)).toEqual(results.map((_, index) => index));
  return results.map((habit) => habit.id);
}

describe("the order of habits", () => {
  test("can be set for all habits that an installation without plans allows", async () => {
    const open = await createTestApi({ installation: { plans: "off" } });
    const user = await open.createUser();
    await open.sql`
      insert into habits (user_id, title, type, unit, hue, position, created_on)
      select ${user.user.id}, 'Habit ' || n, 'good', 'minutes', 0, n, '2026-01-01'
      from generate_series(1, ${habitsOfTypeMax}::int) n`;
    await open.sql`
      insert into habit_targets (user_id, habit_id, from_day, target) select user_id, id, '2026-01-01', 1 from habits`;
    const ids = (await order(user)).toReversed();
    await user.caller.habit.setOrder({ type: "good", ids });
    expect(await order(user)).toEqual(ids);
    await open.drop();
  });

  test("is stored as set, and the other type's order does not change", async () => {
    const user = await api.createUser();
    const [a, b, c] = await create(user, 3);
    const bad = await create(user, 2, "bad");
    const { results, next } = await user.caller.habit.setOrder({ type: "good", ids: [c, a, b] });
    expect(results.map(({ id, position }) => [id, position])).toEqual([
      [c, 0],
      [a, 1],
      [b, 2],
    ]);
    expect(next).toBeNull();
    expect(await order(user)).toEqual([c, a, b]);
    expect(await order(user, "bad")).toEqual(bad);
  });

  test("is refused unless it names each active habit of the type exactly once", async () => {
    const user = await api.createUser();
    const [a, b, c] = await create(user, 3);
    const [bad] = await create(user, 1, "bad");
    const [foreign] = await create(await api.createUser(), 1);
    for (const ids of [
      [],
      [a, b],
      [a, b, b],
      [a, b, c, c],
      [a, b, bad],
      [a, b, c, bad],
      [a, b, foreign],
      [a, b, 2 ** 53 - 1],
    ]) {
      await expect(user.caller.habit.setOrder({ type: "good", ids }), ids.join()).rejects.toMatchObject(incomplete);
    }
    await user.caller.habit.update({ id: b, archived: true });
    await expect(user.caller.habit.setOrder({ type: "good", ids: [c, b, a] })).rejects.toMatchObject(incomplete);
    await user.caller.habit.setOrder({ type: "good", ids: [c, a] });
    expect(await order(user)).toEqual([c, a]);
  });

  test("can be set to an empty list", async () => {
    const user = await api.createUser();
    expect(await user.caller.habit.setOrder({ type: "bad", ids: [] })).toEqual({ results: [], next: null });
  });

  test("stays correct at its ends after habits are archived, restored and created", async () => {
    const user = await api.createUser({ plan: "paid" });
    const [a, b, c] = await create(user, 3);
    await user.caller.habit.setOrder({ type: "good", ids: [c, b, a] });
    await user.caller.habit.delete({ id: b });
    const [d] = await create(user, 1);
    await user.caller.habit.restore({ id: b });
    expect(await order(user)).toEqual([c, b, a, d]);
    await user.caller.habit.update({ id: c, archived: true });
    await user.caller.habit.update({ id: c, archived: false });
    expect(await order(user)).toEqual([b, a, d, c]);
  });

  test("stays gapless while habits are ordered, created, deleted and restored in parallel", async () => {
    const user = await api.createUser({ plan: "paid" });
    const ids = await create(user, 5);
    const [first] = ids;
    const outcomes = await Promise.allSettled(
      Array.from({ length: 10 }, (_, index) => [
        user.caller.habit.setOrder({ type: "good", ids: index % 2 ? ids : ids.toReversed() }),
        user.caller.habit.create(habitInput),
        user.caller.habit.update({ id: first, archived: index % 2 === 0 }),
        user.caller.habit.delete({ id: ids[1] }),
        user.caller.habit.restore({ id: ids[1] }),
      ]).flat(),
    );
    for (const outcome of outcomes) {
      if (outcome.status === "rejected") {
        expect(["validation_failed", "habit_not_found"]).toContain(outcome.reason.key);
      }
    }
    await user.caller.habit.restore({ id: ids[1] });
    const now = await order(user);
    expect(new Set(now).size).toBe(now.length);
    await user.caller.habit.setOrder({ type: "good", ids: now.toReversed() });
    expect(await order(user)).toEqual(now.toReversed());
  });
});
