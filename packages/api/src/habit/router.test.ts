import type { HabitCreateInput } from "@daymark/domain/tracking/habit";
import { habitDefaults } from "@daymark/domain/tracking/habit-content";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestApi, fieldsOf, habitInput, missingHabit, type TestApi, type TestUser } from "../testing.ts";

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.drop());

function create({ caller }: TestUser, changes: Partial<HabitCreateInput> = {}) {
  return caller.habit.create({ ...habitInput, ...changes });
}

async function titles({ caller }: TestUser, filter: { type?: "good" | "bad"; archived?: boolean } = {}) {
  const { results } = await caller.habit.list(filter);
  return results.map((habit) => `${habit.type} ${habit.position} ${habit.title}`);
}

/** Lets this many seconds pass for a deleted habit. */
function waitSince(id: number, seconds: number) {
  return api.sql`update habits set deleted_at = now() - make_interval(secs => ${seconds}) where id = ${id}`;
}

describe("a habit", () => {
  test("is returned as given, with the contract's defaults and computed members", async () => {
    const user = await api.createUser();
    const input = {
      ...habitDefaults,
      title: "  Читати ",
      description: " Двадцять сторінок ",
      type: "good" as const,
      target: 20,
      unit: "minutes" as const,
      hue: 315,
      weekdays: [1, 3, 5],
      schedule: { times_per_week: 2 },
      group_name: "Вечір",
    };
    const habit = await create(user, input);
    expect(habit).toEqual({
      ...input,
      id: expect.any(Number),
      title: "Читати",
      description: "Двадцять сторінок",
      targets: [{ from: "2026-11-21", target: 20 }],
      past_schedules: [],
      ended_on: null,
      position: 0,
      archived: false,
      first_day: "2026-11-21",
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    });
    expect(await user.caller.habit.get({ id: habit.id })).toEqual(habit);
    expect(await user.caller.habit.list({})).toEqual({ results: [habit], next: null });
  });

  test("has every weekday, no weekly goal, no group and no description by default", async () => {
    expect(await create(await api.createUser())).toMatchObject({
      description: "",
      weekdays: [1, 2, 3, 4, 5, 6, 7],
      schedule: null,
      group_name: null,
    });
  });

  test("may have an emoji, which an update can change or remove", async () => {
    const { caller } = await api.createUser();
    const { id, emoji } = await caller.habit.create({ ...habitInput, emoji: "🏃" });
    expect(emoji).toBe("🏃");
    expect((await caller.habit.update({ id, title: "Walk" })).emoji).toBe("🏃");
    expect((await caller.habit.update({ id, emoji: "🚶🏽‍♀️" })).emoji).toBe("🚶🏽‍♀️");
    expect((await caller.habit.list({})).results).toMatchObject([{ id, emoji: "🚶🏽‍♀️" }]);
    for (const none of [null, ""]) {
      await caller.habit.update({ id, emoji: "🏃" });
      expect((await caller.habit.update({ id, emoji: none })).emoji).toBeNull();
    }
  });

  test("in repetitions may have a word of its owner's own for them", async () => {
    const { caller } = await api.createUser();
    const { id } = await caller.habit.create({ ...habitInput, unit: "repetitions", unit_label: "page,pages" });
    expect((await caller.habit.update({ id, title: "Read" })).unit_label).toBe("page, pages");
    expect((await caller.habit.update({ id, unit_label: "сторінка, сторінки, сторінок" })).unit_label).toBe(
      "сторінка, сторінки, сторінок",
    );
    expect((await caller.habit.update({ id, unit_label: null })).unit_label).toBeNull();
  });

  test("that is counted in another unit has no such word, and loses the one that it has", async () => {
    const { caller } = await api.createUser();
    const only = { unit_label: ["unit_label_repetitions_only"] };
    expect(await fieldsOf(caller.habit.create({ ...habitInput, unit: "minutes", unit_label: "pages" }))).toEqual(only);
    const minutes = await caller.habit.create({ ...habitInput, unit: "minutes" });
    expect(await fieldsOf(caller.habit.update({ id: minutes.id, unit_label: "pages" }))).toEqual(only);
    const { id } = await caller.habit.create({ ...habitInput, unit: "repetitions", unit_label: "pages" });
    expect(await fieldsOf(caller.habit.update({ id, unit: "percentages", unit_label: "pages" }))).toEqual(only);
    // The unit that it has already takes nothing away.
    expect(await caller.habit.update({ id, unit: "repetitions" })).toMatchObject({ unit_label: "pages" });
    expect(await caller.habit.update({ id, unit: "percentages" })).toMatchObject({ unit_label: null });
    expect(await caller.habit.update({ id, unit: "repetitions" })).toMatchObject({ unit_label: null });
    expect(await caller.habit.update({ id, unit: "repetitions", unit_label: "pages" })).toMatchObject({
      unit_label: "pages",
    });
  });

  test("may belong to a part of the day, which changes no position", async () => {
    const { caller } = await api.createUser();
    const first = await caller.habit.create(habitInput);
    const second = await caller.habit.create({ ...habitInput, time_of_day: "morning" });
    expect([first.time_of_day, second.time_of_day]).toEqual([null, "morning"]);
    expect((await caller.habit.list({})).results.map(({ id }) => id)).toEqual([first.id, second.id]);
    expect((await caller.habit.update({ id: first.id, time_of_day: "evening" })).position).toBe(0);
    expect((await caller.habit.setOrder({ type: "good", ids: [second.id, first.id] })).results).toMatchObject([
      { id: second.id, time_of_day: "morning", position: 0 },
      { id: first.id, time_of_day: "evening", position: 1 },
    ]);
    expect((await caller.habit.update({ id: first.id, time_of_day: null })).time_of_day).toBeNull();
  });

  test("starts on its owner's today: in the call's time zone, else the stored one, else UTC, minus the day's start", async () => {
    const now = Date.parse("2026-11-21T23:30:00Z");
    const cases = [
      { timezone: null, values: {}, day: "2026-11-21" },
      { timezone: "Europe/Kyiv", values: {}, day: "2026-11-22" },
      { timezone: null, values: { timezone: "Europe/Kyiv" }, day: "2026-11-22" },
      { timezone: "America/New_York", values: { timezone: "Europe/Kyiv" }, day: "2026-11-21" },
      { timezone: "Europe/Kyiv", values: { day_start_hour: 2 }, day: "2026-11-21" },
    ];
    for (const { timezone, values, day } of cases) {
      const user = await api.createUser(values);
      const habit = await user.callerWith({ timezone, now }).habit.create(habitInput);
      expect(habit, `${timezone} ${JSON.stringify(values)}`).toMatchObject({
        first_day: day,
        targets: [{ from: day, target: habitInput.target }],
      });
    }
  });

  test("moves its first day to an earlier value or skip, but not to a note or a later day", async () => {
    const user = await api.createUser();
    const { id } = await create(user);
    const firstDay = async () => (await user.caller.habit.get({ id })).first_day;
    await user.caller.progress.set({ id, day: "2026-11-25", value: 1 });
    await user.caller.progress.set({ id, day: "2026-10-01", note: "only words" });
    expect(await firstDay()).toBe("2026-11-21");
    await user.caller.progress.set({ id, day: "2026-11-02", skipped: true });
    expect(await firstDay()).toBe("2026-11-02");
    await user.caller.progress.set({ id, day: "2001-01-01", value: 3 });
    expect(await firstDay()).toBe("2001-01-01");
    await user.caller.progress.delete({ id, day: "2001-01-01" });
    expect(await firstDay()).toBe("2026-11-02");
  });

  test("can only have a hue of its owner's plan", async () => {
    const hueNotInPlan = { key: "validation_failed", fields: { hue: [{ code: "hue_not_in_plan" }] } };
    const free = await api.createUser();
    await expect(create(free, { hue: 46 })).rejects.toMatchObject(hueNotInPlan);
    const { id } = await create(free, { hue: 45 });
    await expect(free.caller.habit.update({ id, hue: 44 })).rejects.toMatchObject(hueNotInPlan);
    expect(await free.caller.habit.update({ id, hue: 90 })).toMatchObject({ hue: 90 });
    const paid = await api.createUser({ plan: "paid" });
    expect(await create(paid, { hue: 359 })).toMatchObject({ hue: 359 });
  });

  test("can keep a hue of a larger plan while its owner changes other members", async () => {
    const user = await api.createUser();
    const { id } = await create(user);
    await api.sql`update habits set hue = 123 where id = ${id}`;
    expect(await user.caller.habit.update({ id, hue: 123, title: "Renamed" })).toMatchObject({ hue: 123 });
  });
});

