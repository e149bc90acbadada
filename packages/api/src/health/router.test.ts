import { healthArrivals, healthDays, healthMappings } from "@daymark/db/schema/connection/health";
import {
  autoExportPayload,
  connectPayload,
  lifeDashboardPayload,
  screenTimePayload,
} from "@daymark/domain/health/testing-payloads";
import { eq } from "drizzle-orm";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { toProblem } from "../base/error.ts";
import { createTestApi, habitInput, noon, type TestUser } from "../testing.ts";

const api = await createTestApi({ max: 8 });
const { clock, db } = api;
afterAll(api.drop);
beforeEach(() => {
  clock.now = noon;
});

const dayMilliseconds = 86_400_000;
const day = "2026-11-20";
const refusal = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error) => toProblem(error),
  );

type Mapping = Partial<Parameters<TestUser["caller"]["health"]["mapping"]["set"]>[0]>;

async function createMapped(mapping: Mapping = {}, values: Partial<typeof habitInput> = {}, account: object = {}) {
  const user = await api.createUser({ timezone: "Europe/Kyiv", ...account });
  const habit = await user.caller.habit.create({ ...habitInput, unit: "repetitions", ...values });
  await user.caller.health.mapping.set({
    ...{ habit_id: habit.id, source: "health-connect", metric: "steps", way: "sum" },
    ...mapping,
  });
  return { user, habit };
}

async function daysOf({ caller }: TestUser, id: number) {
  const { results } = await caller.progress.listOfHabit({ id, from: "2026-01-01", to: "2026-12-31" });
  return Object.fromEntries(results.map((entry) => [entry.day, entry.value]));
}

const steps = (count: number, start_time: string) => ({ steps: [{ count, start_time, end_time: start_time }] });
const at = (time: string, count: number) => steps(count, `${day}T${time}:00Z`);

