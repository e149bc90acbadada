import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestApi, habitInput, missingHabit, type TestApi, type TestUser } from "../testing.ts";

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.drop());

const day = "2026-11-20";

/** Every operation on one habit, including its days. */
function operations({ habit, progress }: Pick<TestUser["caller"], "habit" | "progress">, id: number) {
  return {
    get: () => habit.get({ id }),
    update: () => habit.update({ id, title: "Taken" }),
    "update with nothing": () => habit.update({ id }),
    "update target": () => habit.update({ id, target: 1, target_effective: "always" }),
    archive: () => habit.update({ id, archived: true }),
    statistics: () => habit.statistics({ id }),
    "list progress": () => progress.listOfHabit({ id, from: day, to: day }),
    "set value": () => progress.set({ id, day, value: 1 }),
    "set skip": () => progress.set({ id, day, skipped: true }),
    "set note": () => progress.set({ id, day, note: "Taken" }),
    "lift skip": () => progress.set({ id, day, skipped: false }),
    "drop note": () => progress.set({ id, day, note: null }),
    add: () => progress.increment({ id, day, by: 1 }),
    subtract: () => progress.increment({ id, day, by: -1 }),
    "delete progress": () => progress.delete({ id, day }),
    restore: () => habit.restore({ id }),
    delete: () => habit.delete({ id }),
  };
}

describe("another user's habit", () => {
  test("looks missing to every operation, and does not change", async () => {
    const owner = await api.createUser();
    const other = await api.createUser();
    await other.caller.habit.create(habitInput);
    const { id } = await owner.caller.habit.create(habitInput);
    await owner.caller.progress.set({ id, day, value: 5, note: "mine" });
    const snapshot = async () => ({
      habits: await owner.caller.habit.list({}),
      progress: await owner.caller.progress.list({ from: day, to: day }),
      rows: await api.sql`select * from progress order by user_id, habit_id, day`,
      targets: await api.sql`select * from habit_targets order by user_id, habit_id, from_day`,
    });
    const before = await snapshot();
    const foreign = operations(other.caller, id);
    const missing = operations(other.caller, Number.MAX_SAFE_INTEGER);
    for (const name of Object.keys(foreign) as (keyof typeof foreign)[]) {
      const [toForeign, toMissing] = await Promise.allSettled([foreign[name](), missing[name]()]);
      expect(toForeign, name).toMatchObject({ status: "rejected", reason: missingHabit });
      expect(toMissing, name).toEqual(toForeign);
    }
    expect(await snapshot()).toEqual(before);
  });

  test("that was deleted cannot be restored", async () => {
    const owner = await api.createUser();
    const other = await api.createUser();
    const habit = await owner.caller.habit.create(habitInput);
    await owner.caller.habit.delete({ id: habit.id });
    await expect(other.caller.habit.restore({ id: habit.id })).rejects.toMatchObject(missingHabit);
    await expect(owner.caller.habit.get({ id: habit.id })).rejects.toMatchObject(missingHabit);
    expect(await owner.caller.habit.restore({ id: habit.id })).toEqual(habit);
  });

  test("is in no list", async () => {
    const owner = await api.createUser();
    const other = await api.createUser();
    const { id } = await owner.caller.habit.create(habitInput);
    await owner.caller.progress.set({ id, day, value: 5 });
    const { habit, progress } = other.caller;
    expect((await habit.list({})).results).toEqual([]);
    expect((await habit.statisticsList({})).results).toEqual([]);
    expect((await progress.list({ from: day, to: day })).results).toEqual([]);
    await expect(habit.setOrder({ type: "good", ids: [id] })).rejects.toMatchObject({ key: "validation_failed" });
  });
});

test("a guest cannot call any operation on habits or progress", async () => {
  const { habit, progress } = api.guest;
  for (const call of [
    ...Object.values(operations({ habit, progress }, 1)),
    () => habit.list({}),
    () => habit.create(habitInput),
    () => habit.setOrder({ type: "good", ids: [] }),
    () => habit.statisticsList({}),
    () => progress.list({ from: day, to: day }),
  ]) {
    await expect(call(), call.toString()).rejects.toMatchObject({ code: "UNAUTHORIZED", key: "not_authenticated" });
  }
});

test("an impossible id is reported as missing or invalid, and never causes a failure", async () => {
  const { caller } = await api.createUser();
  for (const [name, call] of Object.entries(operations(caller, 2 ** 31))) {
    await expect(call(), name).rejects.toMatchObject(missingHabit);
  }
  for (const id of [0, -1, 1.5, 2 ** 53, Number.NaN, Number.POSITIVE_INFINITY]) {
    for (const [name, call] of Object.entries(operations(caller, id))) {
      await expect(call(), `${name} ${id}`).rejects.toMatchObject({ code: "BAD_REQUEST" });
    }
  }
});

test("unusual text is refused or returned unchanged", async () => {
  const { caller } = await api.createUser({ plan: "paid" });
  for (const title of ["", "  ", "\u0000", "\ud800", "x".repeat(81)]) {
    await expect(caller.habit.create({ ...habitInput, title })).rejects.toMatchObject({ code: "BAD_REQUEST" });
  }
  for (const title of [
    "'; drop table habits; --",
    "🧘🏽‍♀️ Йога",
    "__proto__",
    "{1,2}",
    "\\x00",
    "%s%n",
    "x".repeat(80),
  ]) {
    const { id } = await caller.habit.create({ ...habitInput, title, description: title });
    expect(await caller.habit.get({ id })).toMatchObject({ title, description: title });
    expect(await caller.progress.set({ id, day, note: title })).toMatchObject({ note: title });
  }
});
