import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { fromDayNumber, toDayNumber } from "../base/day.ts";
import {
  correlatedAccount,
  drawDays,
  historyOf,
  insightsInSteps,
  insightsOf,
  insightToday,
  nullAccount,
  periodicAccount,
  randomNumbers,
} from "../testing-insight.ts";
import { type InsightHistory, insightDaysMax } from "./collect.ts";
import { insightsSchema } from "./insights.ts";

const random = randomNumbers(7);
const reading = drawDays(300, random, () => 0.5);
const walking = drawDays(300, random, (day) => (reading[day] ? 0.85 : 0.3));

describe("a relation", () => {
  const [relation] = insightsOf([historyOf(1, reading), historyOf(2, walking)]).relations;

  test("tells on how many days, and how often with and without, as they were recorded", () => {
    const counted = (isRead: number) => walking.filter((_, day) => reading[day] === isRead);
    expect(relation).toMatchObject({
      habit_id: 1,
      other_id: 2,
      lag_days: 0,
      measure: "share",
      days: 300,
      with: { days: counted(1).length, median: null },
      without: { days: counted(0).length, median: null },
    });
    const walked = counted(1).reduce((sum, value) => sum + value, 0);
    expect(relation?.with.share).toBeCloseTo(walked / counted(1).length, 4);
  });

  test("has a range around its estimate that leaves out zero", () => {
    const { estimate = 0, low = 0, high = 0 } = relation ?? {};
    expect(low).toBeGreaterThan(0);
    expect(low).toBeLessThan(estimate);
    expect(high).toBeGreaterThan(estimate);
  });

  test("needs 60 days that say something about both", () => {
    const both = (days: number) =>
      insightsOf([historyOf(1, reading.slice(0, days)), historyOf(2, walking.slice(0, 100))]);
    expect(both(59)).toMatchObject({ relations: [] });
    expect(both(60).tests).toBeGreaterThan(both(59).tests);
  });

  test("is found between a number of every day, such as mood, and what is done on some days", () => {
    const mood = reading.map((isRead) => Math.round(3 + 3 * random() + (isRead ? 2 : 0)));
    const { relations } = insightsOf([historyOf(1, reading), historyOf(2, mood)]);
    expect(relations[0]).toMatchObject({ habit_id: 1, other_id: 2, measure: "rank", threshold: null });
    const [withIt, without] = [relations[0]?.with, relations[0]?.without];
    expect([withIt?.share, without?.share]).toEqual([null, null]);
    expect((withIt?.median ?? 0) - (without?.median ?? 0)).toBeGreaterThanOrEqual(2);
  });

  test("of two amounts divides the days by the middle amount of the first", () => {
    const minutes = reading.map(() => Math.round(10 + 50 * random()));
    const pages = minutes.map((amount) => Math.round(amount / 3 + 20 * random()));
    const [amounts] = insightsOf([historyOf(1, minutes), historyOf(2, pages)]).relations;
    const middle = minutes.toSorted((a, b) => a - b);
    expect(amounts?.threshold).toBe(((middle[149] as number) + (middle[150] as number)) / 2);
    expect(amounts?.estimate).toBeGreaterThan(0.3);
  });
});