describe("a payload", () => {
  test("of Health Auto Export fills the days of each mapped habit, in its unit", async () => {
    const { user, habit } = await createMapped({ source: "health-auto-export", metric: "step_count" });
    const run = await user.caller.habit.create({ ...habitInput, title: "Run", unit: "meters" });
    const sleep = await user.caller.habit.create({ ...habitInput, title: "Sleep", unit: "minutes" });
    const set = user.caller.health.mapping.set;
    await set({ habit_id: run.id, source: "health-auto-export", metric: "workouts/Outdoor Run.distance", way: "sum" });
    await set({ habit_id: sleep.id, source: "health-auto-export", metric: "sleep_analysis", way: "max" });
    const report = await user.caller.health.autoExport.create({ payload: autoExportPayload });
    expect(report).toMatchObject({
      dry_run: false,
      habits: [
        {
          habit_id: habit.id,
          title: habit.title,
          metric: "step_count",
          recorded: [{ day, value: 3501 }, { value: 800 }],
        },
        { habit_id: run.id, recorded: [{ day, value: 7100, capped: false }], unchanged: 0, kept: [], refused: [] },
        { habit_id: sleep.id, recorded: [{ day, value: 450 }] },
      ],
    });
    expect(report.unmapped).toContainEqual({ metric: "dietary_water", unit: "mL", points: 1, last_day: day });
    expect(report.unmapped.map(({ metric }) => metric)).not.toContain("step_count");
    expect(await daysOf(user, habit.id)).toEqual({ [day]: 3501, "2026-11-21": 800 });
    expect([await daysOf(user, run.id), await daysOf(user, sleep.id)]).toEqual([{ [day]: 7100 }, { [day]: 450 }]);
  });

  test("of HC Webhook does the same", async () => {
    const { user, habit } = await createMapped();
    const water = await user.caller.habit.create({ ...habitInput, title: "Water", unit: "milliliters" });
    await user.caller.health.mapping.set({
      ...{ habit_id: water.id, source: "health-connect", metric: "hydration", way: "sum" },
    });
    const report = await user.caller.health.connect.create({ payload: connectPayload });
    expect(report.habits.map(({ metric, recorded }) => [metric, recorded[0]?.value])).toEqual([
      ["steps", 8432],
      ["hydration", 800],
    ]);
    expect([await daysOf(user, habit.id), await daysOf(user, water.id)]).toEqual([{ [day]: 8432 }, { [day]: 800 }]);
  });

  test("of Life Dashboard Companion fills days by its totals, keeps typed days, and a repeated payload changes nothing", async () => {
    const user = await api.createUser({ plan: "paid", timezone: "Europe/Kyiv" });
    const walk = await user.caller.habit.create({ ...habitInput, title: "Walk", unit: "repetitions" });
    const screen = await user.caller.habit.create({ ...habitInput, title: "Screen", type: "bad", unit: "minutes" });
    const chat = await user.caller.habit.create({ ...habitInput, title: "Chat", type: "bad", unit: "minutes" });
    for (const [habit_id, metric] of [
      [walk.id, "daily_totals.steps"],
      [screen.id, "screen_time"],
      [chat.id, "screen_time/Chat"],
    ] as const) {
      await user.caller.health.mapping.set({ habit_id, source: "health-connect", metric, way: "sum" });
    }
    await user.caller.progress.set({ id: chat.id, day: "2026-11-20", value: 5 });
    const payload = { ...lifeDashboardPayload, ...screenTimePayload };
    const preview = await user.caller.health.connect.create({ payload, dry_run: true });
    expect(await daysOf(user, walk.id)).toEqual({});
    const report = await user.caller.health.connect.create({ payload });
    expect(report).toEqual({ ...preview, dry_run: false });
    const again = await user.caller.health.connect.create({ payload });
    expect(again.habits.map(({ recorded }) => recorded)).toEqual([[], [], []]);
    const days = await Promise.all([walk, screen, chat].map(({ id }) => daysOf(user, id)));
    expect(days).toEqual([{ "2026-11-20": 8421 }, { "2026-11-20": 180 }, { "2026-11-20": 5 }]);
  });

  test("that arrives again changes nothing", async () => {
    const { user, habit } = await createMapped();
    await user.caller.health.connect.create({ payload: connectPayload });
    const [before] = await db.select().from(healthDays).where(eq(healthDays.habit_id, habit.id));
    clock.now += 60_000;
    const report = await user.caller.health.connect.create({ payload: connectPayload });
    expect(report.habits).toMatchObject([{ recorded: [], unchanged: 1, kept: [], refused: [] }]);
    expect(await daysOf(user, habit.id)).toEqual({ [day]: 8432 });
    expect(await db.select().from(healthDays).where(eq(healthDays.habit_id, habit.id))).toEqual([before]);
  });

  test("that overlaps with others adds only its new points, in any order", async () => {
    const { user, habit } = await createMapped();
    const [one, two, three] = [at("08:00", 100), at("09:00", 200), at("10:00", 300)].map(({ steps: [point] }) => point);
    await user.caller.health.connect.create({ payload: { steps: [two, three] } });
    await user.caller.health.connect.create({ payload: { steps: [one, two] } });
    expect(await daysOf(user, habit.id)).toEqual({ [day]: 600 });
    await user.caller.health.connect.create({ payload: { steps: [two, three] } });
    expect(await daysOf(user, habit.id)).toEqual({ [day]: 600 });
  });

  test("with a larger amount at the same time replaces it, and an older smaller one changes nothing", async () => {
    const { user, habit } = await createMapped();
    const total = (count: number) => steps(count, "2026-11-19T22:00:00Z");
    for (const [count, expected] of [
      [4000, 4000],
      [6500, 6500],
      [4000, 6500],
    ] as const) {
      await user.caller.health.connect.create({ payload: total(count) });
      expect(await daysOf(user, habit.id)).toEqual({ [day]: expected });
    }
  });

  test("whose amounts are too small alone counts with the next ones", async () => {
    const { user, habit } = await createMapped({ metric: "distance" }, { unit: "kilometers" });
    const walk = (time: string) => ({ distance: [{ meters: 400, start_time: `${day}T${time}:00Z` }] });
    const first = await user.caller.health.connect.create({ payload: walk("08:00") });
    expect(first.habits).toMatchObject([{ recorded: [], refused: [{ reason: "amount_too_small", count: 1 }] }]);
    await user.caller.health.connect.create({ payload: walk("09:00") });
    expect(await daysOf(user, habit.id)).toEqual({ [day]: 1 });
  });

  test("that arrives again after a change of the time zone does not count on another day", async () => {
    const { user, habit } = await createMapped({}, {}, { timezone: "UTC" });
    await user.caller.health.connect.create({ payload: steps(500, "2026-11-19T23:30:00Z") });
    await api.sql`update users set timezone = 'Europe/Kyiv' where id = ${user.user.id}`;
    const again = await user.callerWith({ timezone: "Europe/Kyiv" });
    await again.health.connect.create({ payload: steps(500, "2026-11-19T23:30:00Z") });
    expect(await daysOf(user, habit.id)).toEqual({ "2026-11-19": 500 });
  });

  test("that is only tried gives the same report and writes nothing", async () => {
    const { user, habit } = await createMapped();
    const preview = await user.caller.health.connect.create({ payload: connectPayload, dry_run: true });
    const invented = await user.caller.health.connect.create({ payload: { ...connectPayload, test: true } });
    expect([preview.dry_run, invented.dry_run, await daysOf(user, habit.id)]).toEqual([true, true, {}]);
    expect(await user.caller.health.arrival.list({})).toEqual({ results: [], next: null });
    const real = await user.caller.health.connect.create({ payload: connectPayload });
    expect({ ...preview, dry_run: false }).toEqual(real);
  });

  test("that contains nothing of use is answered with what it lacks", async () => {
    const { user, habit } = await createMapped({}, { unit: "minutes" });
    const habits = async (payload: unknown) => (await user.caller.health.connect.create({ payload })).habits;
    expect(await habits({ app_version: "1" })).toEqual([]);
    expect(await habits(at("08:00", 5))).toMatchObject([{ refused: [{ reason: "unit_kind_differs", count: 1 }] }]);
    await user.caller.health.mapping.set({
      ...{ habit_id: habit.id, source: "health-connect", metric: "steps", way: "sum", unit: "seconds" },
    });
    const points = [{ count: -1, start_time: `${day}T08:00:00Z` }, ...steps(60, "2027-01-01T00:00:00Z").steps];
    expect(await habits({ steps: [...points, ...at("08:00", 20).steps] })).toMatchObject([
      {
        recorded: [],
        refused: [
          { reason: "point_unreadable", count: 1 },
          { reason: "day_out_of_range", count: 1 },
          { reason: "amount_too_small", count: 1 },
        ],
      },
    ]);
    await user.caller.habit.update({ id: habit.id, archived: true });
    expect(await habits(at("08:00", 500))).toMatchObject([{ refused: [{ reason: "habit_archived", count: 1 }] }]);
    expect(await daysOf(user, habit.id)).toEqual({});
  });

  test("above the largest amount is capped at it", async () => {
    const { user, habit } = await createMapped();
    const { habits } = await user.caller.health.connect.create({ payload: at("08:00", 12_345) });
    expect(habits[0]?.recorded).toEqual([{ day, value: 10_000, capped: true }]);
    expect(await daysOf(user, habit.id)).toEqual({ [day]: 10_000 });
  });
});

