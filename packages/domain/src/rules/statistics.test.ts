import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toDayNumber } from "../base/day.ts";
import { history, rulesOf } from "../testing-histories.ts";
import { naiveStatistics } from "../testing-oracle.ts";
import type { DayEntry, HabitRules } from "./result.ts";
import { computeStatistics, statisticsSchema } from "./statistics.ts";

// A Saturday.
const today = toDayNumber("2026-11-21");

function habit(changes: Partial<HabitRules> = {}): HabitRules {
  return {
    type: "good",
    unit: "minutes",
    weekdays: [1, 2, 3, 4, 5, 6, 7],
    timesPerWeek: null,
    targets: [{ from: 0, target: 10 }],
    firstDay: today,
    ...changes,
  };
}

/**
 * A habit and its days up to today, a letter each: `+` a value of 10 (a success of a good habit), `-` a value of 11 (a
 * failure of a bad one) or nothing (of a good one), `s` a skip, `n` only a note, `c` a confirmation, `.` nothing. The
 * letter after `|` is today.
 */
function days(type: "good" | "bad", text: string, changes: Partial<HabitRules> = {}) {
  const letters = [...text.replace("|", "")];
  const last = text.replace("|", "").length - 1;
  const entries = letters.flatMap((letter, index): DayEntry[] => {
    const day = today - last + index;
    if (letter === "+") return [{ day, value: 10, unit: "minutes", skipped: false, confirmed: false }];
    if (letter === "-" && type === "bad")
      return [{ day, value: 11, unit: "minutes", skipped: false, confirmed: false }];
    if (letter === "s") return [{ day, value: null, unit: "minutes", skipped: true, confirmed: false }];
    if (letter === "c") return [{ day, value: null, unit: "minutes", skipped: false, confirmed: true }];
    if (letter === "n") return [{ day, value: null, unit: "minutes", skipped: false, confirmed: false }];
    return [];
  });
  return computeStatistics(habit({ type, firstDay: today - last, ...changes }), entries, today);
}

describe("streaks", () => {
  it.each([
    ["nothing yet", "good", "|.", 0, 0],
    ["today achieved", "good", "|+", 1, 1],
    ["today awaiting is stepped over", "good", "+++|.", 3, 3],
    ["today achieved lengthens", "good", "+++|+", 4, 4],
    ["yesterday missed", "good", "+++.|.", 0, 3],
    ["a new run after a miss", "good", "+++.+|+", 2, 3],
    ["the current run is the longest", "good", "+.++|+", 3, 3],
    ["a skip neither breaks nor lengthens", "good", "+s+|s", 2, 2],
    ["only a note is a miss", "good", "+n+|+", 2, 2],
    ["a bad habit succeeds by nothing at all", "bad", "...|.", 4, 4],
    ["a bad habit broken today", "bad", "...|-", 0, 3],
    ["a bad habit within its limit", "bad", "+-++|+", 3, 3],
    ["skips alone", "good", "sss|s", 0, 0],
  ] as const)("%s", (_case, type, text, current, longest) => {
    expect(days(type, text)).toMatchObject({ current_streak: current, longest_streak: longest });
  });

  it("a day off neither breaks nor lengthens, and counts where it has a value", () => {
    // Wednesday and Friday are days off.
    const weekdays = [1, 2, 4, 6, 7];
    expect(days("good", "++.+.|+", { weekdays })).toMatchObject({ current_streak: 4, counted_days: 4 });
    expect(days("good", "+++++|+", { weekdays })).toMatchObject({ current_streak: 6, counted_days: 6 });
    expect(days("bad", "++-++|+", { weekdays })).toMatchObject({ current_streak: 3, longest_streak: 3 });
  });

  it("a change of target leaves earlier days as they were judged", () => {
    const targets = [
      { from: today - 9, target: 10 },
      { from: today - 1, target: 20 },
    ];
    expect(days("good", "+++++|+", { targets })).toMatchObject({ current_streak: 0, longest_streak: 4 });
  });
});

describe("a streak at risk", () => {
  it.each([
    ["awaits today", "good", "++|.", true],
    ["is safe once today is done", "good", "++|+", false],
    ["is none after a miss", "good", "+.|.", false],
    ["is safe on a skipped day", "good", "++|s", false],
    ["is no matter of a bad habit, which breaks by doing", "bad", "..|.", false],
  ] as const)("%s", (_case, type, text, expected) => {
    expect(days(type, text).at_risk).toBe(expected);
  });

  it("is safe on a day off", () => {
    expect(days("good", "++|.", { weekdays: [1, 2, 3, 4, 5] }).at_risk).toBe(false);
  });
});

