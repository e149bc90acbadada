import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readAutoExport } from "./auto-export.ts";
import { isConnectTest, readConnect } from "./connect.ts";
import type { HealthSeries } from "./series.ts";
import { autoExportPayload, connectPayload, lifeDashboardPayload, screenTimePayload } from "./testing-payloads.ts";

const short = (series: readonly HealthSeries[]) =>
  Object.fromEntries(
    series.map(({ metric, unit, points }) => [metric, [unit, ...points.map(({ quantity }) => quantity)]]),
  );
const daily = (points: readonly object[], units = "count") =>
  readAutoExport({ data: { metrics: [{ name: "m", units, data: points }] } })[0];

test("Health Auto Export's metrics and workouts are read with their units", () => {
  expect(short(readAutoExport(autoExportPayload))).toEqual({
    step_count: ["count", 1200, 2300.6, 800],
    walking_running_distance: ["mi", 3.2],
    active_energy: ["kJ", 1255.2],
    dietary_water: ["mL", 250],
    weight_body_mass: ["lb", 165],
    heart_rate: ["bpm", 61.4],
    "blood_pressure.systolic": ["mmHg", 120],
    "blood_pressure.diastolic": ["mmHg", 80],
    sleep_analysis: ["hr", 7.5],
    "sleep_analysis.inBed": ["hr", 8],
    workouts: ["s", 2280],
    "workouts.distance": ["km", 7.1],
    "workouts.energy": ["kcal", 510],
    "workouts/Outdoor Run": ["s", 2280],
    "workouts/Outdoor Run.distance": ["km", 7.1],
    "workouts/Outdoor Run.energy": ["kcal", 510],
  });
});

test("HC Webhook's records are read with their units, and a kind without an amount counts", () => {
  expect(short(readConnect(connectPayload))).toEqual({
    steps: ["count", 8432],
    sleep: ["s", 27_000],
    distance: ["m", 5420],
    hydration: ["l", 0.5, 0.3],
    weight: ["kg", 75.5],
    exercise: ["s", 3600],
    "exercise/running": ["s", 3600],
    "exercise.distance": ["m", 5420],
    "exercise.steps": ["count", 6800],
    "nutrition.protein": ["g", 25],
    intermenstrual_bleeding: ["count", 1],
  });
});

test("Life Dashboard Companion's records, sums of hours and totals of days are read with their units", () => {
  expect(short(readConnect(lifeDashboardPayload))).toEqual({
    steps: ["count", 1234, 1840],
    heart_rate: ["bpm", 72.4],
    heart_rate_variability: ["ms", 42.5],
    vo2_max: ["mL/min/kg", 42.5],
    basal_metabolic_rate: ["kcal", 1650],
    body_water_mass: ["kg", 42],
    nutrition: ["kcal", 450],
    "nutrition.sugar": ["g", 9.1],
    "nutrition.sodium": ["mg", 180],
    "nutrition.fiber": ["g", 6.2],
    mindfulness: ["s", 900],
    "daily_totals.steps": ["count", 8421],
    "daily_totals.distance": ["m", 6210.4],
    "daily_totals.active_calories": ["kcal", 412],
  });
});

test("Life Dashboard Companion's screen time is read by day, as a whole and by app", () => {
  const series = readConnect(screenTimePayload);
  expect(short(series)).toEqual({
    screen_time: ["min", 180],
    "screen_time/Chat": ["min", 45],
    "screen_time/Maps": ["min", 12],
  });
  expect(series[0]?.points).toEqual([{ at: null, day: "2026-11-20", quantity: 180 }]);
});

test("the screen time of apps with one name is added up, and is unreadable if that of one of them is", () => {
  const appsOf = (...minutes: unknown[]) => minutes.map((each) => ({ name: "Browser", minutes: each }));
  const read = (apps: object[]) => readConnect({ screen_time: [{ date: "2026-11-20", apps }] })[1];
  expect(read(appsOf(30, 12.5))?.points).toEqual([{ at: null, day: "2026-11-20", quantity: 42.5 }]);
  expect(read(appsOf(30, "often"))).toMatchObject({ points: [], unreadable: 1 });
});

test("HC Webhook's invented test data is recognized", () => {
  expect([isConnectTest(connectPayload), isConnectTest({ ...connectPayload, test: true })]).toEqual([false, true]);
});