describe("the same payload", () => {
  const payload = { steps: [...at("02:30", 1).steps, ...at("15:30", 10).steps, ...at("22:30", 100).steps] };

  test.each([
    ["Asia/Tokyo", 0, { "2026-11-20": 1, "2026-11-21": 110 }],
    ["America/New_York", 0, { "2026-11-19": 1, "2026-11-20": 110 }],
    ["Europe/Kyiv", 4, { "2026-11-20": 111 }],
    ["Europe/Kyiv", 5, { "2026-11-19": 1, "2026-11-20": 110 }],
  ])("fills the days of %s with the start at %d o'clock", async (timezone, day_start_hour, expected) => {
    const { user, habit } = await createMapped({}, {}, { timezone, day_start_hour });
    await user.caller.health.connect.create({ payload });
    expect(await daysOf(user, habit.id)).toEqual(expected);
  });

  test.each([
    ["2026-03-29", "2026-03-28T22:00:00Z", 23],
    ["2026-10-25", "2026-10-24T21:00:00Z", 25],
  ])("fills %s, on which clocks change, with all of its hours", async (changing, first, hours) => {
    const { user, habit } = await createMapped();
    const start = Date.parse(first) - 3_600_000;
    const list = Array.from({ length: 30 }, (_, hour) => ({
      count: 1,
      start_time: new Date(start + hour * 3_600_000).toISOString(),
    }));
    await user.caller.health.connect.create({ payload: { steps: list } });
    expect((await daysOf(user, habit.id))[changing]).toBe(hours);
  });
});

