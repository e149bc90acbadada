import fc from "fast-check";
import { describe, expect, inject, test } from "vitest";
import { fromDayNumber, toDayNumber } from "../base/day.ts";
import type { DayEntry, HabitRules } from "../rules/result.ts";
import { computeStatistics } from "../rules/statistics.ts";
import { daysOf, entryOf, habitOf } from "../testing-days.ts";
import { history, rulesOf } from "../testing-histories.ts";
import { drawDays, nullAccount, randomNumbers } from "../testing-insight.ts";
import { ReviewCollector, type ReviewHistory } from "./collect-review.ts";
import { type Review, reviewSchema } from "./review.ts";

// A Thursday.
const newYear = toDayNumber("2026-01-01");

function historyOf(id: number, habit: HabitRules, entries: readonly DayEntry[]): ReviewHistory {
  return { id, habit, entries, vacation: new Set(), archived: false };
}

function reviewOf(year: number, today: number, histories: readonly ReviewHistory[]): Review {
  const collector = new ReviewCollector(year, today);
  for (const each of histories) collector.add(each);
  return collector.compute();
}

/** One habit, its days written from January 1, 2026 on. */
function told(text: string, changes: Partial<HabitRules> = {}, first = newYear) {
  const { entries, today } = daysOf(first, text);
  return reviewOf(2026, today, [historyOf(1, habitOf(first, changes), entries)]);
}

/** A habit whose days are 10 or nothing, from a day on. */
function drawn(id: number, first: number, days: readonly number[], changes: Partial<HabitRules> = {}): ReviewHistory {
  const entries = days.flatMap((value, index) => (value ? [entryOf(first + index, { value: 10 })] : []));
  return historyOf(id, habitOf(first, changes), entries);
}

