import { trashHabitsMax, trashSeconds } from "@daymark/domain/tracking/trash";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestApi, habitInput, missingHabit, type TestApi, type TestUser } from "../testing.ts";

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.drop());

const day = "2026-11-20";
const month = { from: "2026-11-01", to: "2026-11-30" };
const limitReached = { code: "FORBIDDEN", key: "plan_limit_reached" };
const minute = 60;

/** Creates a habit that was deleted this many seconds ago. */
async function createDeleted({ user, caller }: TestUser, seconds: number, changes: { title?: string } = {}) {
  const habit = await caller.habit.create({ ...habitInput, ...changes });
  await caller.progress.set({ id: habit.id, day, value: 5, note: "kept" });
  await caller.habit.delete({ id: habit.id });
  await letPass(user.id, habit.id, seconds);
  return habit;
}

function letPass(userId: number, id: number, seconds: number) {
  return api.sql`
    update habits set deleted_at = now() - make_interval(secs => ${seconds})
    where user_id = ${userId} and id = ${id}`;
}

async function trashOf({ caller }: TestUser) {
  return (await caller.habit.trash.list({})).results.map(({ title }) => title);
}

describe("a habit in the trash", () => {
  test("tells what it was and when it goes, the one deleted last first", async () => {
    const user = await api.createUser({ plan: "paid" });
    const old = await createDeleted(user, 3600, { title: "Old" });
    await createDeleted(user, 60, { title: "New" });
    const { results, next } = await user.caller.habit.trash.list({});
    expect(next).toBeNull();
    expect(results.map(({ title }) => title)).toEqual(["New", "Old"]);
    const trashed = results[1];
    expect(trashed).toEqual({
      ...{ id: old.id, title: "Old", emoji: null, type: "good", hue: habitInput.hue, archived: false },
      recorded_days: 1,
      deleted_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      expires_at: expect.any(String),
    });
    const kept = Date.parse(trashed?.expires_at ?? "") - Date.parse(trashed?.deleted_at ?? "");
    expect(kept).toBe(trashSeconds * 1000);
  });

  test("looks missing to every other operation", async () => {
    const user = await api.createUser({ plan: "paid" });
    const { habit, progress, reminder } = user.caller;
    const other = await habit.create({ ...habitInput, title: "Other" });
    const { id } = await habit.create(habitInput);
    const { id: reminderId } = await reminder.create({ habit_id: id, time: "09:00" });
    await progress.set({ id, day, value: 5 });
    await habit.delete({ id });
    await letPass(user.user.id, id, 3600);
    const calls = {
      get: () => habit.get({ id }),
      update: () => habit.update({ id, title: "x" }),
      archive: () => habit.update({ id, archived: true }),
      delete: () => habit.delete({ id }),
      statistics: () => habit.statistics({ id }),
      analysis: () => habit.analysis({ id }),
      streak: () => habit.streak({ id }),
      trend: () => habit.trend({ id, ...month }),
      correlation: () => habit.correlation({ id: other.id, other_id: id, ...month }),
      "list progress": () => progress.listOfHabit({ id, ...month }),
      "set value": () => progress.set({ id, day, value: 1 }),
      "set note": () => progress.set({ id, day, note: "x" }),
      "set many": () => progress.setMany({ entries: [{ habit_id: id, day, value: 1 }] }),
      confirm: () => progress.confirm({ id, from: day, to: day }),
      increment: () => progress.increment({ id, day, by: 1 }),
      "delete progress": () => progress.delete({ id, day }),
      "create reminder": () => reminder.create({ habit_id: id, time: "10:00" }),
    };
    for (const [name, call] of Object.entries(calls)) await expect(call(), name).rejects.toMatchObject(missingHabit);
    const missingReminder = { key: "reminder_not_found" };
    await expect(reminder.update({ id: reminderId, time: "10:00" })).rejects.toMatchObject(missingReminder);
    await expect(reminder.delete({ id: reminderId })).rejects.toMatchObject(missingReminder);
    const ids = [other.id];
    expect((await habit.list({})).results.map((each) => each.id)).toEqual(ids);
    expect((await habit.statisticsList({})).results.map((each) => each.habit_id)).toEqual(ids);
    expect((await habit.analytics(month)).results.map((each) => each.habit_id)).toEqual(ids);
    expect((await habit.insights({})).habits.map((each) => each.habit_id)).toEqual(ids);
    expect((await habit.review({})).habits.map((each) => each.habit_id)).toEqual(ids);
    expect((await progress.list(month)).results).toEqual([]);
    expect((await reminder.list({})).results).toEqual([]);
  });

  test("comes back with its days until 30 days have passed, and not a moment later", async () => {
    const user = await api.createUser();
    const habit = await createDeleted(user, trashSeconds - minute);
    expect(await trashOf(user)).toEqual([habit.title]);
    expect(await user.caller.habit.restore({ id: habit.id })).toEqual({ ...habit, first_day: day });
    expect((await user.caller.progress.listOfHabit({ id: habit.id, ...month })).results).toMatchObject([
      { day, value: 5, note: "kept" },
    ]);
    await user.caller.habit.delete({ id: habit.id });
    await letPass(user.user.id, habit.id, trashSeconds);
    expect(await trashOf(user)).toEqual([]);
    await expect(user.caller.habit.restore({ id: habit.id })).rejects.toMatchObject(missingHabit);
    await expect(user.caller.habit.trash.delete({ id: habit.id })).rejects.toMatchObject(missingHabit);
  });

  test("does not keep its title from a new habit", async () => {
    const user = await api.createUser();
    const { title, id } = await createDeleted(user, 3600);
    await user.caller.habit.create(habitInput);
    await user.caller.habit.restore({ id });
    expect((await user.caller.habit.list({})).results.map((habit) => habit.title)).toEqual([title, title]);
  });
});

