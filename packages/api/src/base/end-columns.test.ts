import { fromDayNumber, toDayNumber } from "@daymark/domain/base/day";
import type { Unit } from "@daymark/domain/base/unit";
import { totalReachedOn } from "@daymark/domain/rules/end";
import type { HabitCreateInput } from "@daymark/domain/tracking/habit";
import type { HabitEnd } from "@daymark/domain/tracking/schedule";
import { endDaysMax } from "@daymark/domain/tracking/schedule-bounds";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readInTurn } from "../procedure/long-reads.ts";
import { createTestApi, fieldsOf, habitInput, type TestApi } from "../testing.ts";

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.drop());

/** A user whose today is the given day. */
async function createUser(today = "2026-11-28", values: Parameters<TestApi["createUser"]>[0] = {}) {
  const made = await api.createUser(values);
  const at = (day: string) => made.callerWith({ timezone: "UTC", now: Date.parse(`${day}T12:00:00Z`) });
  return { ...made, at, caller: at(today) };
}

describe("an end", () => {
  test.each<[given: HabitEnd, answered: HabitEnd]>([
    [{ until: "2026-12-31" }, { until: "2026-12-31" }],
    [{ days: 30 }, { days: 30, from: "2026-11-28" }],
    [
      { days: 30, from: "2026-11-01" },
      { days: 30, from: "2026-11-01" },
    ],
    [{ total: 12 }, { total: 12, from: "2026-11-28" }],
  ])("%j can be set, counts from today by default, and can be removed", async (given, answered) => {
    const { caller } = await createUser();
    const habit = await caller.habit.create({ ...habitInput, end: given });
    const { id } = habit;
    expect(habit).toMatchObject({ end: answered, ended_on: null });
    expect(await caller.habit.get({ id })).toEqual(habit);
    expect((await caller.habit.update({ id, title: "Walk" })).end).toEqual(answered);
    expect((await caller.habit.update({ id, end: null })).end).toBeNull();
    expect((await caller.habit.update({ id, end: given })).end).toEqual(answered);
    expect((await caller.habit.create(habitInput)).end).toBeNull();
  });

  test("of a bad habit has no total, with an error for its field", async () => {
    const { caller } = await createUser();
    const bad: HabitCreateInput = { ...habitInput, type: "bad" };
    const refused = { end: ["end_good_only"] };
    expect(await fieldsOf(caller.habit.create({ ...bad, end: { total: 5 } }))).toEqual(refused);
    const { id } = await caller.habit.create({ ...bad, end: { days: 5 } });
    expect(await fieldsOf(caller.habit.update({ id, end: { total: 5 } }))).toEqual(refused);
    expect((await caller.habit.get({ id })).end).toEqual({ days: 5, from: "2026-11-28" });
  });
});

describe("the day on which a habit ended", () => {
  test("is its last day, once that has passed", async () => {
    const { caller, at } = await createUser();
    const { id } = await caller.habit.create({ ...habitInput, end: { days: 3 } });
    expect((await at("2026-11-30").habit.get({ id })).ended_on).toBeNull();
    expect((await at("2026-12-01").habit.get({ id })).ended_on).toBe("2026-11-30");
    expect((await at("2026-12-01").habit.statistics({ id })).remaining).toEqual({
      ...{ days: 0, amount: null, recorded: null },
    });
  });

  test("is the day that reached a total, and moves with the records", async () => {
    const { caller } = await createUser();
    const { id } = await caller.habit.create({ ...habitInput, unit: "hours", end: { total: 2, from: "2026-11-01" } });
    await caller.progress.set({ id, day: "2026-10-31", value: 9 });
    await caller.progress.set({ id, day: "2026-11-03", value: 90, unit: "minutes" });
    expect((await caller.habit.get({ id })).ended_on).toBeNull();
    expect((await caller.habit.statistics({ id })).remaining).toEqual({ days: null, amount: 0.5, recorded: 1.5 });
    await caller.progress.set({ id, day: "2026-11-20", value: 1 });
    expect((await caller.habit.get({ id })).ended_on).toBe("2026-11-20");
    await caller.progress.set({ id, day: "2026-11-05", value: 30, unit: "minutes" });
    expect((await caller.habit.list({})).results[0]?.ended_on).toBe("2026-11-05");
    await caller.progress.set({ id, day: "2026-11-03", clear: true });
    expect((await caller.habit.get({ id })).ended_on).toBe(null);
  });

  test("of any total is the one that the rules find in the days", async () => {
    const { caller, user } = await createUser();
    const created: HabitCreateInput = { ...habitInput, unit: "miles", end: { total: 1, from: "2026-01-01" } };
    const { id } = await caller.habit.create(created);
    const unit = fc.constantFrom<Unit>("miles", "feet", "meters", "kilometers", "yards");
    const entry = fc.record({
      offset: fc.oneof(fc.integer({ min: -3, max: 60 }), fc.integer({ min: endDaysMax - 2, max: endDaysMax + 2 })),
      value: fc.integer({ min: 1, max: 6000 }),
      unit,
    });
    const first = toDayNumber("2026-01-01");
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(entry, { selector: ({ offset }) => offset, maxLength: 25 }),
        fc.integer({ min: 1, max: 40 }),
        fc.constantFrom<Unit>("miles", "feet", "kilometers"),
        async (entries, total, habitUnit) => {
          const { sql } = api;
          const end: HabitEnd = { total, from: "2026-01-01" };
          await sql`delete from progress where user_id = ${user.id}`;
          for (const { offset, value, unit: entryUnit } of entries) {
            await sql`insert into progress (user_id, habit_id, day, value, unit)
              values (${user.id}, ${id}, ${fromDayNumber(first + offset)}, ${value}, ${entryUnit})`;
          }
          await caller.habit.update({ id, unit: habitUnit, end });
          const days = entries
            .map(({ offset, ...each }) => ({ ...each, day: first + offset, skipped: false, confirmed: false }))
            .sort((a, b) => a.day - b.day);
          const reached = totalReachedOn(end, days, habitUnit);
          expect((await caller.habit.get({ id })).ended_on).toBe(reached === null ? null : fromDayNumber(reached));
        },
      ),
      { numRuns: 60 },
    );
  });
});

