import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestApi, habitInput, missingHabit, type TestApi } from "../../testing.ts";

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.drop());

/** A user at noon on Saturday, 21 November 2026, with a habit of 10 minutes since Monday. */
async function begin(changes: object = {}) {
  const user = await api.createUser();
  const { id } = await user.caller.habit.create({ ...habitInput, ...changes });
  await api.sql`update habits set created_on = '2026-11-16' where id = ${id}`;
  return { ...user, id };
}

describe("an analysis", () => {
  test("contains pace, weekdays, months, streaks, amounts and strength", async () => {
    const { caller, id } = await begin();
    for (const day of ["2026-11-16", "2026-11-17", "2026-11-19"]) await caller.progress.set({ id, day, value: 10 });
    await caller.progress.set({ id, day: "2026-11-20", skipped: true });
    const told = await caller.habit.analysis({ id });
    expect(told).toMatchObject({
      habit_id: id,
      unit: "minutes",
      streak_unit: "days",
      pace: [
        { period: "week", from: "2026-11-16", state: "behind", done: 3, missed: 1, required: 6, days_left: 2 },
        { period: "month", from: "2026-11-01", to: "2026-11-30", days_left: 10, amount: 30, amount_due: 50 },
      ],
      months: [{ month: "2026-11", successful_days: 3, counted_days: 4, skipped_days: 1, total: 30 }],
      streaks: [
        { from: "2026-11-16", to: "2026-11-17", length: 2, is_current: false },
        { from: "2026-11-19", to: "2026-11-19", length: 1, is_current: true },
      ],
      distribution: { bins: [{ from: 10, to: 11, days: 3 }] },
    });
    const { strength } = await caller.habit.statistics({ id });
    expect(told.strength).toBe(strength);
    expect(told.strength_weeks).toEqual([{ week: "2026-11-16", strength }]);
  });

  test("of a weekly goal counts weeks, up to the caller's today", async () => {
    const { caller, callerWith, id } = await begin({ schedule: { times_per_week: 3 } });
    await caller.progress.set({ id, day: "2026-11-16", value: 10 });
    const paceOn = async (now: string) =>
      (await callerWith({ now: Date.parse(now) }).habit.analysis({ id })).pace.map(({ state, needed, days_left }) => ({
        state,
        needed,
        days_left,
      }));
    expect(await paceOn("2026-11-20T12:00:00Z")).toEqual([{ state: "on_course", needed: 2, days_left: 3 }]);
    expect(await paceOn("2026-11-21T12:00:00Z")).toEqual([{ state: "tight", needed: 2, days_left: 2 }]);
    expect(await paceOn("2026-11-22T12:00:00Z")).toEqual([{ state: "lost", needed: 2, days_left: 1 }]);
    // The ended week does not count for the next one.
    expect(await paceOn("2026-11-23T12:00:00Z")).toEqual([{ state: "on_course", needed: 3, days_left: 7 }]);
    expect(await caller.habit.statistics({ id })).toMatchObject({ streak_unit: "weeks", current_streak: 0 });
  });

  test("starts the week on the caller's first weekday", async () => {
    const { caller, callerWith } = await api.createUser();
    const { id } = await caller.habit.create(habitInput);
    // A Wednesday.
    const at = callerWith({ now: Date.parse("2026-11-18T12:00:00Z"), timezone: "UTC" });
    const weekOf = async (week_start?: number) => {
      const [week] = (await at.habit.analysis({ id, ...(week_start && { week_start }) })).pace;
      return [week?.from, week?.to];
    };
    expect(await weekOf()).toEqual(["2026-11-16", "2026-11-22"]);
    expect(await weekOf(7)).toEqual(["2026-11-15", "2026-11-21"]);
    expect(await weekOf(6)).toEqual(["2026-11-14", "2026-11-20"]);
    await expect(weekOf(8)).rejects.toMatchObject({ code: "BAD_REQUEST" });
    await caller.habit.update({ id, schedule: { times_per_week: 2 } });
    expect(await weekOf(7)).toEqual(["2026-11-16", "2026-11-22"]);
  });

  test("converts values that were entered in another unit", async () => {
    const { caller, id } = await begin();
    await caller.progress.set({ id, day: "2026-11-17", value: 90 });
    await caller.habit.update({ id, unit: "hours", target: 1, target_effective: "always" });
    await caller.progress.set({ id, day: "2026-11-18", value: 2 });
    const { unit, months, distribution } = await caller.habit.analysis({ id });
    expect({ unit, total: months[0]?.total, average: months[0]?.average }).toEqual({
      unit: "hours",
      total: 3.5,
      average: 1.75,
    });
    expect(distribution).toMatchObject({ minimum: 1.5, maximum: 2 });
  });

  test("of a habit without days is empty", async () => {
    const { caller } = await api.createUser();
    const { id } = await caller.habit.create(habitInput);
    expect(await caller.habit.analysis({ id })).toMatchObject({
      strength: null,
      strength_weeks: [],
      streaks: [],
      distribution: null,
      best_weekdays: [],
    });
  });

  test("of another user's habit looks missing", async () => {
    const { id } = await begin();
    const other = await api.createUser();
    await expect(other.caller.habit.analysis({ id })).rejects.toMatchObject(missingHabit);
  });
});