describe("the figures of a year", () => {
  test("count the days of good habits that were done, and those that counted", () => {
    const review = told("++.s+|.");
    expect(review).toMatchObject({
      ...{ year: 2026, from: "2026-01-01", to: "2026-01-06", first_year: 2026 },
      ...{ active_days: 3, done_days: 3, due_days: 4, kept_days: 0, limit_days: 0, vacation_days: 0 },
    });
    expect(review.habits).toEqual([
      {
        habit_id: 1,
        archived: false,
        unit: "minutes",
        successful_days: 3,
        counted_days: 4,
        assumed_days: 0,
        recorded_days: 3,
        total: 30,
        longest_streak: { length: 2, streak_unit: "days", from: "2026-01-01", to: "2026-01-02", assumed_days: 0 },
      },
    ]);
  });

  test("of a bad habit are days within the limit, and say how many of them have no record", () => {
    const review = told("..p-c|.", { type: "bad" });
    expect(review).toMatchObject({ done_days: 0, due_days: 0, kept_days: 5, limit_days: 6, assumed_days: 3 });
    // A confirmed day is a record; an assumed one is not.
    expect(review.active_days).toBe(3);
    expect(review.longest_streak).toBeNull();
    expect(review.longest_limit_streak).toMatchObject({ habit_id: 1, length: 3, assumed_days: 2 });
  });

  test("leave out a habit that ended before the year, unless something is recorded in it", () => {
    const end = { lastDay: newYear - 1, isPlanned: true };
    expect(told("++....|.", { end }, newYear - 3).habits).toEqual([]);
    expect(told("++....|.", { end: { ...end, lastDay: newYear } }, newYear - 2).habits).toHaveLength(1);
    expect(told("+.+...|.", { end }, newYear - 2).habits).toMatchObject([{ recorded_days: 1 }]);
  });

  test("are known from the days that the collector asks for, also with the longest windows", () => {
    const days = 366;
    const habit = habitOf(newYear - 4 * days, { schedule: { times_in_days: { times: 2, days } } });
    // The window began almost two years before the year before, because most days since were skipped.
    const year = newYear - 365;
    const first = year - 2 * days + 1;
    const skipped = Array.from({ length: days }, (_, index) => entryOf(first + 1 + index, { skipped: true }));
    const entries = [entryOf(first, { value: 10 }), ...skipped, entryOf(year, { value: 10 })];
    const collector = new ReviewCollector(2026, newYear + 40);
    const read = entries.filter(({ day }) => day >= collector.readsFrom);
    collector.add(historyOf(1, habit, read));
    expect(collector.compute()).toEqual(reviewOf(2026, newYear + 40, [historyOf(1, habit, entries)]));
    expect(read).toEqual(entries);
  });

  test("have each day, with today's open habits", () => {
    const { days } = told("+.|.");
    expect(days).toEqual([
      { day: "2026-01-01", done: 1, due: 1, kept: 0, exceeded: 0, vacation: false },
      { day: "2026-01-02", done: 0, due: 1, kept: 0, exceeded: 0, vacation: false },
      { day: "2026-01-03", done: 0, due: 1, kept: 0, exceeded: 0, vacation: false },
    ]);
  });

  test("of vacations count each day once, and a vacation breaks no streak", () => {
    const { entries, today } = daysOf(newYear, "+sss+|.");
    const vacation = new Set([newYear + 1, newYear + 2, newYear + 3]);
    const both = [1, 2].map((id) => ({ ...historyOf(id, habitOf(newYear), entries), vacation }));
    const review = reviewOf(2026, today, both);
    expect(review).toMatchObject({ vacation_days: 3, due_days: 4, longest_streak: { length: 2 } });
    expect(review.days.map((day) => day.vacation)).toEqual([false, true, true, true, false, false]);
  });

  test("leave out the days of other years, also of a streak", () => {
    const first = toDayNumber("2025-12-30");
    const { entries, today } = daysOf(first, "+++++|.");
    const histories = [historyOf(1, habitOf(first), entries)];
    expect(reviewOf(2026, today, histories)).toMatchObject({ done_days: 3, longest_streak: { length: 3 } });
    expect(reviewOf(2025, today, histories)).toMatchObject({
      ...{ to: "2025-12-31", done_days: 2, longest_streak: { length: 2, to: "2025-12-31" } },
    });
  });

  test("count a week at the turn of the year in the year in which it ends", () => {
    // Mondays, December 22, 29 and January 5.
    const first = toDayNumber("2025-12-22");
    const { entries, today } = daysOf(first, "+...... ......+ +......|.");
    const weekly = [historyOf(1, habitOf(first, { schedule: { times_per_week: 1 } }), entries)];
    expect(reviewOf(2025, today, weekly).longest_streak).toMatchObject({ length: 1, streak_unit: "weeks" });
    expect(reviewOf(2026, today, weekly).longest_streak).toMatchObject({ length: 2, from: "2026-01-01" });
  });

  test("compare streaks of days and weeks by their days", () => {
    const { entries, today } = daysOf(newYear, "+++++++ +++++++ +++++++ |.");
    const weekly = { schedule: { times_per_week: 1 } };
    const both = [historyOf(1, habitOf(newYear), entries), historyOf(2, habitOf(newYear, weekly), entries)];
    expect(reviewOf(2026, today, both).longest_streak).toMatchObject({ habit_id: 2, length: 4 });
    expect(reviewOf(2026, today, both.slice(0, 1)).longest_streak).toMatchObject({ habit_id: 1, length: 21 });
  });

  test("of an archived habit end with its last record", () => {
    const { entries, today } = daysOf(newYear, "+.+..........|.");
    const archived = { ...historyOf(1, habitOf(newYear), entries), archived: true };
    const review = reviewOf(2026, today, [archived, historyOf(2, habitOf(newYear), entries)]);
    expect(review.habits.map(({ habit_id, counted_days }) => [habit_id, counted_days])).toEqual([
      [2, 13],
      [1, 3],
    ]);
    expect(reviewOf(2026, today, [{ ...archived, entries: [] }]).habits).toEqual([]);
  });

  test("of a year without habits are empty, and match their schema", () => {
    for (const review of [reviewOf(2026, newYear, []), reviewOf(2020, newYear, [drawn(1, newYear - 3, [1])])]) {
      expect(review).toMatchObject({ habits: [], active_days: 0, best_month: null, best_weekday: null, growth: null });
      expect(reviewSchema.parse(review)).toEqual(review);
    }
  });

  test("of all years add up to the statistics, for any history", () => {
    fc.assert(
      fc.property(history, (case_) => {
        const { habit, entries } = rulesOf(case_);
        const today = toDayNumber(case_.today);
        const yearOf = (day: number) => Number(fromDayNumber(day).slice(0, 4));
        const first = Math.min(yearOf(habit.firstDay), yearOf(today));
        const reviews = Array.from({ length: yearOf(today) - first + 1 }, (_, index) =>
          reviewOf(first + index, today, [historyOf(1, habit, entries)]),
        );
        const statistics = computeStatistics(habit, entries, today);
        const sum = (member: "successful_days" | "counted_days" | "recorded_days") =>
          reviews.flatMap(({ habits }) => habits).reduce((total, each) => total + each[member], 0);
        expect(sum("successful_days")).toBe(statistics.successful_days);
        expect(sum("counted_days")).toBe(statistics.counted_days);
        expect(sum("recorded_days")).toBe(entries.filter(({ day, value }) => day <= today && value).length);
        for (const review of reviews) {
          expect(reviewSchema.parse(review)).toEqual(review);
          const add = (list: readonly number[]) => list.reduce((total, each) => total + each, 0);
          expect(add(review.days.map(({ done }) => done))).toBe(review.done_days);
          expect(add(review.days.map(({ kept }) => kept))).toBe(review.kept_days);
          expect(add(review.months.map((month) => month.due_days))).toBe(review.due_days);
        }
      }),
      { numRuns: inject("histories") },
    );
  });
});

