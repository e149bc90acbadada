import { fromDayNumber, toDayNumber } from "@daymark/domain/base/day";
import { computeStatistics, type Statistics } from "@daymark/domain/rules/statistics";
import { habitOf } from "@daymark/domain/testing-habits";
import type { Entry } from "@daymark/domain/tracking/progress";
import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { beforeEach, expect, test } from "vitest";
import { dayEntryOf, rulesOf } from "../habit/rules.ts";
import { FigureCache } from "./figure-cache.ts";
import { ProgressCache } from "./progress-cache.ts";

const today = "2026-11-21";
const habit = habitOf({ id: 4, unit: "repetitions", target: 1, first_day: "2026-09-01" });
const listKey = [["progress", "list"], { input: { from: "2026-10-26", to: "2026-12-06" }, type: "query" }];
const figuresKey = [["habit", "statisticsList"], { input: {}, type: "query" }];

const done = (day: string): Entry => ({
  habit_id: habit.id,
  day,
  value: 1,
  unit: "repetitions",
  skipped: false,
  confirmed: false,
  note: null,
});
const daysAgo = (count: number) => fromDayNumber(toDayNumber(today) - count);

/** The server: done on each of the 60 days before today. */
let rows: Map<string, Entry>;
let unsettled: Set<number>;
let clock: { day: string };
let cache: ProgressCache;
let queryClient: QueryClient;
/** Answers the oldest request. */
let answer: () => Promise<void>;

function statistics(): Statistics {
  const entries = [...rows.values()].map(dayEntryOf).sort((a, b) => a.day - b.day);
  return { habit_id: habit.id, ...computeStatistics(rulesOf(habit), entries, toDayNumber(today)), remaining: null };
}

const shown = () => queryClient.getQueryData<{ results: Statistics[] }>(figuresKey)?.results[0];
const streak = () => shown()?.current_streak;
const request = () => void queryClient.invalidateQueries({ queryKey: figuresKey });

beforeEach(async () => {
  rows = new Map(Array.from({ length: 60 }, (_, index) => [daysAgo(index + 1), done(daysAgo(index + 1))]));
  unsettled = new Set();
  clock = { day: today };
  queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  cache = new ProgressCache(queryClient);
  const figures = new FigureCache(queryClient, cache, {
    clock: { read: () => clock.day, dayAt: () => today },
    isUnsettled: (habitId) => unsettled.has(habitId),
  });
  queryClient.setQueryData([["habit", "list"], { input: { archived: false }, type: "query" }], { results: [habit] });
  queryClient.setQueryData(listKey, { results: [...rows.values()].filter(({ day }) => day >= "2026-10-26") });
  const held: (() => void)[] = [];
  const observer = new QueryObserver(queryClient, {
    queryKey: figuresKey,
    // The server computes the figures when the request reaches it.
    queryFn: () => {
      const figuresThen = { results: [statistics()] };
      return new Promise<typeof figuresThen>((resolve) => held.push(() => resolve(figuresThen)));
    },
    structuralSharing: figures.share,
  });
  answer = async () => {
    held.shift()?.();
    await new Promise((resolve) => setTimeout(resolve));
  };
  observer.subscribe(() => {});
  await answer();
});

/** Shows a day as the write queue does, before the server has it. */
function press(day: string, entry: Entry | undefined) {
  unsettled.add(habit.id);
  cache.write(habit.id, day, entry);
}

/** The server confirms the days. */
function confirm(day: string, entry: Entry | undefined) {
  if (entry) rows.set(day, entry);
  else rows.delete(day);
  unsettled.delete(habit.id);
  cache.write(habit.id, day, entry);
}

test("a press moves the figures at once, although the streak begins before the loaded days", () => {
  expect(shown()).toMatchObject({ current_streak: 60, longest_streak: 60, at_risk: true, successful_days: 60 });
  press(today, done(today));
  expect(shown()).toMatchObject({ current_streak: 61, longest_streak: 61, at_risk: false, successful_days: 61 });
});

test("pressing again shows the server's figures", () => {
  const before = shown();
  press(today, done(today));
  press(today, undefined);
  expect(shown()).toEqual(before);
});

test("an answer that was requested before a press does not take it back", async () => {
  request();
  press(today, done(today));
  await answer();
  expect(streak()).toBe(61);
  confirm(today, done(today));
  request();
  await answer();
  expect(shown()).toEqual(statistics());
  expect(streak()).toBe(61);
});

test("an answer that was requested before the server had the press does not take it back", async () => {
  press(today, done(today));
  request();
  confirm(today, done(today));
  await answer();
  expect(streak()).toBe(61);
  press(today, undefined);
  expect(streak()).toBe(60);
});

test("after an answer with the days of another device, a press waits for the next answer", async () => {
  press(today, done(today));
  rows.delete(daysAgo(40));
  request();
  await answer();
  press(today, undefined);
  expect(streak()).toBe(61);
  confirm(today, undefined);
  request();
  await answer();
  expect(streak()).toBe(39);
  press(today, done(today));
  expect(streak()).toBe(40);
});

test("a change before the loaded days waits for the server", () => {
  press(daysAgo(40), undefined);
  expect(streak()).toBe(60);
});

test("figures of yesterday are not changed", () => {
  clock.day = daysAgo(-1);
  press(clock.day, done(clock.day));
  expect(streak()).toBe(60);
});

test("days that are written together are rendered once", async () => {
  let renders = 0;
  new QueryObserver(queryClient, { queryKey: figuresKey, enabled: false }).subscribe(() => {
    renders += 1;
  });
  cache.batch(() => {
    for (const back of [5, 6, 7]) cache.write(habit.id, daysAgo(back), undefined);
  });
  await new Promise((resolve) => setTimeout(resolve));
  expect(streak()).toBe(4);
  expect(renders).toBe(1);
});