describe("the explanation of a streak", () => {
  test("distinguishes a vacation from a skip, and a confirmed day from an assumed one", async () => {
    const { caller, id } = await begin({ type: "bad" });
    await caller.vacation.create({ from: "2026-11-17", to: "2026-11-17" });
    await caller.progress.set({ id, day: "2026-11-18", skipped: true });
    await caller.progress.set({ id, day: "2026-11-19", confirmed: true });
    await caller.progress.set({ id, day: "2026-11-20", value: 10 });
    const told = await caller.habit.streak({ id });
    expect(told.days.map(({ day, rule }) => [day, rule])).toEqual([
      ["2026-11-21", "assumed"],
      ["2026-11-20", "under_limit"],
      ["2026-11-19", "confirmed"],
      ["2026-11-18", "skipped"],
      ["2026-11-17", "vacation"],
      ["2026-11-16", "assumed"],
    ]);
    expect(told).toMatchObject({ habit_id: id, current_streak: 4, run: { assumed_days: 2 }, broken: null });
    expect(await caller.habit.statistics({ id })).toMatchObject({ assumed_days: 2 });
    await caller.progress.confirm({ id, from: "2026-11-16", to: "2026-11-21" });
    expect(await caller.habit.statistics({ id })).toMatchObject({ assumed_days: 0, current_streak: 4 });
  });

  test("predicts the streak that its repairs then restore", async () => {
    const { caller, id } = await begin();
    for (const day of ["2026-11-16", "2026-11-17"]) await caller.progress.set({ id, day, value: 10 });
    await caller.progress.set({ id, day: "2026-11-18", value: 4 });
    const { broken, run } = await caller.habit.streak({ id });
    expect(run).toMatchObject({ length: 2, is_current: false });
    expect(broken).toMatchObject({ count: 3, streak_if_recorded: 5, streak_if_skipped: 2 });
    for (const { repairs } of broken?.failures ?? []) {
      const [record] = repairs;
      for (const day of record?.days ?? []) await caller.progress.set({ id, day, value: record?.amount ?? 0 });
    }
    expect(await caller.habit.statistics({ id })).toMatchObject({ current_streak: 5, at_risk: true });
  });

  test("can start at a given day", async () => {
    const { caller, id } = await begin();
    for (const day of ["2026-11-16", "2026-11-17", "2026-11-18"]) await caller.progress.set({ id, day, value: 10 });
    const { days } = await caller.habit.streak({ id, until: "2026-11-17" });
    expect(days.map(({ day }) => day)).toEqual(["2026-11-17", "2026-11-16"]);
  });

  test("of another user's habit looks missing", async () => {
    const { id } = await begin();
    const other = await api.createUser();
    await expect(other.caller.habit.streak({ id })).rejects.toMatchObject(missingHabit);
  });
});
