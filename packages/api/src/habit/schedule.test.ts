import { fromDayNumber, toDayNumber } from "@daymark/domain/base/day";
import type { HabitCreateInput } from "@daymark/domain/tracking/habit";
import type { Schedule } from "@daymark/domain/tracking/schedule";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestApi, fieldsOf, habitInput, type TestApi } from "../testing.ts";

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.drop());

const fields = (call: Promise<unknown>) => fieldsOf(call);

describe("a weekly goal", () => {
  test("of 1 to 7 days can be set for a good habit and removed again", async () => {
    const { caller } = await api.createUser();
    const habit = await caller.habit.create({ ...habitInput, schedule: { times_per_week: 3 } });
    expect(habit.schedule).toEqual({ times_per_week: 3 });
    const { id } = habit;
    expect(await caller.habit.get({ id })).toEqual(habit);
    expect((await caller.habit.list({})).results).toEqual([habit]);
    expect((await caller.habit.update({ id, title: "Walk" })).schedule).toEqual({ times_per_week: 3 });
    expect((await caller.habit.update({ id, schedule: { times_per_week: 7 } })).schedule).toEqual({
      times_per_week: 7,
    });
    expect((await caller.habit.update({ id, schedule: null })).schedule).toBeNull();
    expect((await caller.habit.create(habitInput)).schedule).toBeNull();
  });

  test("is refused for a bad habit with an error for its field, and nothing changes", async () => {
    const { caller } = await api.createUser();
    const bad: HabitCreateInput = { ...habitInput, type: "bad" };
    const goal = { schedule: { times_per_week: 3 } };
    const refused = { schedule: ["schedule_good_only"] };
    expect(await fields(caller.habit.create({ ...bad, ...goal }))).toEqual(refused);
    expect((await caller.habit.list({})).results).toEqual([]);
    const habit = await caller.habit.create({ ...bad, schedule: null });
    expect(await fields(caller.habit.update({ id: habit.id, title: "Other", ...goal }))).toEqual(refused);
    expect(await caller.habit.get({ id: habit.id })).toEqual(habit);
    expect((await caller.habit.update({ id: habit.id, schedule: null })).schedule).toBeNull();
  });
});

describe("a schedule", () => {
  const all: Schedule[] = [
    { times_per_month: 8 },
    { times_per_quarter: 3 },
    { every_days: 3, from: "2026-11-01" },
    { every_weeks: 2, from: "2026-11-03" },
    { every_months: 1, from: "2026-01-31" },
    { months_since_last: 3 },
    { month_days: [1, 15, -1] },
    { month_weekdays: [{ nth: -1, weekday: 5 }] },
    { target_per: "week" },
  ];

  test.each(all)(
    "%j is answered as it was given, and can replace and be replaced by a weekly goal",
    async (schedule) => {
      const { caller } = await api.createUser();
      const habit = await caller.habit.create({ ...habitInput, schedule });
      const { id } = habit;
      expect(habit.schedule).toEqual(schedule);
      expect((await caller.habit.update({ id, title: "Walk" })).schedule).toEqual(schedule);
      expect((await caller.habit.update({ id, schedule: { times_per_week: 2 } })).schedule).toEqual({
        times_per_week: 2,
      });
      expect((await caller.habit.update({ id, schedule })).schedule).toEqual(schedule);
      expect((await caller.habit.list({})).results.map((each) => each.schedule)).toEqual([schedule]);
      expect((await caller.habit.update({ id, schedule: null })).schedule).toBeNull();
    },
  );

  test("of a bad habit can only limit the amount of a period", async () => {
    const { caller } = await api.createUser();
    const bad: HabitCreateInput = { ...habitInput, type: "bad" };
    for (const schedule of all.slice(0, -1)) {
      expect(await fields(caller.habit.create({ ...bad, schedule }))).toEqual({ schedule: ["schedule_good_only"] });
    }
    const habit = await caller.habit.create({ ...bad, target: 5, schedule: { target_per: "week" } });
    expect(habit.schedule).toEqual({ target_per: "week" });
    const refused = caller.habit.update({ id: habit.id, schedule: { month_days: [1] } });
    expect(await fields(refused)).toEqual({ schedule: ["schedule_good_only"] });
  });

  test("of a month counts months in the statistics and in the reason of the streak", async () => {
    const { caller } = await api.createUser();
    const { id } = await caller.habit.create({ ...habitInput, target: 1, schedule: { times_per_month: 1 } });
    const { first_day: today } = await caller.habit.get({ id });
    // Once in each of three months, never in the present one.
    const first = toDayNumber(`${today.slice(0, 7)}-01`);
    const days = [first - 70, first - 40, first - 10].map(fromDayNumber);
    for (const day of days) await caller.progress.set({ id, day, value: 1 });
    const months = new Set(days.map((day) => day.slice(0, 7)));
    const { streak_unit, current_streak } = await caller.habit.statistics({ id });
    expect({ streak_unit, current_streak }).toEqual({ streak_unit: "months", current_streak: months.size });
    const streak = await caller.habit.streak({ id });
    expect(streak).toMatchObject({ streak_unit: "months", weeks: [] });
    expect(streak.periods.map(({ period, done, required, rule }) => [period, done, required, rule]).at(0)).toEqual([
      "month",
      0,
      1,
      "open",
    ]);
  });
});