describe("the best month", () => {
  const december = toDayNumber("2026-12-31");
  const shareOf = (shares: readonly number[]) =>
    drawn(
      1,
      newYear,
      Array.from({ length: 364 }, (_, index) => {
        const [month, date] = fromDayNumber(newYear + index)
          .split("-")
          .slice(1)
          .map(Number) as [number, number];
        return date <= (shares[month - 1] ?? 0) ? 1 : 0;
      }),
    );

  test("is the one with the highest share of its days, with how many they were", () => {
    const { best_month } = reviewOf(2026, december, [shareOf([10, 10, 24, 10])]);
    expect(best_month).toEqual({ month: "2026-03", share: 0.7742, days: 31, months: 12 });
  });

  test("is never one with fewer than 14 days that counted, even if all of them were done", () => {
    // January is all done, from the first day of the habit on; then every second day, and a little more of April.
    const isDone = (day: number) => {
      const date = fromDayNumber(day);
      return date < "2026-02" || day % 2 === 0 || (date >= "2026-04-01" && date <= "2026-04-05");
    };
    const today = toDayNumber("2026-05-01");
    const bestFrom = (date: string) => {
      const first = toDayNumber(date);
      const days = Array.from({ length: today - first }, (_, index) => (isDone(first + index) ? 1 : 0));
      return reviewOf(2026, today, [drawn(1, first, days)]).best_month;
    };
    expect(bestFrom("2026-01-31")).toMatchObject({ month: "2026-04", days: 30, months: 3 });
    expect(bestFrom("2026-01-19")).toMatchObject({ month: "2026-04", months: 3 });
    expect(bestFrom("2026-01-18")).toEqual({ month: "2026-01", share: 1, days: 14, months: 4 });
  });

  test("is not told if two months look the same, or from fewer than three months with 14 days", () => {
    expect(reviewOf(2026, december, [shareOf([31, 28, 20])]).best_month).toBeNull();
    const until = (today: string) => reviewOf(2026, toDayNumber(today), [shareOf([10, 10, 24])]).best_month;
    // Today, which is done already, does not count yet.
    expect(until("2026-03-14")).toBeNull();
    expect(until("2026-03-15")).toMatchObject({ month: "2026-03", days: 14, months: 3 });
  });
});