describe("an update", () => {
  test("changes only the given members", async () => {
    const user = await api.createUser();
    let habit = await create(user);
    const changes = [
      { title: "Walk" },
      { description: "Round the lake" },
      { description: "" },
      { hue: 180 },
      { weekdays: [6, 7] },
      { unit: "hours" as const },
    ];
    for (const change of changes) {
      habit = { ...habit, ...change };
      expect(await user.caller.habit.update({ id: habit.id, ...change })).toEqual(habit);
    }
    expect(await user.caller.habit.get({ id: habit.id })).toEqual(habit);
  });

  test("without members returns the habit unchanged", async () => {
    const user = await api.createUser();
    const habit = await create(user);
    expect(await user.caller.habit.update({ id: habit.id })).toEqual(habit);
    expect(await user.caller.habit.update({ id: habit.id, target_effective: "always" })).toEqual(habit);
  });

  test("changes a unit only within its kind, and changes nothing if refused", async () => {
    const user = await api.createUser();
    const habit = await create(user, { unit: "kilometers" });
    await expect(
      user.caller.habit.update({ id: habit.id, unit: "minutes", hue: 1, title: "Lost" }),
    ).rejects.toMatchObject({
      key: "validation_failed",
      fields: { unit: [{ code: "unit_kind_differs" }], hue: [{ code: "hue_not_in_plan" }] },
    });
    expect(await user.caller.habit.get({ id: habit.id })).toEqual(habit);
    expect(await user.caller.habit.update({ id: habit.id, unit: "miles" })).toEqual({ ...habit, unit: "miles" });
  });

  test("never changes the type", async () => {
    const user = await api.createUser();
    const { id } = await create(user);
    const input = { id, type: "bad" };
    await expect(user.caller.habit.update(input)).rejects.toMatchObject({
      code: "BAD_REQUEST",
      cause: { issues: [{ code: "unrecognized_keys", keys: ["type"] }] },
    });
    expect(await user.caller.habit.get({ id })).toMatchObject({ type: "good" });
  });
});

