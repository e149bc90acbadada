import { healthDays } from "@daymark/db/schema/connection/health";
import {
  autoExportPayload,
  connectPayload,
  lifeDashboardPayload,
  screenTimePayload,
} from "@daymark/domain/health/testing-payloads";
import { eq } from "drizzle-orm";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { habitInput, noon, type TestUser } from "../testing.ts";
import { at, createHealthApi, day, daysOf, steps } from "./testing.ts";

const api = await createHealthApi();
const { clock, db, createMapped } = api;
afterAll(api.drop);
beforeEach(() => {
  clock.now = noon;
});

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
