import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toDayNumber, weekdayOf } from "../base/day.ts";
import type { HabitRules } from "../rules/result.ts";
import { computeStatistics } from "../rules/statistics.ts";
import { analysisOf, daysOf, entryOf, habitOf } from "../testing-days.ts";
import { history, rulesOf } from "../testing-histories.ts";
import { naiveStrength } from "../testing-oracle-strength.ts";
import { analysisSchema, computeAnalysis } from "./analysis.ts";

// A Monday.
const monday = toDayNumber("2026-09-28");

function analyse(text: string, changes: Partial<HabitRules> = {}) {
  const { entries, today } = daysOf(monday, text);
  return analysisOf(habitOf(monday, changes), entries, today);
}

describe("an analysis", () => {
  it("lists each month from the first day to today, in the habit's unit", () => {
    expect(analyse("+s. +.|+").months).toEqual([
      {
        month: "2026-09",
        successful_days: 1,
        counted_days: 2,
        success_rate: 0.5,
        skipped_days: 1,
        recorded_days: 1,
        total: 10,
        average: 10,
      },
      {
        month: "2026-10",
        successful_days: 2,
        counted_days: 3,
        success_rate: 0.6667,
        skipped_days: 0,
        recorded_days: 2,
        total: 20,
        average: 10,
      },
    ]);
    const entries = [
      entryOf(monday, { value: 90 }),
      entryOf(monday + 1, { value: 2, unit: "hours" }),
      entryOf(monday + 2, { value: 100, unit: "seconds" }),
    ];
    const rules = habitOf(monday, { unit: "hours", targets: [{ from: 0, target: 1 }] });
    expect(analysisOf(rules, entries, monday + 2).months[0]).toMatchObject({ total: 3.5278, average: 1.1759 });
  });

  it("lists the weekdays from Monday and names the best ones", () => {
    const told = analyse("+.+.... +.+.... +.+.... +.+.... |.");
    expect(told.weekdays.map(({ weekday, successful_days }) => [weekday, successful_days])).toEqual([
      [1, 4],
      [2, 0],
      [3, 4],
      [4, 0],
      [5, 0],
      [6, 0],
      [7, 0],
    ]);
    expect(told.best_weekdays).toEqual([1, 3]);
  });

  it("names no best weekday if all are equal or before a month has passed", () => {
    expect(analyse("+++++++ +++++++ +++++++ +++++++ |+").best_weekdays).toEqual([]);
    expect(analyse("+...... +...... +...... |.").best_weekdays).toEqual([]);
    // Compares the rates, not the counts: some Sundays are skipped.
    expect(analyse("+.....+ +.....+ +.....+ ......s +.....+ |.").best_weekdays).toEqual([7]);
  });

  it("names no best weekday if more than half of them tie", () => {
    expect(analyse("++++++. ++++++. ++++++. ++++++. |.").best_weekdays).toEqual([]);
    expect(analyse("++++... ++++... ++++... ++++... |.").best_weekdays).toEqual([]);
    expect(analyse("+++.... +++.... +++.... +++.... |.").best_weekdays).toEqual([1, 2, 3]);
  });

  it("of a weekly goal ranks weekdays by how often they are done, because a day not done is rarely a failure", () => {
    const weekly = { schedule: { times_per_week: 2 } };
    expect(analyse("++..... +.+.... +..+... +...+.. |.......", weekly).best_weekdays).toEqual([1]);
    expect(analyse("++..... ++..... |.......", weekly).best_weekdays).toEqual([]);
  });

  it("lets other work run between its walks over all days", () => {
    const { entries, today } = daysOf(monday, "+++ |.");
    const steps = computeAnalysis(habitOf(monday), entries, today);
    let yields = 0;
    while (!steps.next().done) yields += 1;
    // After the results, the strength, the streaks and the pace.
    expect(yields).toBe(4);
  });

  it("agrees with the statistics for any history", () => {
    fc.assert(
      fc.property(history, (case_) => {
        const { habit, entries } = rulesOf(case_);
        const today = toDayNumber(case_.today);
        const weekStart = ([1, 6, 7] as const)[Math.abs(today) % 3] as 1 | 6 | 7;
        const told = analysisOf(habit, entries, today, { weekStart });
        const statistics = computeStatistics(habit, entries, today);
        expect(analysisSchema.safeParse({ habit_id: 1, ...told }).success).toBe(true);
        const soFar = entries.filter(({ day, value }) => day <= today && value).length;
        for (const parts of [told.months, told.weekdays]) {
          const sum = (member: "successful_days" | "counted_days" | "recorded_days") =>
            parts.reduce((total, part) => total + part[member], 0);
          expect(sum("successful_days")).toBe(statistics.successful_days);
          expect(sum("counted_days")).toBe(statistics.counted_days);
          expect(sum("recorded_days")).toBe(soFar);
        }
        expect(told.strength).toBe(statistics.strength);
        for (const [index, { week, strength }] of told.strength_weeks.slice(0, -1).entries()) {
          const next = told.strength_weeks[index + 1]?.week as string;
          expect(toDayNumber(next) - toDayNumber(week)).toBe(7);
          // Goals and limits of weeks keep ISO weeks.
          expect(weekdayOf(toDayNumber(week))).toBe(statistics.streak_unit === "weeks" ? 1 : weekStart);
          expect(strength).toBe(naiveStrength(case_.habit, case_.entries, case_.today, next));
        }
      }),
      { numRuns: 300 },
    );
  });
});