describe("the positions of habits", () => {
  test("put good habits first, start at 0 for each type, and put new habits last", async () => {
    const user = await api.createUser();
    for (const [type, title] of [
      ["bad", "a"],
      ["good", "b"],
      ["bad", "c"],
      ["good", "d"],
    ] as const) {
      await create(user, { type, title });
    }
    expect(await titles(user)).toEqual(["good 0 b", "good 1 d", "bad 0 a", "bad 1 c"]);
    expect(await titles(user, { type: "bad" })).toEqual(["bad 0 a", "bad 1 c"]);
  });

  test("are closed up after an archived habit, which comes last when it is active again", async () => {
    const user = await api.createUser();
    const a = await create(user, { title: "a" });
    const b = await create(user, { title: "b" });
    await create(user, { title: "c" });
    expect(await user.caller.habit.update({ id: b.id, archived: true })).toEqual({ ...b, archived: true, position: 0 });
    expect(await titles(user)).toEqual(["good 0 a", "good 1 c"]);
    await user.caller.habit.update({ id: a.id, archived: true });
    expect(await titles(user, { archived: true })).toEqual(["good 0 b", "good 1 a"]);
    await user.caller.habit.update({ id: a.id, archived: true });
    expect(await user.caller.habit.update({ id: b.id, archived: false })).toMatchObject({ position: 1 });
    expect(await titles(user)).toEqual(["good 0 c", "good 1 b"]);
    expect(await titles(user, { archived: true })).toEqual(["good 0 a"]);
  });

  test("are closed up after a deleted habit", async () => {
    const user = await api.createUser();
    await create(user, { title: "a" });
    const b = await create(user, { title: "b" });
    await create(user, { title: "c" });
    expect(await user.caller.habit.delete({ id: b.id })).toEqual({ detail: "habit_deleted" });
    expect(await titles(user)).toEqual(["good 0 a", "good 1 c"]);
  });
});

describe("a deleted habit", () => {
  test("is in no answer", async () => {
    const user = await api.createUser();
    const { id } = await create(user);
    const day = "2026-11-20";
    await user.caller.progress.set({ id, day, value: 5 });
    await user.caller.habit.delete({ id });
    const { habit, progress } = user.caller;
    for (const call of [
      () => habit.get({ id }),
      () => habit.update({ id, title: "x" }),
      () => habit.delete({ id }),
      () => habit.statistics({ id }),
      () => progress.listOfHabit({ id, from: day, to: day }),
      () => progress.set({ id, day, value: 1 }),
      () => progress.set({ id, day, skipped: true }),
      () => progress.set({ id, day, note: "x" }),
      () => progress.set({ id, day, note: null }),
      () => progress.increment({ id, day, by: 1 }),
      () => progress.increment({ id, day, by: -1 }),
      () => progress.delete({ id, day }),
    ]) {
      await expect(call(), call.toString()).rejects.toMatchObject(missingHabit);
    }
    await expect(habit.setOrder({ type: "good", ids: [id] })).rejects.toMatchObject({ key: "validation_failed" });
    expect(await habit.setOrder({ type: "good", ids: [] })).toEqual({ results: [], next: null });
    expect((await habit.list({})).results).toEqual([]);
    expect((await habit.list({ archived: true })).results).toEqual([]);
    expect((await habit.statisticsList({})).results).toEqual([]);
    expect((await progress.list({ from: day, to: day })).results).toEqual([]);
  });

  test("can be restored completely, at its position, for at least 30 seconds", async () => {
    const user = await api.createUser();
    await create(user, { title: "a" });
    const habit = await create(user, { title: "b" });
    await create(user, { title: "c" });
    await user.caller.progress.set({ id: habit.id, day: "2026-11-20", value: 5, note: "kept" });
    const before = await user.caller.habit.get({ id: habit.id });
    const days = { id: habit.id, from: "2026-11-01", to: "2026-11-30" };
    const entries = await user.caller.progress.listOfHabit(days);
    await user.caller.habit.delete({ id: habit.id });
    await waitSince(habit.id, 30);
    expect(await user.caller.habit.restore({ id: habit.id })).toEqual(before);
    expect(await user.caller.progress.listOfHabit(days)).toEqual(entries);
    expect(await titles(user)).toEqual(["good 0 a", "good 1 b", "good 2 c"]);
    expect(await user.caller.habit.restore({ id: habit.id })).toEqual(before);
  });
});
