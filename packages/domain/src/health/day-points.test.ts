import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  amountOf,
  type Clock,
  type DayPoints,
  mergePoints,
  pointsByDay,
  pointsOfDayMax,
  pointsToKeep,
  withoutNeighbours,
} from "./day-points.ts";
import { decideDay } from "./decide.ts";
import type { HealthPoint } from "./series.ts";

const kyiv: Clock = { timezone: "Europe/Kyiv", dayStartHour: 0, today: "2026-11-21" };

function amounts(points: readonly HealthPoint[], clock: Clock) {
  const { days } = pointsByDay({ metric: "m", unit: "count", points: [...points], unreadable: 0 }, clock, 1);
  return Object.fromEntries([...days].map(([day, own]) => [day, amountOf(own, "sum", "repetitions")]));
}
const at = (instant: string, quantity = 1): HealthPoint => ({ at: Date.parse(instant), day: null, quantity });

describe("a point belongs to a day", () => {
  test("by the user's time zone", () => {
    const points = [at("2026-11-20T15:30:00Z"), at("2026-11-20T04:30:00Z", 2)];
    expect(amounts(points, { ...kyiv, timezone: "Asia/Tokyo" })).toEqual({ "2026-11-21": 1, "2026-11-20": 2 });
    expect(amounts(points, { ...kyiv, timezone: "America/New_York" })).toEqual({ "2026-11-20": 1, "2026-11-19": 2 });
  });

  test("by the user's start of the day", () => {
    const late = [at("2026-11-20T00:30:00Z"), at("2026-11-20T03:30:00Z", 2)];
    expect(amounts(late, kyiv)).toEqual({ "2026-11-20": 3 });
    expect(amounts(late, { ...kyiv, dayStartHour: 4 })).toEqual({ "2026-11-19": 1, "2026-11-20": 2 });
  });

  test.each([
    ["of 23 hours", "2026-03-29", "2026-03-28T22:00:00Z", 23],
    ["of 24 hours", "2026-03-30", "2026-03-29T21:00:00Z", 24],
    ["of 25 hours", "2026-10-25", "2026-10-24T21:00:00Z", 25],
  ])("%s, hour by hour", (_, day, first, hours) => {
    const start = Date.parse(first);
    const points = Array.from({ length: 72 }, (_, hour) => ({
      at: start + (hour - 24) * 3_600_000,
      day: null,
      quantity: 1,
    }));
    expect(amounts(points, kyiv)[day]).toBe(hours);
  });
});

describe("totals of calendar days", () => {
  const totals = [at("2026-11-18T22:00:00Z", 5000), at("2026-11-19T22:00:00Z", 7000)];

  test("keep their day, whenever the user's day begins", () => {
    expect(amounts(totals, { ...kyiv, dayStartHour: 4 })).toEqual({ "2026-11-19": 5000, "2026-11-20": 7000 });
  });

  test("use the clock of the phone, if the app sends it", () => {
    const abroad = { ...kyiv, timezone: "Asia/Tokyo" };
    const told = totals.map((point, index) => ({ ...point, midnightOf: `2026-11-${19 + index}` }));
    expect(amounts(told, abroad)).toEqual({ "2026-11-19": 5000, "2026-11-20": 7000 });
  });

  test("are no totals beside points of other times", () => {
    expect(amounts([...totals, at("2026-11-20T10:00:00Z", 1)], { ...kyiv, dayStartHour: 4 })).toEqual({
      "2026-11-18": 5000,
      "2026-11-19": 7000,
      "2026-11-20": 1,
    });
  });

  test("do not add to the points of the same day", () => {
    const { points } = mergePoints({ day: 7000 }, { a: 3000, b: 2000 });
    expect(amountOf(points, "sum", "repetitions")).toBe(7000);
    expect(amountOf({ ...points, c: 4000 }, "sum", "repetitions")).toBe(9000);
  });
});

test("the future and what is more than a year old is left out and counted", () => {
  const points = [at("2026-11-22T10:00:00Z"), at("2025-11-19T10:00:00Z"), at("2025-11-20T10:00:00Z")];
  const { days, outOfRange } = pointsByDay({ metric: "m", unit: "", points, unreadable: 0 }, kyiv, 1);
  expect([[...days.keys()], outOfRange]).toEqual([["2025-11-20"], 2]);
});

test("a day takes a bounded number of points, and the rest is counted", () => {
  const start = Date.parse("2026-11-20T00:00:00Z");
  const points = Array.from({ length: pointsOfDayMax + 5 }, (_, index) => ({
    at: start + index,
    day: null,
    quantity: 1,
  }));
  const { days, tooMany } = pointsByDay({ metric: "m", unit: "", points, unreadable: 0 }, kyiv, 1);
  const own = days.get("2026-11-20") ?? {};
  expect([Object.keys(own).length, tooMany]).toEqual([pointsOfDayMax, 5]);
  expect(mergePoints(own, { zz: 1 }).tooMany).toBe(1);
});