describe("assumed days", () => {
  it.each([
    ["of a bad habit are those nothing is known of, today among them", "bad", "..|.", 3],
    ["are not those with a value", "bad", ".+.|.", 3],
    ["are not those said to be free of it", "bad", ".cc|.", 2],
    ["a note says nothing", "bad", ".n|.", 3],
    ["are not skipped ones", "bad", ".s|.", 2],
    ["begin anew with the streak", "bad", "...-.|.", 2],
    ["of a good habit are none", "good", "+++|.", 0],
  ] as const)("%s", (_case, type, text, expected) => {
    expect(days(type, text).assumed_days).toBe(expected);
  });
});

describe("figures", () => {
  it("of a habit without a day are 0 or null", () => {
    expect(computeStatistics(habit(), [], today)).toEqual({
      total: 0,
      current_streak: 0,
      longest_streak: 0,
      streak_unit: "days",
      assumed_days: 0,
      at_risk: false,
      recorded_days: 0,
      successful_days: 0,
      counted_days: 0,
      success_rate: null,
      average: null,
      strength: null,
    });
  });

  it("of a habit created after today, by one who travelled west, are 0 or null too", () => {
    expect(computeStatistics(habit({ firstDay: today + 1 }), [], today)).toMatchObject({
      counted_days: 0,
      success_rate: null,
    });
  });

  it("count future values in the total, never in a streak", () => {
    const future = { day: today + 1, value: 30, unit: "minutes" as const, skipped: false, confirmed: false };
    expect(computeStatistics(habit(), [future], today)).toMatchObject({
      total: 30,
      recorded_days: 1,
      average: 30,
      current_streak: 0,
      longest_streak: 0,
      counted_days: 0,
    });
  });

  it("have four decimals", () => {
    expect(days("good", "+..|.")).toMatchObject({ success_rate: 0.3333, counted_days: 3, successful_days: 1 });
    const entries = [7, 7, 6].map((value, index) => ({
      day: today - 2 + index,
      value,
      unit: "minutes" as const,
      skipped: false,
      confirmed: false,
    }));
    expect(computeStatistics(habit({ firstDay: today - 2 }), entries, today)).toMatchObject({
      total: 20,
      average: 6.6667,
    });
  });

  it("convert earlier units, rounding once", () => {
    const entries: DayEntry[] = [
      { day: today - 2, value: 1, unit: "seconds", skipped: false, confirmed: false },
      { day: today - 1, value: 1, unit: "seconds", skipped: false, confirmed: false },
      { day: today, value: 2, unit: "minutes", skipped: false, confirmed: false },
    ];
    // (1 + 1 + 120) s
    expect(computeStatistics(habit({ unit: "hours", firstDay: today - 2 }), entries, today)).toMatchObject({
      total: 0.0339,
      average: 0.0113,
      recorded_days: 3,
    });
  });

  it("count neither skips nor notes as recorded", () => {
    expect(days("good", "+sn|+")).toMatchObject({ recorded_days: 2, total: 20, average: 10, counted_days: 3 });
  });
});

it("any history has the statistics that the oracle gives", () => {
  fc.assert(
    fc.property(history, (case_) => {
      const { habit: rules, entries } = rulesOf(case_);
      const computed = computeStatistics(rules, entries, toDayNumber(case_.today));
      expect(computed).toEqual(naiveStatistics(case_.habit, case_.entries, case_.today));
      expect(statisticsSchema.safeParse({ habit_id: 1, ...computed }).success).toBe(true);
    }),
    { numRuns: 1000 },
  );
});

it("ten years of days are judged as one year is", () => {
  // Every seventh day is missed, so each run has six days. The last run reaches today.
  const length = 3653;
  const entries = Array.from({ length }, (_, index) => index)
    .filter((index) => index % 7 !== 6)
    .map((index) => ({
      day: today - length + 1 + index,
      value: 10,
      unit: "minutes" as const,
      skipped: false,
      confirmed: false,
    }));
  const statistics = computeStatistics(habit({ firstDay: today - length + 1 }), entries, today);
  expect(statistics).toMatchObject({
    total: entries.length * 10,
    longest_streak: 6,
    // 3653 = 521 * 7 + 6
    current_streak: 6,
    successful_days: entries.length,
    counted_days: length,
  });
});