describe("insights", () => {
  test("list 200 relations at most, and tell how many there are", () => {
    const alike = Array.from({ length: 15 }, (_, id) =>
      historyOf(
        id,
        drawDays(300, random, (day) => (reading[day] ? 0.95 : 0.05)).map(
          (value) => value && Math.round(1 + 9 * random()),
        ),
      ),
    );
    const nextDay = alike.map((each) => ({
      ...each,
      id: each.id + 100,
      entries: each.entries.map((entry) => ({ ...entry, day: entry.day - 1 })),
    }));
    const { relations, relations_found } = insightsOf([...alike, ...nextDay]);
    expect(relations).toHaveLength(200);
    expect(relations_found).toBeGreaterThan(200);
  });

  test("of no habits are empty", () => {
    expect(insightsOf([])).toMatchObject({ habits: [], tests: 0, relations: [], forecasts: [], vacations: null });
  });

  test("begin with the first day that says something", () => {
    const { from, to } = insightsOf([historyOf(1, reading), historyOf(2, reading.slice(0, 100))]);
    expect([from, to]).toEqual([fromDayNumber(insightToday - 300), fromDayNumber(insightToday - 1)]);
  });

  test("look back ten years at most", () => {
    const years = drawDays(insightDaysMax + 500, random, () => 0.5);
    expect(insightsOf([historyOf(1, years)]).habits[0]?.days).toBe(insightDaysMax);
  });

  test("compare the 50 habits with the most days, in their order", () => {
    const habits = Array.from({ length: 53 }, (_, index) => historyOf(index, reading.slice(0, index < 3 ? 80 : 90)));
    expect(insightsOf(habits).habits.map(({ habit_id }) => habit_id)).toEqual(
      Array.from({ length: 50 }, (_, index) => index + 3),
    );
  });

  test("forecast only habits that they compare", () => {
    const weekly = { schedule: { target_per: "week" as const }, targets: [{ from: 0, target: 100 }] };
    const short = [historyOf(100, Array(70).fill(10), weekly), historyOf(101, Array(100).fill(10), weekly)];
    const long = Array.from({ length: 49 }, (_, index) => historyOf(index, reading.slice(0, 90)));
    const { habits, forecasts } = insightsOf([...short, ...long]);
    expect(habits).toHaveLength(50);
    expect(forecasts.map(({ habit_id }) => habit_id)).toEqual([101]);
  });

  test("match their schema, with every kind of finding", () => {
    const weekly = { schedule: { target_per: "week" as const }, targets: [{ from: 0, target: 30 }] };
    const falling = drawDays(300, random, (day) => (day < 400 ? 0.6 : 0.2));
    const insights = insightsOf([historyOf(1, reading), historyOf(2, walking), historyOf(3, falling, weekly)]);
    expect(insightsSchema.parse(insights)).toEqual(insights);
    expect(insights.forecasts).toHaveLength(1);
    expect(insights.streaks.map(({ habit_id }) => habit_id)).toEqual([1, 2]);
  });
});

describe("shares after a streak", () => {
  test("count each day by the successes in a row before it, from the first failure on", () => {
    // A failure, then six successes and a failure again and again.
    const days = Array.from({ length: 7 * 30 }, (_, day) => (day % 7 === 0 ? 0 : 1));
    const [streaks] = insightsOf([historyOf(1, days)]).streaks;
    expect(streaks?.after.map(({ from, to, days: counted, share }) => [from, to, counted, share])).toEqual([
      [0, 0, 30, 1],
      [1, 2, 60, 1],
      [3, 6, 119, 0.7563],
    ]);
  });

  test("of a bad habit count the days within the limit", () => {
    const days = Array.from({ length: 210 }, (_, day) => (day % 7 === 0 ? 5 : 0));
    const [streaks] = insightsOf([historyOf(1, days, { type: "bad" })]).streaks;
    expect(streaks?.after[0]).toMatchObject({ from: 0, to: 0, days: 30, share: 1 });
  });
});

describe("a change", () => {
  test("tells the level before and after it, and since when: mostly to within three weeks", () => {
    const near = Array.from({ length: 30 }, (_, seed) => {
      const days = drawDays(700, randomNumbers(seed), (day) => (day < 500 ? 0.7 : 0.25));
      const [change] = insightsOf([historyOf(1, days)]).changes;
      expect(change).toMatchObject({ habit_id: 1, measure: "share" });
      expect(Math.abs((change?.before ?? 0) - 0.7)).toBeLessThan(0.1);
      expect(Math.abs((change?.after ?? 0) - 0.25)).toBeLessThan(0.1);
      return Math.abs(toDayNumber(change?.since ?? "") - (insightToday - 200)) <= 21;
    });
    expect(near.filter(Boolean).length).toBeGreaterThanOrEqual(24);
  });

  test("is the latest of several, compared with what was right before it", () => {
    const days = drawDays(1400, random, (day) => (day < 500 ? 0.2 : day < 1000 ? 0.9 : 0.5));
    const [change] = insightsOf([historyOf(1, days)]).changes;
    expect(change?.before).toBeCloseTo(0.9, 1);
    expect(change?.after).toBeCloseTo(0.5, 1);
  });
});