describe("a date of Health Auto Export", () => {
  test.each([
    ["2026-11-20 08:00:00 +0200", "2026-11-20T06:00:00.000Z"],
    ["2026-11-20 8:05:00 PM +0200", "2026-11-20T18:05:00.000Z"],
    ["2026-11-20 12:05:00\u202fAM -0500", "2026-11-20T05:05:00.000Z"],
    ["2026-11-20T08:00:00Z", "2026-11-20T08:00:00.000Z"],
    ["2026-11-20 08:00:00 +05:30", "2026-11-20T02:30:00.000Z"],
  ])("%s is read with its offset", (date, instant) => {
    expect(daily([{ qty: 1, date }])?.points).toMatchObject([{ at: Date.parse(instant), midnightOf: null }]);
  });

  test("that is a midnight or only a day names the phone's calendar day", () => {
    expect(daily([{ qty: 1, date: "2026-11-20 00:00:00 +0200" }])?.points).toMatchObject([
      { midnightOf: "2026-11-20" },
    ]);
    expect(daily([{ qty: 1, date: "2026-11-20" }])?.points).toEqual([{ at: null, day: "2026-11-20", quantity: 1 }]);
  });

  test.each(["2026-11-20 08:00:00", "2026-02-30 08:00:00 +0000", "2026-11-20 25:00:00 +0000", "", 5, null, undefined])(
    "%j cannot be read, and the point counts as unreadable",
    (date) => {
      expect(daily([{ qty: 1, date }])).toMatchObject({ points: [], unreadable: 1 });
    },
  );
});

test.each([-1, Number.NaN, 1e10, "many", "", null, [], {}])("the amount %j is unreadable", (qty) => {
  expect(daily([{ qty, date: "2026-11-20" }])).toMatchObject({ points: [], unreadable: 1 });
});

test("parts of a night belong to the day on which it ends, and lying awake is no sleep", () => {
  const part = { sleepStart: "2026-11-19 22:50:00 +0200", sleepEnd: "2026-11-20 06:30:00 +0200" };
  const [night] = readAutoExport({
    data: {
      metrics: [
        {
          name: "sleep_analysis",
          units: "hr",
          data: [
            {
              ...part,
              value: "Core",
              qty: 1,
              startDate: "2026-11-19 22:50:00 +0200",
              endDate: "2026-11-19 23:50:00 +0200",
            },
            {
              ...part,
              value: "REM",
              qty: 0.5,
              startDate: "2026-11-19 23:50:00 +0200",
              endDate: "2026-11-20 00:20:00 +0200",
            },
            {
              ...part,
              value: "Awake",
              qty: 0.1,
              startDate: "2026-11-20 00:20:00 +0200",
              endDate: "2026-11-20 00:26:00 +0200",
            },
          ],
        },
      ],
    },
  });
  expect(night?.points.map(({ day, quantity }) => [day, quantity])).toEqual([
    ["2026-11-20", 1],
    ["2026-11-20", 0.5],
  ]);
});

test("any JSON is read without an error, and no amount is negative", () => {
  const near = fc.record({
    data: fc.record({
      metrics: fc.array(fc.record({ name: fc.jsonValue(), units: fc.jsonValue(), data: fc.jsonValue() })),
      workouts: fc.array(fc.record({ name: fc.jsonValue(), start: fc.jsonValue(), distance: fc.jsonValue() })),
    }),
    steps: fc.array(fc.record({ count: fc.jsonValue(), start_time: fc.jsonValue() })),
    daily_totals: fc.array(fc.record({ date: fc.jsonValue(), steps: fc.jsonValue() })),
    screen_time: fc.array(fc.record({ date: fc.jsonValue(), apps: fc.jsonValue() })),
  });
  fc.assert(
    fc.property(fc.oneof(fc.jsonValue(), near), (payload) => {
      for (const { metric, points } of [...readAutoExport(payload), ...readConnect(payload)]) {
        expect(metric.isWellFormed()).toBe(true);
        for (const { quantity } of points) expect(quantity).toBeGreaterThanOrEqual(0);
      }
    }),
  );
});

test("a date that is longer than any of an app is not searched for one", () => {
  const date = `2026-11-20 08:00${" ".repeat(50_000)}x`;
  expect(daily([{ date, qty: 1 }])).toMatchObject({ points: [], unreadable: 1 });
  const night = `2026-11-20 8:00:00\u202fAM +0000`;
  expect(daily([{ date: night, qty: 1 }])?.points).toHaveLength(1);
});

test.each([
  "-271821-04-20T00:00:00Z",
  "+020251-06-01T00:00:00Z",
  "2026-11-20T08:00:00",
  "20 Nov 2026",
  "2026-13-20T08:00:00Z",
  "",
])("the time %j of HC Webhook is unreadable", (start_time) => {
  expect(readConnect({ steps: [{ count: 5, start_time }] })).toMatchObject([{ points: [], unreadable: 1 }]);
});

test.each(["toString", "constructor", "hasOwnProperty"])("a kind named %s counts like any other", (kind) => {
  const payload = JSON.parse(`{"${kind}":[{"time":"2026-11-20T08:00:00Z"}]}`);
  expect(short(readConnect(payload))).toEqual({ [kind]: ["count", 1] });
});

test("a payload of thousands of metrics is cut, so that the answer stays short", () => {
  const records = [{ time: "2026-11-20T08:00:00Z" }];
  const payload = Object.fromEntries(Array.from({ length: 2_000 }, (_, index) => [`kind_${index}`, records]));
  expect(readConnect(payload)).toHaveLength(300);
});