describe("the best weekday", () => {
  const random = randomNumbers(5);
  const days = drawDays(300, random, (day) => ((newYear + day + 3) % 7 === 0 ? 0.9 : 0.4));

  test("has its days beside it, if it stands out", () => {
    const { best_weekday } = reviewOf(2026, newYear + 300, [drawn(1, newYear, days)]);
    expect(best_weekday).toMatchObject({ weekday: 1, weekday_days: 43, other_days: 257 });
    expect(best_weekday?.share).toBeGreaterThan(0.8);
    expect(best_weekday?.other_share).toBeLessThan(0.5);
  });

  test("is not told from fewer than 60 days, nor from habits with goals of weeks or days off", () => {
    expect(reviewOf(2026, newYear + 59, [drawn(1, newYear, days)]).best_weekday).toBeNull();
    for (const changes of [{ schedule: { times_per_week: 3 } }, { weekdays: [1, 2, 3, 4, 5] }]) {
      expect(reviewOf(2026, newYear + 300, [drawn(1, newYear, days, changes)]).best_weekday).toBeNull();
    }
  });
});

describe("growth", () => {
  const first = toDayNumber("2025-01-01");
  const daysFrom = (seed: number, before: number, after: number, length = 365 + 200) =>
    drawDays(length, randomNumbers(seed), (day) => (day < 365 ? before : after));
  const today = newYear + 200;

  test("belongs to the habit that grew most against the same days of the year before", () => {
    const { growth } = reviewOf(2026, today, [
      drawn(1, first, daysFrom(1, 0.4, 0.6)),
      drawn(2, first, daysFrom(2, 0.3, 0.8)),
      drawn(3, first, daysFrom(3, 0.8, 0.3)),
    ]);
    expect(growth).toMatchObject({ habit_id: 2, event: "done", days: 200, previous_days: 200 });
    expect((growth?.share ?? 0) - (growth?.previous_share ?? 0)).toBeGreaterThan(0.4);
  });

  test("is not told from fewer than 60 days in either year, nor after a change of the goal or schedule", () => {
    const grown = daysFrom(2, 0.2, 0.9);
    const growthOf = (day: number, changes: Partial<HabitRules> = {}, from = first) =>
      reviewOf(2026, day, [drawn(1, from, grown.slice(from - first), changes)]).growth;
    expect(growthOf(newYear + 59)).toBeNull();
    expect(growthOf(newYear + 60)).not.toBeNull();
    expect(growthOf(today, {}, first + 141)).toBeNull();
    expect(
      growthOf(today, {
        targets: [
          { from: 0, target: 9 },
          { from: newYear, target: 10 },
        ],
      }),
    ).toBeNull();
    expect(
      growthOf(today, { pastSchedules: [{ until: newYear - 1, weekdays: [1, 2, 3, 4, 5, 6, 7], schedule: null }] }),
    ).toBeNull();
  });

  test("of a bad habit is never told: days without a record look like days within the limit", () => {
    const bad = drawn(1, first, daysFrom(2, 0.9, 0.1), { type: "bad" });
    expect(reviewOf(2026, today, [bad]).growth).toBeNull();
  });

  test("and best weekdays are rarely told of accounts that have neither", () => {
    const accounts = 2 * inject("dataSets");
    let told = 0;
    for (let seed = 0; seed < accounts; seed += 1) {
      const account = nullAccount(seed).map((each) => ({ ...each, archived: false }));
      const { best_weekday, growth } = reviewOf(2026, toDayNumber("2026-11-28"), account);
      if (best_weekday) told += 1;
      if (growth) told += 1;
    }
    console.info(`the review of ${accounts} accounts without anything told ${told} findings`);
    expect(told).toBeLessThanOrEqual(Math.max(3, accounts * 0.03));
  });
});

test("the review of 50 habits of ten years takes little processor time, which is printed", () => {
  const random = randomNumbers(3);
  const first = newYear - 3300;
  const habits = Array.from({ length: 50 }, (_, id) =>
    drawn(
      id,
      first,
      drawDays(3600, random, () => 0.6),
    ),
  );
  reviewOf(2026, newYear + 300, habits.slice(0, 5));
  const before = process.cpuUsage();
  const { habits: listed } = reviewOf(2026, newYear + 300, habits);
  const { user, system } = process.cpuUsage(before);
  console.info(`the review of 50 habits of ten years: ${Math.round((user + system) / 1000)} ms of processor`);
  expect(listed).toHaveLength(50);
});