describe("a changed schedule", () => {
  /** A habit of workdays since 2 November 2026, a Monday, done on those of its first week. */
  async function begin() {
    const user = await api.createUser();
    const on = (day: string) => user.callerWith({ timezone: "UTC", now: Date.parse(`${day}T12:00:00Z`) });
    const { id } = await on("2026-11-02").habit.create({ ...habitInput, target: 10, weekdays: [1, 2, 3, 4, 5] });
    for (const day of ["2026-11-02", "2026-11-03", "2026-11-04", "2026-11-05", "2026-11-06"])
      await on("2026-11-06").progress.set({ id, day, value: 10 });
    return { id, on };
  }

  const everyDay = [1, 2, 3, 4, 5, 6, 7];
  const workdays = { until: "2026-11-08", weekdays: [1, 2, 3, 4, 5], schedule: null };

  test("applies from the day it is set, and earlier days keep their days off", async () => {
    const { id, on } = await begin();
    const monday = on("2026-11-09").habit;
    const changed = await monday.update({ id, weekdays: everyDay, schedule_effective: "from_today" });
    expect(changed).toMatchObject({ weekdays: everyDay, schedule: null, past_schedules: [workdays] });
    expect(await monday.get({ id })).toEqual(changed);
    expect((await monday.list({})).results).toEqual([changed]);
    expect(await monday.statistics({ id })).toMatchObject({ current_streak: 5, counted_days: 5 });
    // Monday was not done.
    expect(await on("2026-11-10").habit.statistics({ id })).toMatchObject({ current_streak: 0, counted_days: 6 });
  });

  test("that is set for all days drops the earlier ones", async () => {
    const { id, on } = await begin();
    const monday = on("2026-11-09").habit;
    await monday.update({ id, weekdays: everyDay, schedule_effective: "from_today" });
    const always = await monday.update({ id, weekdays: everyDay, schedule_effective: "always" });
    expect(always.past_schedules).toEqual([]);
    // Saturday and Sunday were not done.
    expect(await monday.statistics({ id })).toMatchObject({ current_streak: 0, longest_streak: 5, counted_days: 7 });
  });

  test("of weekdays alone holds for all days by default, as the contract has it", async () => {
    const { id, on } = await begin();
    const monday = on("2026-11-09").habit;
    expect((await monday.update({ id, weekdays: everyDay })).past_schedules).toEqual([]);
    expect(await monday.statistics({ id })).toMatchObject({ current_streak: 0, counted_days: 7 });
  });

  test("that repeats the present one is no change, and drops no earlier one", async () => {
    const { id, on } = await begin();
    const { update } = on("2026-11-09").habit;
    await update({ id, weekdays: everyDay, schedule_effective: "from_today" });
    for (const same of [
      { weekdays: everyDay },
      { schedule: null },
      { weekdays: everyDay.toReversed(), schedule: null },
    ]) {
      expect((await update({ id, ...same })).past_schedules).toEqual([workdays]);
    }
  });

  test("is replaced by another one of the same day, and leaves no trace if it is taken back", async () => {
    const { id, on } = await begin();
    const { update } = on("2026-11-09").habit;
    await update({ id, schedule: { times_per_month: 3 } });
    const weekly = await update({ id, schedule: { times_per_week: 3 }, weekdays: everyDay });
    expect(weekly.past_schedules).toEqual([workdays]);
    const back = await update({ id, schedule: null, weekdays: [1, 2, 3, 4, 5] });
    expect(back.past_schedules).toEqual([]);
  });

  test("and one of every kind are kept as they were", async () => {
    const { id, on } = await begin();
    const kinds: Schedule[] = [
      { times_per_week: 2 },
      { times_per_quarter: 3 },
      { every_weeks: 2, from: "2026-11-03" },
      { month_days: [1, -1] },
      { month_weekdays: [{ nth: -1, weekday: 5 }] },
      { target_per: "week" },
    ];
    for (const [index, schedule] of kinds.entries()) await on(`2026-11-${10 + index}`).habit.update({ id, schedule });
    const { past_schedules } = await on("2026-11-20").habit.get({ id });
    expect(past_schedules.map(({ schedule }) => schedule)).toEqual([null, ...kinds.slice(0, -1)]);
    expect(past_schedules.map(({ until }) => until)).toEqual(
      kinds.map((_, index) => `2026-11-${String(9 + index).padStart(2, "0")}`),
    );
  });

  test("leaves no trace on a habit that begins today", async () => {
    const { caller } = await api.createUser();
    const { id } = await caller.habit.create(habitInput);
    expect((await caller.habit.update({ id, weekdays: [1] })).past_schedules).toEqual([]);
  });

  test("is not touched by a change of something else", async () => {
    const { id, on } = await begin();
    const { update } = on("2026-11-09").habit;
    const { past_schedules } = await update({ id, weekdays: everyDay, schedule_effective: "from_today" });
    expect((await update({ id, title: "Walk", schedule_effective: "always" })).past_schedules).toEqual(past_schedules);
  });

  test("keeps the days off of a vacation in the past", async () => {
    const { id, on } = await begin();
    const monday = on("2026-11-16");
    await monday.habit.update({ id, weekdays: everyDay, schedule_effective: "from_today" });
    // Of two weeks, five days have values, and four were days off.
    expect(await monday.vacation.create({ from: "2026-11-02", to: "2026-11-15" })).toMatchObject({ skipped_days: 5 });
  });

  test("of a bad habit lets each day be confirmed that its weekdays of that time asked for", async () => {
    const user = await api.createUser();
    const on = (day: string) => user.callerWith({ timezone: "UTC", now: Date.parse(`${day}T12:00:00Z`) });
    const { id } = await on("2026-11-02").habit.create({ ...habitInput, type: "bad" });
    const monday = on("2026-11-09");
    await monday.habit.update({ id, weekdays: [1, 2, 3, 4, 5], schedule_effective: "from_today" });
    const { results } = await monday.progress.confirm({ id, from: "2026-11-02", to: "2026-11-09" });
    expect(results).toHaveLength(8);
    expect(await monday.habit.statistics({ id })).toMatchObject({ assumed_days: 0 });
  });
});