describe("a forecast", () => {
  const weekly = { schedule: { target_per: "week" as const }, targets: [{ from: 0, target: 100 }] };
  const evenly = Array.from({ length: 100 }, () => 10);

  test("adds to what is recorded what the weekdays to come usually bring", () => {
    // Today is a Saturday: 50 are recorded, and two days are to come.
    const { forecasts } = insightsOf([historyOf(1, evenly, weekly)]);
    expect(forecasts).toEqual([
      {
        habit_id: 1,
        period: "week",
        from: "2026-11-23",
        to: "2026-11-29",
        measure: "amount",
        due: 100,
        so_far: 50,
        days_left: 2,
        low: 70,
        high: 70,
        days: 98,
      },
    ]);
  });

  test("of a number of days never exceeds the days that are left", () => {
    const often = Array.from({ length: 100 }, (_, day) => (day >= 95 ? 0 : 1));
    const { forecasts } = insightsOf([historyOf(1, often, { schedule: { times_per_week: 2 } })]);
    expect(forecasts).toMatchObject([{ measure: "days", due: 2, so_far: 0, days_left: 2, high: 2 }]);
  });

  test("is not made from less than eight weeks, nor for a goal that is met, nor for a habit without periods", () => {
    expect(insightsOf([historyOf(1, evenly.slice(0, 51), weekly)]).forecasts).toEqual([]);
    expect(insightsOf([historyOf(1, evenly, { ...weekly, targets: [{ from: 0, target: 30 }] })]).forecasts).toEqual([]);
    expect(insightsOf([historyOf(1, evenly)]).forecasts).toEqual([]);
  });
});

test("what is found is described in steps too, if nearly all habits go together", () => {
  const habits = 30;
  const { insights, steps } = insightsInSteps(correlatedAccount(4, habits, 400));
  expect(insights.relations_found).toBeGreaterThan(200);
  // Each habit has a step for its numbers, its pairs, its patterns and its changes, and the end has one.
  expect(steps).toBeGreaterThanOrEqual(4 * habits + 1 + Math.floor(insights.relations_found / 32));
});

/** A faster computation must find the same, with the same numbers: these are the answers of before it was faster. */
test.each([
  [
    "that share good and bad days",
    correlatedAccount(11, 12, 500),
    { tests: 768, relations_found: 67, hash: "09f0d5fc3f1e5462" },
  ],
  [
    "that follow the calendar",
    periodicAccount(12, 700),
    { tests: 768, relations_found: 125, hash: "773fdf561dbeafb3" },
  ],
  ["of all kinds, some unrelated", mixedAccount(), { tests: 1749, relations_found: 16, hash: "fb219b7c97a43cdc" }],
])("the answers for habits %s stay as they are", (_name, habits, expected) => {
  // None of these habits has a total.
  const { totals: _, ...insights } = insightsOf(habits);
  const hash = createHash("sha256").update(JSON.stringify(insights)).digest("hex").slice(0, 16);
  const { tests, relations_found } = insights;
  expect({ tests, relations_found, hash }).toEqual(expected);
});

/** Habits with gaps, periods, limits and amounts, beside such as go together. */
function mixedAccount(): InsightHistory[] {
  const unrelated = [1, 2, 3].flatMap((seed) => nullAccount(seed, 2));
  return [...unrelated, ...correlatedAccount(5, 6, 800)].map((history, id) => ({ ...history, id }));
}

test.each([
  ["unrelated", unrelatedAccount()],
  ["that share good and bad days", correlatedAccount(3, 50, insightDaysMax)],
  ["that follow the calendar", periodicAccount(50, insightDaysMax)],
])("the processor time of 50 habits %s of ten years is printed", (name, habits) => {
  insightsOf(habits.slice(0, 5));
  const before = process.cpuUsage();
  const { tests, relations_found } = insightsOf(habits);
  const { user, system } = process.cpuUsage(before);
  const milliseconds = Math.round((user + system) / 1000);
  console.info(`50 habits ${name}: ${tests} tests, ${relations_found} relations, ${milliseconds} ms of processor`);
  // Each pair on the same day (events, amounts, both mixed), and each ordered pair on the day after; weekdays, seasons, changes.
  expect(tests).toBe(1225 * 4 + 2450 * 3 + 50 * (7 + 4 + 2));
});

function unrelatedAccount(): InsightHistory[] {
  const numbers = randomNumbers(3);
  return Array.from({ length: 50 }, (_, id) =>
    historyOf(
      id,
      drawDays(insightDaysMax, numbers, () => 0.6).map((value) => value && Math.round(10 + 30 * numbers())),
    ),
  );
}
