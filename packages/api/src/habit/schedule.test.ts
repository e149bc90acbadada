import type { HabitCreateInput } from "@daymark/domain/tracking/habit";
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