describe("a plan", () => {
  test("that is full refuses a habit of the trash, which stays there until there is room", async () => {
    const user = await api.createUser();
    const { id } = await createDeleted(user, 3600);
    const others = [];
    for (let index = 0; index < 3; index++) others.push((await user.caller.habit.create(habitInput)).id);
    const restore = () => user.caller.habit.restore({ id });
    await expect(restore()).rejects.toMatchObject({
      ...limitReached,
      values: { type: "good", plan: "free", until: "trash" },
      retryAfterSeconds: undefined,
    });
    expect(await trashOf(user)).toHaveLength(1);
    // The other one counts for a moment, and the error says for how long.
    const other = others[0] ?? 0;
    await user.caller.habit.delete({ id: other });
    await expect(restore()).rejects.toMatchObject({ ...limitReached, values: { until: "restorable" } });
    await letPass(user.user.id, other, 36);
    expect(await restore()).toMatchObject({ id });
    // It is restored already, and the call is idempotent.
    expect(await restore()).toMatchObject({ id });
  });

  test("holds while several habits are restored at once", async () => {
    const user = await api.createUser();
    const ids: number[] = [];
    for (let index = 0; index < 6; index++) ids.push((await createDeleted(user, 3600)).id);
    const outcomes = await Promise.allSettled(ids.map((id) => user.caller.habit.restore({ id })));
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
    for (const outcome of outcomes)
      if (outcome.status === "rejected") expect(outcome.reason).toMatchObject(limitReached);
    expect((await user.caller.habit.list({})).results).toHaveLength(3);
    expect(await trashOf(user)).toHaveLength(3);
  });
});

describe("what is deleted for good", () => {
  test("goes with its days, one habit or all of them, and makes room at once", async () => {
    const user = await api.createUser();
    const kept = await user.caller.habit.create(habitInput);
    await user.caller.progress.set({ id: kept.id, day, value: 1 });
    const ids: number[] = [];
    for (const title of ["A", "B"]) {
      const { id } = await user.caller.habit.create({ ...habitInput, title });
      await user.caller.progress.set({ id, day, value: 1 });
      await user.caller.habit.delete({ id });
      ids.push(id);
    }
    const id = ids[0] ?? 0;
    expect(await user.caller.habit.trash.delete({ id })).toEqual({ detail: "habit_deleted_for_good" });
    await expect(user.caller.habit.restore({ id })).rejects.toMatchObject(missingHabit);
    await expect(user.caller.habit.trash.delete({ id })).rejects.toMatchObject(missingHabit);
    await user.caller.habit.create(habitInput);
    expect(await trashOf(user)).toEqual(["B"]);
    expect(await user.caller.habit.trash.deleteAll({})).toEqual({ detail: "trash_emptied" });
    expect(await trashOf(user)).toEqual([]);
    expect(await user.caller.habit.trash.deleteAll({})).toEqual({ detail: "trash_emptied" });
    const days = await api.sql`select habit_id from progress where user_id = ${user.user.id}`;
    expect(days.map(({ habit_id }) => Number(habit_id))).toEqual([kept.id]);
    expect((await user.caller.habit.list({})).results).toHaveLength(2);
  });

  test("is never a habit that is not in the trash, and never another user's", async () => {
    const owner = await api.createUser();
    const other = await api.createUser();
    const active = await owner.caller.habit.create(habitInput);
    await createDeleted(owner, 3600, { title: "Mine" });
    const trashed = (await owner.caller.habit.trash.list({})).results[0]?.id ?? 0;
    await expect(owner.caller.habit.trash.delete({ id: active.id })).rejects.toMatchObject(missingHabit);
    await expect(other.caller.habit.trash.delete({ id: trashed })).rejects.toMatchObject(missingHabit);
    await other.caller.habit.trash.deleteAll({});
    expect(await trashOf(other)).toEqual([]);
    expect(await trashOf(owner)).toEqual(["Mine"]);
    expect((await owner.caller.habit.list({})).results).toHaveLength(1);
  });

  test("is the habit deleted first once the trash is full", async () => {
    const user = await api.createUser();
    await api.sql`
      insert into habits (user_id, title, type, unit, hue, position, created_on, deleted_at)
      select ${user.user.id}::bigint, 'Old ' || n, 'good', 'minutes', 0, 0, '2026-01-01', now() - make_interval(hours => n)
      from generate_series(1, ${trashHabitsMax}) n`;
    const { id } = await user.caller.habit.create({ ...habitInput, title: "New" });
    await user.caller.habit.delete({ id });
    const titles = await trashOf(user);
    expect(titles).toHaveLength(trashHabitsMax);
    expect([titles[0], titles.at(-1)]).toEqual(["New", `Old ${trashHabitsMax - 1}`]);
  });
});