test.each([
  ["sum", 9],
  ["max", 6],
  ["last", 1],
  ["count", 3],
] as const)("the way %s makes a day of its points", (way, amount) => {
  const points = { [(1000).toString(36)]: 2, [(99_999).toString(36)]: 1, [(5000).toString(36)]: 6 };
  expect(amountOf(points, way, "repetitions")).toBe(amount);
});

const dayPoints = fc.dictionary(fc.integer({ min: 0, max: 20 }).map(String), fc.integer({ min: 0, max: 500 }), {
  noNullPrototype: true,
});

test("payloads give the same day in any order and any number of times", () => {
  fc.assert(
    fc.property(fc.array(dayPoints, { maxLength: 6 }), fc.array(fc.nat(5), { maxLength: 6 }), (payloads, again) => {
      const merge = (all: readonly DayPoints[]) =>
        all.reduce<DayPoints>((known, own) => mergePoints(known, own).points, {});
      const repeats = again.map((index) => payloads[index] ?? {});
      expect(merge([...repeats, ...payloads.toReversed(), ...repeats])).toEqual(merge(payloads));
    }),
  );
});

describe("a day", () => {
  const entry = {
    habit_id: 1,
    day: "2026-11-20",
    unit: "repetitions",
    skipped: false,
    note: null,
    confirmed: false,
  } as const;
  const given = { incoming: { a: 5 }, way: "sum", habitUnit: "repetitions" } as const;
  const known = { value: 3, unit: "repetitions", points: { b: 3 } } as const;

  test("with nothing recorded, or only a note, is filled", () => {
    expect(decideDay({ ...given, entry: undefined, known: undefined })).toMatchObject({
      outcome: "recorded",
      value: 5,
    });
    const note = { ...entry, value: null, note: "ill" };
    expect(decideDay({ ...given, entry: note, known: undefined })).toMatchObject({ outcome: "recorded", value: 5 });
  });

  test("with the amount that health data recorded grows", () => {
    expect(decideDay({ ...given, entry: { ...entry, value: 3 }, known })).toMatchObject({
      outcome: "recorded",
      value: 8,
    });
  });

  test.each([
    ["a typed amount", { ...entry, value: 2 }, undefined],
    ["a changed amount", { ...entry, value: 4 }, known],
    ["the amount in another unit", { ...entry, value: 3, unit: "percentages" as const }, known],
    ["a skip", { ...entry, value: null, skipped: true }, undefined],
    ["a skip of a day of health data", { ...entry, value: null, skipped: true }, known],
    ["a confirmation", { ...entry, value: null, confirmed: true }, undefined],
    ["a deleted amount", undefined, known],
  ])("with %s belongs to the user and is kept", (_, own, before) => {
    expect(decideDay({ ...given, entry: own, known: before })).toEqual({ outcome: "kept" });
  });

  test("above the largest amount is capped, and below 1 not recorded", () => {
    const filled = { ...given, entry: undefined, known: undefined };
    expect(decideDay({ ...filled, incoming: { a: 12_345 } })).toMatchObject({ value: 10_000, capped: true });
    expect(decideDay({ ...filled, incoming: { a: 0.4 } })).toEqual({
      outcome: "too_small",
      points: { a: 0.4 },
    });
  });

  test("whose points were too few to record anything is recorded with the next ones", () => {
    const few = { value: 0, unit: "repetitions", points: { b: 0.4 } } as const;
    expect(decideDay({ ...given, entry: undefined, known: few, incoming: { a: 0.4 } })).toMatchObject({ value: 1 });
    const typed = { ...entry, value: 2 };
    expect(decideDay({ ...given, entry: typed, known: few })).toEqual({ outcome: "kept" });
  });

  test("of the last month keeps all its points, and an older one only few", () => {
    const points = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, 1]));
    expect(pointsToKeep(points(1_500), "2026-10-20", "2026-11-20")).toEqual(points(1_500));
    expect(pointsToKeep(points(24), "2026-10-19", "2026-11-20")).toEqual(points(24));
    expect(pointsToKeep(points(25), "2026-10-19", "2026-11-20")).toBeNull();
  });

  test("does not count an instant that a neighbouring day has, but its own total", () => {
    expect(withoutNeighbours({ a: 1, b: 2, day: 9 }, [{ a: 1, day: 5 }, null, undefined])).toEqual({ b: 2, day: 9 });
  });

  test("whose points are forgotten takes no more", () => {
    expect(decideDay({ ...given, entry: { ...entry, value: 3 }, known: { ...known, points: null } })).toEqual({
      outcome: "closed",
    });
  });
});
