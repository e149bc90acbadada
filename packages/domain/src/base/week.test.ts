import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { PeriodResult } from "../rules/period-result.ts";
import { type DayEntry, type HabitRules, isFailure, isSuccess } from "../rules/result.ts";
import { computeStatistics } from "../rules/statistics.ts";
import { dayResult, resultsOfRange, walkHabit } from "../rules/walk.ts";
import { history, rulesOf } from "../testing-histories.ts";
import { naivePeriodDays, naivePeriodName, naiveWeekOf, naiveWindowGoal } from "../testing-oracle-calendar.ts";
import { fromDayNumber, toDayNumber } from "./day.ts";
import { periodBounds } from "./period.ts";
import { mondayOf } from "./week.ts";

const monday = toDayNumber("2026-11-16");

/**
 * Weeks of a good habit, one after the other from that Monday, one character a day: `+` done, `s` skipped, `p` a value
 * below the goal, `.` nothing. The character after `|` is today; later days are in the future.
 */
function weeks(text: string, timesPerWeek: number, changes: Partial<HabitRules> = {}) {
  const letters = [...text.replaceAll(/[| ]/g, "")];
  const today = monday + (text.includes("|") ? text.replaceAll(" ", "").indexOf("|") : letters.length);
  const habit: HabitRules = {
    type: "good",
    unit: "minutes",
    weekdays: [1, 2, 3, 4, 5, 6, 7],
    schedule: { times_per_week: timesPerWeek },
    pastSchedules: [],
    end: null,
    targets: [{ from: 0, target: 10 }],
    firstDay: monday,
    ...changes,
  };
  const entries = letters.flatMap((letter, index): DayEntry[] => {
    const value = { "+": 10, p: 9 }[letter] ?? null;
    if (value === null && letter !== "s") return [];
    return [{ day: monday + index, value, unit: "minutes", skipped: letter === "s", confirmed: false }];
  });
  return {
    habit,
    entries,
    today,
    results: resultsOfRange(habit, entries, monday, monday + letters.length - 1, today)
      .map((result) => marks[result])
      .join("")
      .replace(/.{7}(?=.)/g, "$& "),
    statistics: computeStatistics(habit, entries, today),
  };
}

const marks: Record<string, string> = {
  none: "0",
  upcoming: "u",
  skipped: "s",
  rest: "r",
  achieved: "+",
  awaiting: "?",
  not_achieved: "x",
};

describe("a week of a weekly goal", () => {
  it.each([
    ["met at once requires nothing of the remaining days", "+++....", 3, "+++rrrr"],
    ["met on the last days has no failed day", "....+++", 3, "rrrr+++"],
    ["missed has as many failed days as were missing", ".......", 3, "rrrrxxx"],
    ["missed by one has one failed day", "+.....+", 3, "+rrrrx+"],
    ["with more days than the goal counts each as a success", "+++++++", 3, "+++++++"],
    ["does not count a day below its target", "pppp+++", 3, "rrrr+++"],
    ["with a goal of seven days fails on each missed day", "++.++++", 7, "++x++++"],
    ["with a skip keeps its goal", "ssss+++", 3, "ssss+++"],
    ["with fewer open days than its goal has a lower goal", "sssss++", 3, "sssss++"],
    ["with only skips requires nothing", "sssssss", 3, "sssssss"],
    ["awaits today while the goal is not met", "+|......", 3, "+?uuuuu"],
    ["does not need today once the goal is met", "+++|....", 3, "+++ruuu"],
    ["awaits today even if the goal can no longer be met", ".....|..", 3, "rrrrx?u"],
    ["counts future days as possible", "..|.....", 5, "rr?uuuu"],
    ["does not count future skips as possible", "..|...ss", 5, "xx?uuuu"],
    ["fails a missed day at once if the goal can no longer be met", "...|....", 5, "rrx?uuu"],
  ])("%s", (_case, text, timesPerWeek, expected) => {
    expect(weeks(text, timesPerWeek).results).toBe(expected);
  });

  it("requires no more days than count, and a day off counts if it is done", () => {
    const weekdays = [1, 3, 5];
    expect(weeks("+.+.+..", 5, { weekdays }).results).toBe("+r+r+rr");
    expect(weeks("+......", 5, { weekdays }).results).toBe("+rxrxrr");
    expect(weeks("+.+..+.", 3, { weekdays }).results).toBe("+r+rr+r");
  });

  it("requires nothing before the first day: a shorter first week has a lower goal", () => {
    expect(weeks(".....++", 3, { firstDay: monday + 5 }).results).toBe("00000++");
    expect(weeks(".....+.", 3, { firstDay: monday + 5 }).results).toBe("00000+x");
  });

  it("judges each day by the target of that day", () => {
    const targets = [
      { from: monday, target: 9 },
      { from: monday + 2, target: 10 },
    ];
    expect(weeks("pppp...", 2, { targets }).results).toBe("++rrrrr");
    expect(weeks("pppp...", 3, { targets }).results).toBe("++rrrrx");
  });
});

