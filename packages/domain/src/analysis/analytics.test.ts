import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fromDayNumber, toDayNumber } from "../base/day.ts";
import { daysOf, entryOf, habitOf } from "../testing-days.ts";
import { history, rulesOf } from "../testing-histories.ts";
import { naiveResults } from "../testing-oracle-results.ts";
import { naiveStrength } from "../testing-oracle-strength.ts";
import {
  analyticsSchema,
  compareWeeks,
  computeTrend,
  correlate,
  correlationInput,
  correlationSchema,
  trendSchema,
} from "./analytics.ts";

// A Monday.
const monday = toDayNumber("2026-11-02");
const sunday = monday + 6;

describe("a comparison", () => {
  it("lists each week of the range with the strength at its end", () => {
    const { entries, today } = daysOf(monday, "+++++++ ++.....|.");
    const told = compareWeeks(habitOf(monday), entries, { from: monday - 100, to: monday + 100 }, today);
    expect(told).toMatchObject({ successful_days: 9, counted_days: 14, success_rate: 0.6429 });
    expect(told.weeks).toEqual([
      // 1 - 0.5^(7/13)
      { week: "2026-11-02", successful_days: 7, counted_days: 7, success_rate: 1, strength: 0.3115 },
      // (1 - 0.5^(9/13)) * 0.5^(5/13)
      { week: "2026-11-09", successful_days: 2, counted_days: 7, success_rate: 0.2857, strength: 0.2919 },
      { week: "2026-11-16", successful_days: 0, counted_days: 0, success_rate: null, strength: null },
    ]);
  });

  it("cuts the weeks at the ends of the range, but computes the strength from the full history", () => {
    const { entries, today } = daysOf(monday, "+++++++ +++++++|.");
    const { weeks } = compareWeeks(habitOf(monday), entries, { from: sunday, to: sunday + 1 }, today);
    expect(weeks).toEqual([
      { week: "2026-11-02", successful_days: 1, counted_days: 1, success_rate: 1, strength: 0.3115 },
      { week: "2026-11-09", successful_days: 1, counted_days: 1, success_rate: 1, strength: 0.3472 },
    ]);
  });

  it("has weeks that begin on the caller's first weekday", () => {
    const { entries, today } = daysOf(monday, "+++++++ ++.....|.");
    const weeksFrom = (weekStart: number, changes = {}) =>
      compareWeeks(habitOf(monday, changes), entries, { from: monday, to: today }, today, { weekStart }).weeks.map(
        ({ week, successful_days, counted_days }) => [week, successful_days, counted_days],
      );
    expect(weeksFrom(7)).toEqual([
      ["2026-11-01", 6, 6],
      ["2026-11-08", 3, 7],
      ["2026-11-15", 0, 1],
    ]);
    expect(weeksFrom(6).map(([week]) => week)).toEqual(["2026-10-31", "2026-11-07", "2026-11-14"]);
    // A weekly goal has the columns of the habits beside it.
    expect(weeksFrom(7, { schedule: { times_per_week: 3 } }).map(([week]) => week)).toEqual([
      "2026-11-01",
      "2026-11-08",
      "2026-11-15",
    ]);
  });

  it("is empty for a range before the habit", () => {
    const told = compareWeeks(habitOf(monday), [], { from: monday - 50, to: monday - 1 }, monday + 9);
    expect(told).toEqual({ successful_days: 0, counted_days: 0, success_rate: null, weeks: [] });
  });
});

