import { healthArrivals, healthDays, healthMappings } from "@daymark/db/schema/connection/health";
import { autoExportPayload, connectPayload } from "@daymark/domain/health/testing-payloads";
import { eq } from "drizzle-orm";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { toProblem } from "../base/error.ts";
import { habitInput, noon } from "../testing.ts";
import { at, createHealthApi, day, daysOf, type Mapping, steps } from "./testing.ts";

const api = await createHealthApi();
const { clock, db, createMapped } = api;
afterAll(api.drop);
beforeEach(() => {
  clock.now = noon;
});

const dayMilliseconds = 86_400_000;

const refusal = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error) => toProblem(error),
  );

describe("a mapping", () => {
  test("is listed with its habit, and replaced by the next of the habit", async () => {
    const { user, habit } = await createMapped();
    const mapping = await user.caller.health.mapping.set({
      ...{ habit_id: habit.id, source: "health-auto-export", metric: "step_count", way: "max" },
    });
    expect(mapping).toEqual({
      ...{ habit_id: habit.id, title: habit.title, source: "health-auto-export", metric: "step_count", way: "max" },
      ...{ unit: null, created_at: new Date(noon).toISOString() },
    });
    expect(await user.caller.health.mapping.list({})).toEqual({ results: [mapping], next: null });
    await user.caller.habit.delete({ id: habit.id });
    expect((await user.caller.health.mapping.list({})).results).toEqual([]);
    await user.caller.habit.restore({ id: habit.id });
    expect((await user.caller.health.mapping.list({})).results).toEqual([mapping]);
  });

  test("to another metric replaces what health data recorded, and keeps what a person did", async () => {
    const { user, habit } = await createMapped();
    const [own, typed] = [at("08:00", 100), steps(100, "2026-11-19T08:00:00Z")];
    await user.caller.health.connect.create({ payload: { steps: [...own.steps, ...typed.steps] } });
    await user.caller.progress.set({ id: habit.id, day: "2026-11-19", value: 7 });
    await user.caller.health.mapping.set({
      ...{ habit_id: habit.id, source: "health-connect", metric: "exercise.steps", way: "sum" },
    });
    expect(await daysOf(user, habit.id)).toEqual({ "2026-11-19": 7, [day]: 100 });
    await user.caller.health.connect.create({ payload: connectPayload });
    expect(await daysOf(user, habit.id)).toEqual({ "2026-11-19": 7, [day]: 6800 });
  });

  test("that ends leaves the days, which are then the person's own", async () => {
    const { user, habit } = await createMapped();
    await user.caller.health.connect.create({ payload: connectPayload });
    expect(await user.caller.health.mapping.delete({ habit_id: habit.id })).toEqual({ detail: "settings_updated" });
    expect(await refusal(user.caller.health.mapping.delete({ habit_id: habit.id }))).toMatchObject({
      key: "not_found",
    });
    await user.caller.health.mapping.set({
      ...{ habit_id: habit.id, source: "health-connect", metric: "steps", way: "sum" },
    });
    await user.caller.health.connect.create({ payload: steps(9_000, "2026-11-19T22:00:00Z") });
    expect(await daysOf(user, habit.id)).toEqual({ [day]: 8432 });
  });

  test("that cannot give the habit's unit is refused at its field", async () => {
    const { user, habit } = await createMapped({}, { unit: "minutes" });
    const set = (given: Mapping) =>
      refusal(
        user.caller.health.mapping.set({
          ...{ habit_id: habit.id, source: "health-connect", metric: "sleep", way: "sum" },
          ...given,
        }),
      );
    expect(await set({ way: "count" })).toMatchObject({ errors: { way: [{ code: "unit_kind_differs" }] } });
    expect(await set({ unit: "meters" })).toMatchObject({ errors: { unit: [{ code: "unit_kind_differs" }] } });
    expect(await set({ metric: "" })).toMatchObject({ errors: { metric: [{ code: "blank" }] } });
    expect(await set({ unit: "hours" })).toBeNull();
  });

  test("can fill at most ten habits with one metric", async () => {
    const { user } = await createMapped({}, {}, { plan: "paid" });
    const mapNext = async (title: string) => {
      const { id } = await user.caller.habit.create({ ...habitInput, title, unit: "repetitions" });
      return refusal(
        user.caller.health.mapping.set({ habit_id: id, source: "health-connect", metric: "steps", way: "sum" }),
      );
    };
    for (let count = 2; count <= 10; count += 1) expect(await mapNext(`Habit ${count}`)).toBeNull();
    expect(await mapNext("Habit 11")).toMatchObject({
      errors: { metric: [{ code: "too_many", values: { max: 10 } }] },
    });
  });

  test("of another user's habit cannot be made, and another user's payload fills nothing of mine", async () => {
    const { user, habit } = await createMapped();
    const { caller } = await api.createUser();
    const mapping = { habit_id: habit.id, source: "health-connect", metric: "steps", way: "sum" } as const;
    expect(await refusal(caller.health.mapping.set(mapping))).toMatchObject({ key: "habit_not_found" });
    expect((await caller.health.connect.create({ payload: connectPayload })).habits).toEqual([]);
    expect(await daysOf(user, habit.id)).toEqual({});
  });
});

