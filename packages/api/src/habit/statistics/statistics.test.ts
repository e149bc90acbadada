import { habits, habitTargets } from "@daymark/db/schema/habit";
import { progress } from "@daymark/db/schema/progress";
import { fromDayNumber } from "@daymark/domain/base/day";
import type { Unit } from "@daymark/domain/base/unit";
import { type History, history, rulesOf } from "@daymark/domain/testing-histories";
import { naiveStatistics } from "@daymark/domain/testing-oracle";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestApi, habitInput, missingHabit, noon, type TestApi, type TestUser } from "../../testing.ts";

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.drop());

/** Inserts a history into the tables as it is, and returns the habit's id. */
async function store(user: TestUser, { habit, entries }: History, state: { archived?: boolean } = {}) {
  const [row] = await api.db
    .insert(habits)
    .values({
      user_id: user.user.id,
      title: "From a history",
      type: habit.type,
      unit: habit.unit as Unit,
      hue: 0,
      weekdays: habit.weekdays,
      times_per_week: habit.schedule?.times_per_week ?? null,
      schedule: habit.schedule?.times_per_week ? null : habit.schedule,
      past_schedules: habit.past,
      ends: habit.end,
      position: 0,
      created_on: habit.created_on,
      ...state,
    })
    .returning({ user_id: habits.user_id, habit_id: habits.id });
  if (!row) throw new Error("no habit was inserted");
  await api.db.insert(habitTargets).values(
    rulesOf({ habit, entries }).habit.targets.map(({ from, target }) => ({
      ...row,
      from_day: fromDayNumber(from),
      target,
    })),
  );
  // A day without content has no row.
  const rows = entries.filter((entry) => entry.value || entry.skipped || entry.confirmed);
  if (rows.length > 0) {
    await api.db.insert(progress).values(rows.map((entry) => ({ ...row, ...entry, unit: entry.unit as Unit })));
  }
  return row.habit_id;
}

describe("statistics", () => {
  test("equal the reference implementation for any history, singly and as a list", async () => {
    const user = await api.createUser();
    await fc.assert(
      fc.asyncProperty(history, async ({ habit, entries, today }) => {
        await api.sql`delete from habits where user_id = ${user.user.id}`;
        const caller = at(user, today);
        const active = [];
        for (const type of ["good", "bad"] as const) {
          for (const archived of [false, true]) {
            const allowed = (schedule: typeof habit.schedule) =>
              type === "good" || schedule?.target_per ? schedule : null;
            const past = habit.past.map((each) => ({ ...each, schedule: allowed(each.schedule) }));
            const end = type === "bad" && habit.end && "total" in habit.end ? null : habit.end;
            const variant = { ...habit, type, schedule: allowed(habit.schedule), past, end };
            const id = await store(user, { habit: variant, entries, today }, { archived });
            const remaining = end ? expect.any(Object) : null;
            const statistics = { habit_id: id, ...naiveStatistics(variant, entries, today), remaining };
            expect(await caller.habit.statistics({ id })).toEqual(statistics);
            if (!archived) active.push(statistics);
          }
        }
        expect(await caller.habit.statisticsList({})).toEqual({ results: active });
      }),
      { numRuns: 60 },
    );
  });

  test("of a habit without days are zero, without a rate or an average", async () => {
    const user = await api.createUser();
    const { id } = await user.caller.habit.create(habitInput);
    expect(await user.caller.habit.statistics({ id })).toEqual({
      habit_id: id,
      total: 0,
      current_streak: 0,
      longest_streak: 0,
      streak_unit: "days",
      assumed_days: 0,
      at_risk: false,
      recorded_days: 0,
      successful_days: 0,
      counted_days: 0,
      success_rate: null,
      average: null,
      strength: null,
      remaining: null,
    });
    expect(await (await api.createUser()).caller.habit.statisticsList({})).toEqual({ results: [] });
  });

  test("use the caller's today", async () => {
    const user = await api.createUser();
    const { id } = await user.caller.habit.create(habitInput);
    await user.caller.progress.set({ id, day: "2026-11-21", value: 10 });
    const streakIn = async (timezone: string, now: number) =>
      (await user.callerWith({ timezone, now }).habit.statistics({ id })).current_streak;
    // 01:00 on the 23rd in Kyiv: the 22nd has passed without a value. In New York it has not ended yet.
    const now = Date.parse("2026-11-22T23:00:00Z");
    expect(await streakIn("Europe/Kyiv", now)).toBe(0);
    expect(await streakIn("America/New_York", now)).toBe(1);
    const lateRiser = await api.createUser({ day_start_hour: 4, timezone: "Europe/Kyiv" });
    const late = await lateRiser.caller.habit.create(habitInput);
    await lateRiser.caller.progress.set({ id: late.id, day: "2026-11-21", value: 10 });
    const calls = lateRiser.callerWith({ now });
    expect(await calls.habit.statistics({ id: late.id })).toMatchObject({ current_streak: 1 });
  });

  test("convert earlier entries to the current unit", async () => {
    const user = await api.createUser();
    const { id } = await user.caller.habit.create({ ...habitInput, unit: "minutes", target: 30 });
    await user.caller.progress.set({ id, day: "2026-11-19", value: 90 });
    await user.caller.progress.set({ id, day: "2026-11-20", value: 20 });
    await user.caller.habit.update({ id, unit: "hours", target: 1, target_effective: "always" });
    await user.caller.progress.set({ id, day: "2026-11-21", value: 2 });
    expect(await user.caller.habit.statistics({ id })).toMatchObject({
      total: 3.8333,
      average: 1.2778,
      successful_days: 2,
      counted_days: 3,
      current_streak: 1,
    });
  });

  test("of another user's habit look missing, and are in no other user's list", async () => {
    const owner = await api.createUser();
    const other = await api.createUser();
    const { id } = await owner.caller.habit.create(habitInput);
    await expect(other.caller.habit.statistics({ id })).rejects.toMatchObject(missingHabit);
    expect(await other.caller.habit.statisticsList({})).toEqual({ results: [] });
  });
});

/** A user's calls at noon, UTC, of a day. */
function at(user: TestUser, day: string) {
  return user.callerWith({ now: Date.parse(day) + (noon % 86_400_000), timezone: "UTC" });
}