describe("a trend", () => {
  it("averages the counted days of the last 7 and 30 days", () => {
    const { entries, today } = daysOf(monday, "+.s+p...|.");
    const { days } = computeTrend(habitOf(monday), entries, { from: monday, to: monday + 30 }, today);
    expect(days.map(({ succeeded }) => succeeded)).toEqual([true, false, null, true, false, false, false, false, null]);
    expect(days.map(({ rate_7 }) => rate_7)).toEqual([1, 0.5, 0.5, 0.6667, 0.5, 0.4, 0.3333, 0.1667, 0.2]);
    expect(days.map(({ amount_7 }) => amount_7)).toEqual([10, 5, 5, 6.6667, 6, 4.8, 4, 2.3333, 2.8]);
    expect(days.at(-1)).toMatchObject({ day: "2026-11-10", rate_30: 0.2857, amount: 0, amount_30: 3.4286 });
  });

  it("uses days before the range for its averages", () => {
    const { entries, today } = daysOf(monday, "+++++++|.");
    const { days } = computeTrend(habitOf(monday), entries, { from: sunday, to: sunday }, today);
    expect(days).toEqual([
      {
        day: "2026-11-08",
        succeeded: true,
        rate_7: 1,
        rate_30: 1,
        amount: 10,
        amount_7: 10,
        amount_30: 10,
      },
    ]);
  });

  it("has no average if no day counts", () => {
    const { entries, today } = daysOf(monday, "sss|.");
    const { days } = computeTrend(habitOf(monday), entries, { from: monday, to: today }, today);
    expect(days.every(({ rate_7, amount_30 }) => rate_7 === null && amount_30 === null)).toBe(true);
  });
});

describe("a correlation", () => {
  const together = (a: string, b: string, changes = {}) => {
    const [first, second] = [daysOf(monday, a), daysOf(monday, b)];
    return correlate(
      { habit: habitOf(monday), entries: first.entries },
      { habit: habitOf(monday, changes), entries: second.entries },
      { from: monday, to: monday + 400 },
      first.today,
    );
  };

  it("is Pearson's phi over the days that count for both habits", () => {
    // (2 * 1 - 1 * 1) / sqrt(3 * 2 * 3 * 2) = 1/6
    expect(together("+++..s|.", "++.+.+|.")).toEqual({
      days: 5,
      both: 2,
      only_first: 1,
      only_second: 1,
      neither: 1,
      coefficient: 0.1667,
      caveats: ["few_days", "may_be_chance"],
    });
  });

  it("is 1 for equal habits and -1 for opposite ones", () => {
    const half = "+.".repeat(20);
    expect(together(`${half}|.`, `${half}|.`)).toMatchObject({ days: 40, coefficient: 1, caveats: [] });
    expect(together(`${half}|.`, `${".+".repeat(20)}|.`)).toMatchObject({ coefficient: -1, caveats: [] });
  });

  it("is null if one habit never changes or no day counts for both", () => {
    expect(together("++++|.", "+.+.|.")).toMatchObject({ coefficient: null, caveats: ["few_days", "no_variation"] });
    expect(together("ssss|.", "+.+.|.")).toMatchObject({ days: 0, coefficient: null });
  });

  it("treats a limit that was kept as a success", () => {
    expect(together("+.+.|.", "-.-.|.", { type: "bad" })).toMatchObject({ coefficient: -1 });
  });

  it("excludes today until it ends", () => {
    expect(together("+.|+", "+.|+")).toMatchObject({ days: 2 });
  });

  it("of a weekly goal treats a day not done as not done, because otherwise only done days remain", () => {
    expect(together("++..... |.", "++..... |.", { schedule: { times_per_week: 2 } })).toMatchObject({
      days: 7,
      coefficient: 1,
    });
  });

  it("requires two different habits", () => {
    const range = { from: "2026-01-01", to: "2026-12-31" };
    expect(correlationInput.safeParse({ id: 1, other_id: 1, ...range }).success).toBe(false);
    expect(correlationInput.safeParse({ id: 1, other_id: 2, ...range }).success).toBe(true);
  });
});