test("the last payload of each app is listed with its metrics", async () => {
  const { user } = await createMapped();
  await user.caller.health.autoExport.create({ payload: autoExportPayload });
  clock.now += 60_000;
  await user.caller.health.connect.create({ payload: connectPayload });
  const { results } = await user.caller.health.arrival.list({});
  expect(results).toMatchObject([
    { source: "health-connect", arrived_at: new Date(clock.now).toISOString(), recorded: 1, kept: 0 },
    { source: "health-auto-export", recorded: 0 },
  ]);
  expect(results[0]?.metrics).toContainEqual({ metric: "weight", unit: "kg", points: 1, last_day: day });
});

test("the points of a day are forgotten a month after they last changed, and the day is then closed", async () => {
  const { user, habit } = await createMapped();
  await user.caller.health.connect.create({ payload: at("08:00", 100) });
  const arriveAfter = async (days: number, payload: object) => {
    clock.now = noon + days * dayMilliseconds;
    return user.caller.health.connect.create({ payload });
  };
  expect((await arriveAfter(30, at("09:00", 100))).habits).toMatchObject([{ recorded: [{ value: 200 }] }]);
  await arriveAfter(62, steps(1, "2026-12-01T08:00:00Z"));
  const closed = await arriveAfter(63, at("10:00", 100));
  expect(closed.habits).toMatchObject([{ recorded: [], refused: [{ reason: "day_closed", count: 1 }] }]);
  expect((await daysOf(user, habit.id))[day]).toBe(200);
});

test("the permanent deletion of a habit also deletes its health data, and the deletion of the account deletes all of it", async () => {
  const { user, habit } = await createMapped();
  const { id: other } = await user.caller.habit.create({ ...habitInput, title: "Other", unit: "repetitions" });
  await user.caller.health.mapping.set({ habit_id: other, source: "health-connect", metric: "steps", way: "sum" });
  await user.caller.health.connect.create({ payload: connectPayload });
  await user.caller.habit.delete({ id: habit.id });
  await user.caller.habit.trash.delete({ id: habit.id });
  await user.caller.health.connect.create({ payload: connectPayload });
  const rowsOf = async () => {
    const tables = [healthMappings, healthDays, healthArrivals] as const;
    const rows = await Promise.all(
      tables.map((table) => db.select().from(table).where(eq(table.user_id, user.user.id))),
    );
    return rows.map((own) => own.length);
  };
  expect(await rowsOf()).toEqual([1, 1, 1]);
  await api.sql`delete from users where id = ${user.user.id}`;
  expect(await rowsOf()).toEqual([0, 0, 0]);
});