test("a list with more than ten totals waits for a turn of long reads, and tells each day", async () => {
  const { caller, callerWith, user } = await createUser(undefined, { plan: "paid" });
  const add = async (total: number) => {
    const { id } = await caller.habit.create({ ...habitInput, end: { total, from: "2026-11-01" } });
    await caller.progress.set({ id, day: "2026-11-20", value: 10 });
  };
  for (let count = 1; count <= 10; count++) await add(count <= 5 ? 10 : 11);
  const client = { address: "127.0.0.1", userAgent: "" };
  const held = Promise.withResolvers<void>();
  const holding = readInTurn({ user, client, services: { longWorkDb: api.db } }, () => held.promise);
  expect((await caller.habit.list({})).results).toHaveLength(10);
  await add(10);
  let confirmations = 0;
  const confirmCaller = async () => {
    confirmations += 1;
  };
  const now = Date.parse("2026-11-28T12:00:00Z");
  const list = callerWith({ timezone: "UTC", now, confirmCaller }).habit.list({});
  // Calls that need no turn, so many that the list has had the time to reach its own.
  for (let call = 0; call < 10; call++) await caller.habit.list({ archived: true });
  expect(confirmations).toBe(0);
  held.resolve();
  const { results } = await list;
  // Only a read that has waited confirms its caller.
  expect(confirmations).toBe(1);
  expect(results.filter(({ ended_on }) => ended_on === "2026-11-20")).toHaveLength(6);
  await holding;
});

describe("after the end", () => {
  test("statistics and the streak leave the days out", async () => {
    const { caller, at } = await createUser();
    const { id } = await caller.habit.create({ ...habitInput, target: 1, end: { days: 2 } });
    for (const day of ["2026-11-28", "2026-11-29"]) await at("2026-11-29").progress.set({ id, day, value: 1 });
    const later = at("2026-12-20");
    expect(await later.habit.statistics({ id })).toMatchObject({ current_streak: 2, counted_days: 2, at_risk: false });
    expect((await later.habit.streak({ id })).days[0]).toMatchObject({ day: "2026-12-20", rule: "after_end" });
  });

  test("a vacation skips no day", async () => {
    const { caller } = await createUser();
    await caller.habit.create({ ...habitInput, end: { days: 3 } });
    const vacation = await caller.vacation.create({ from: "2026-11-29", to: "2026-12-10" });
    expect(vacation).toMatchObject({ skipped_days: 2 });
  });

  test("no day of a bad habit is confirmed", async () => {
    const { caller, at } = await createUser();
    const { id } = await caller.habit.create({ ...habitInput, type: "bad", end: { until: "2026-11-29" } });
    const confirmed = await at("2026-12-05").progress.confirm({ id, from: "2026-11-28", to: "2026-12-05" });
    expect(confirmed.results.map(({ day }) => day)).toEqual(["2026-11-28", "2026-11-29"]);
  });
});
