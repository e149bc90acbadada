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