describe("what a person recorded", () => {
  test("before a payload takes precedence, and the report says so", async () => {
    const { user, habit } = await createMapped();
    await user.caller.progress.set({ id: habit.id, day, value: 50 });
    const { habits } = await user.caller.health.connect.create({ payload: connectPayload });
    expect(habits).toMatchObject([{ recorded: [], unchanged: 0, kept: [day] }]);
    expect(await daysOf(user, habit.id)).toEqual({ [day]: 50 });
    expect((await user.caller.health.arrival.list({})).results).toMatchObject([
      { source: "health-connect", recorded: 0, kept: 1 },
    ]);
  });

  test.each<[string, (user: TestUser, id: number) => Promise<unknown>, Record<string, number | null>]>([
    ["another amount", ({ caller }, id) => caller.progress.set({ id, day, value: 50 }), { [day]: 50 }],
    ["one more", ({ caller }, id) => caller.progress.increment({ id, day, by: 1 }), { [day]: 8433 }],
    ["a skip", ({ caller }, id) => caller.progress.set({ id, day, skipped: true }), { [day]: null }],
    ["a deletion", ({ caller }, id) => caller.progress.delete({ id, day }), {}],
  ])("after a payload wins too: %s", async (_, change, expected) => {
    const { user, habit } = await createMapped();
    await user.caller.health.connect.create({ payload: connectPayload });
    await change(user, habit.id);
    const more = steps(9_000, "2026-11-19T22:00:00Z");
    expect((await user.caller.health.connect.create({ payload: more })).habits).toMatchObject([{ kept: [day] }]);
    expect(await daysOf(user, habit.id)).toEqual(expected);
  });

  test("as a note stays beside the amount", async () => {
    const { user, habit } = await createMapped();
    await user.caller.progress.set({ id: habit.id, day, note: "in the woods" });
    await user.caller.health.connect.create({ payload: connectPayload });
    const { results } = await user.caller.progress.listOfHabit({ id: habit.id, from: day, to: day });
    expect(results).toMatchObject([{ value: 8432, note: "in the woods" }]);
  });

  test("at the same moment is never lost", async () => {
    const { user, habit } = await createMapped();
    await Promise.all([
      user.caller.health.connect.create({ payload: connectPayload }),
      user.caller.progress.set({ id: habit.id, day, value: 50 }),
    ]);
    expect(await daysOf(user, habit.id)).toEqual({ [day]: 50 });
    await user.caller.health.connect.create({ payload: steps(9_000, "2026-11-19T22:00:00Z") });
    expect(await daysOf(user, habit.id)).toEqual({ [day]: 50 });
  });
});

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