describe("for any histories", () => {
  const offset = fc.integer({ min: -90, max: 20 });
  const outcomes: Record<string, boolean> = {
    achieved: true,
    not_exceeded: true,
    not_achieved: false,
    exceeded: false,
  };

  it("the trend equals a slow recount", () => {
    fc.assert(
      fc.property(history, offset, offset, (case_, a, b) => {
        const { habit, entries } = rulesOf(case_);
        const today = toDayNumber(case_.today);
        const range = { from: today + Math.min(a, b), to: today + Math.max(a, b) };
        const told = computeTrend(habit, entries, range, today);
        expect(trendSchema.safeParse({ habit_id: 1, ...told }).success).toBe(true);
        expect(told.days).toHaveLength(
          Math.max(0, Math.min(range.to, today) - Math.max(range.from, habit.firstDay) + 1),
        );
        // Thirty days before the first day, for its rate.
        const first = Math.max(range.from, habit.firstDay) - 30;
        const all = { from: fromDayNumber(first), to: case_.today };
        const results = naiveResults(case_.habit, case_.entries, all, case_.today);
        for (const { day, succeeded, rate_7, rate_30 } of told.days) {
          const outcomeOf = (other: number) => outcomes[results[other - first] as string] ?? null;
          expect(succeeded).toBe(outcomeOf(toDayNumber(day)));
          for (const [window, rate] of [
            [7, rate_7],
            [30, rate_30],
          ] as const) {
            const known = Array.from({ length: window }, (_, back) => outcomeOf(toDayNumber(day) - back));
            const counted = known.filter((outcome) => outcome !== null);
            if (counted.length === 0) expect(rate).toBe(null);
            else expect(rate).toBeCloseTo(counted.filter(Boolean).length / counted.length, 4);
          }
        }
      }),
      { numRuns: 60 },
    );
  });

  it("the comparison adds up and has Loop's strength", () => {
    fc.assert(
      fc.property(history, offset, offset, (case_, a, b) => {
        const { habit, entries } = rulesOf(case_);
        const today = toDayNumber(case_.today);
        const range = { from: today + Math.min(a, b), to: today + Math.max(a, b) };
        const told = compareWeeks(habit, entries, range, today);
        const answer = { from: "", to: "", results: [{ habit_id: 1, ...told }] };
        expect(analyticsSchema.safeParse(answer).success).toBe(true);
        expect(told.weeks.reduce((sum, week) => sum + week.counted_days, 0)).toBe(told.counted_days);
        for (const { week, strength } of told.weeks) {
          const end = Math.min(toDayNumber(week) + 7, range.to + 1, today);
          // A week with only today has no strength yet.
          if (strength === null)
            expect(end).toBeLessThanOrEqual(Math.max(toDayNumber(week), range.from, habit.firstDay));
          else expect(strength).toBe(naiveStrength(case_.habit, case_.entries, case_.today, fromDayNumber(end)));
        }
      }),
      { numRuns: 300 },
    );
  });

  it("the correlation is Pearson's coefficient, in either order of the habits", () => {
    fc.assert(
      fc.property(history, history, (a, b) => {
        const [first, second] = [rulesOf(a), rulesOf({ ...b, habit: { ...b.habit, schedule: null } })];
        first.habit.schedule = null;
        const shift = toDayNumber(a.today) - toDayNumber(b.today);
        // Moves the second habit's days to the first habit's today. A shift that is not a multiple of 7 would change
        // their weekdays.
        if (shift % 7 !== 0) return;
        const moved = {
          habit: {
            ...second.habit,
            firstDay: second.habit.firstDay + shift,
            targets: second.habit.targets.map(({ from, target }) => ({ from: from + shift, target })),
          },
          entries: second.entries.map((entry) => entryOf(entry.day + shift, { ...entry, day: entry.day + shift })),
        };
        const today = toDayNumber(a.today);
        const range = { from: today - 200, to: today };
        const told = correlate(first, moved, range, today);
        const back = correlate(moved, first, range, today);
        expect(correlationSchema.safeParse({ habit_id: 1, other_id: 2, ...told }).success).toBe(true);
        expect(back).toMatchObject({ days: told.days, coefficient: told.coefficient, only_first: told.only_second });
        const pairs: [number, number][] = [
          ...Array(told.both).fill([1, 1]),
          ...Array(told.only_first).fill([1, 0]),
          ...Array(told.only_second).fill([0, 1]),
          ...Array(told.neither).fill([0, 0]),
        ];
        // To four decimals; a value halfway between two may round either way.
        if (told.coefficient !== null) expect(Math.abs(told.coefficient - pearson(pairs))).toBeLessThan(0.00005 + 1e-9);
        else expect(Number.isNaN(pearson(pairs))).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });
});

function pearson(pairs: readonly (readonly [number, number])[]): number {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [xMean, yMean] = [mean(pairs.map(([x]) => x)), mean(pairs.map(([, y]) => y))];
  const product = mean(pairs.map(([x, y]) => (x - xMean) * (y - yMean)));
  const xSpread = mean(pairs.map(([x]) => (x - xMean) ** 2));
  const ySpread = mean(pairs.map(([, y]) => (y - yMean) ** 2));
  return product / Math.sqrt(xSpread * ySpread);
}