describe("a streak of a weekly goal", () => {
  it.each([
    ["counts weeks", "+++.... +++.... +++....", 3, 3, 3],
    ["steps over a week that is still open", "+++.... +++.... +|......", 3, 2, 2],
    ["counts the current week once it is met", "+++.... +++.... ++|+....", 3, 3, 3],
    ["ends if the current week can no longer be met", "+++.... ......|.", 3, 0, 1],
    ["starts again after a missed week", "+++.... +...... +++....", 3, 1, 1],
    ["steps over a week without a day to do", "+++.... sssssss +++....", 3, 2, 2],
    ["does not count a week twice for more days", "+++++++ +++....", 3, 2, 2],
  ])("%s", (_case, text, timesPerWeek, current, longest) => {
    const { statistics } = weeks(text, timesPerWeek);
    expect(statistics).toMatchObject({
      current_streak: current,
      longest_streak: longest,
      streak_unit: "weeks",
    });
  });

  it("is at risk only on the day on which the user must act to meet the week", () => {
    expect(weeks("+++.... ....|+..", 3).statistics).toMatchObject({ current_streak: 1, at_risk: false });
    const atRisk = (text: string) => weeks(text, 3).statistics.at_risk;
    expect(atRisk("+++.... ...|....")).toBe(false);
    expect(atRisk("+++.... ....|...")).toBe(true);
    expect(atRisk("+++.... +++.|...")).toBe(false);
    // No streak to lose yet.
    expect(atRisk("....|...")).toBe(false);
    // The streak is already lost.
    expect(atRisk("+++.... .....|..")).toBe(false);
  });

  it("counts the required days of each week, or the done days if they are more", () => {
    expect(weeks("+++++.. +...... .......", 3).statistics).toMatchObject({
      successful_days: 6,
      counted_days: 5 + 3 + 3,
      success_rate: 0.5455,
    });
  });
});

describe("ISO weeks", () => {
  it.each([
    // 2026 has 53 weeks; the last begins in December and ends in January.
    ["2026-12-31", "2026-12-28"],
    ["2027-01-03", "2026-12-28"],
    ["2027-01-04", "2027-01-04"],
    // 2025-12-29 begins the first week of 2026.
    ["2025-12-29", "2025-12-29"],
    ["2026-01-01", "2025-12-29"],
    ["2024-02-29", "2024-02-26"],
  ])("the week of %s begins on %s", (day, first) => {
    expect(fromDayNumber(mondayOf(toDayNumber(day)))).toBe(first);
  });

  it("begin on the calendar's Monday throughout the century", () => {
    fc.assert(
      fc.property(fc.integer({ min: toDayNumber("2001-01-01"), max: toDayNumber("2100-12-31") }), (day) => {
        expect(fromDayNumber(mondayOf(day))).toBe(naiveWeekOf(fromDayNumber(day))[0]);
      }),
    );
  });

  it("are judged as a whole across the end of a year", () => {
    // Week 53 of 2026: Monday to Thursday in December, Friday to Sunday in January.
    const start = toDayNumber("2026-12-28");
    const rules = weeks("", 3, { firstDay: start }).habit;
    const done = [start + 3, start + 4, start + 6].map((day) => ({
      day,
      value: 10,
      unit: "minutes" as const,
      skipped: false,
      confirmed: false,
    }));
    const now = start + 9;
    expect(computeStatistics(rules, done, now)).toMatchObject({ current_streak: 1, counted_days: 3 });
    expect(computeStatistics(rules, done.slice(1), now)).toMatchObject({ current_streak: 0, counted_days: 3 });
  });
});

describe("for any history", () => {
  it("a missed period has failed days, and any other one has none", () => {
    fc.assert(
      fc.property(history, (case_) => {
        const { habit, entries } = rulesOf(case_);
        const today = toDayNumber(case_.today);
        const visit = (period: PeriodResult) => {
          const failures = period.days.filter(({ result }) => isFailure(result)).length;
          const successes = period.days.filter(({ result }) => isSuccess(result)).length;
          if (!period.isContinued) expect(period.result === "missed").toBe(failures > 0);
          const isWhole =
            period.days[0]?.day === period.from && periodBounds(period.period, period.from).to === period.to;
          if (period.amount !== null || !isWhole) return;
          expect(successes).toBe(period.achieved);
          // The period in which a total was reached stays as it stood, before all of its failures.
          const { end } = habit;
          if (end && !end.isPlanned && end.lastDay >= period.from && end.lastDay <= period.to) return;
          const isOver = period.to < today;
          if (isOver && period.result === "missed") expect(failures + successes).toBe(period.required);
        };
        walkHabit(habit, entries, { from: habit.firstDay, to: today, today }, { day: () => {}, period: visit });
      }),
      { numRuns: 1000 },
    );
  });

  it("a single day has the same result as that day in a range", () => {
    fc.assert(
      fc.property(history, fc.integer({ min: -90, max: 20 }), (case_, offset) => {
        const { habit, entries } = rulesOf(case_);
        const today = toDayNumber(case_.today);
        const asked: number[] = [];
        const entryOn = (day: number) => {
          asked.push(day);
          return entries.find((entry) => entry.day === day);
        };
        const day = today + offset;
        expect(dayResult(habit, day, entryOn, today)).toBe(resultsOfRange(habit, entries, day, day, today)[0]);
        // Windows ask for the days before and after them: see rangeOfResults.
        if (case_.habit.past.length > 0 || naiveWindowGoal(case_.habit.schedule)) return;
        const period = naivePeriodName(case_.habit.schedule);
        const needed = period === null ? 1 : naivePeriodDays(period, fromDayNumber(day)).length;
        expect(asked).toHaveLength(needed);
      }),
      { numRuns: 500 },
    );
  });
});
