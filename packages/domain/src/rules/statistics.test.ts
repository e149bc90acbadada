import fc from "fast-check";
import { describe, expect, inject, it } from "vitest";
import { toDayNumber } from "../base/day.ts";
import { historyOf, rulesOf } from "../testing-histories.ts";
import { naiveStatistics } from "../testing-oracle.ts";
import { scheduleKinds } from "../testing-schedules.ts";
import type { DayEntry, HabitRules } from "./result.ts";
import { computeStatistics, statisticsSchema } from "./statistics.ts";

// A Saturday.
const today = toDayNumber("2026-11-21");

function habit(changes: Partial<HabitRules> = {}): HabitRules {
  return {
    type: "good",
    unit: "minutes",
    weekdays: [1, 2, 3, 4, 5, 6, 7],
    schedule: null,
    pastSchedules: [],
    end: null,
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
    ["are 0 without records", "good", "|.", 0, 0],
    ["count today once it is achieved", "good", "|+", 1, 1],
    ["do not end while today is open", "good", "+++|.", 3, 3],
    ["are lengthened by an achieved today", "good", "+++|+", 4, 4],
    ["end with a missed yesterday", "good", "+++.|.", 0, 3],
    ["start again after a miss", "good", "+++.+|+", 2, 3],
    ["can have the current one as the longest", "good", "+.++|+", 3, 3],
    ["are neither broken nor lengthened by a skip", "good", "+s+|s", 2, 2],
    ["are broken by a day with only a note", "good", "+n+|+", 2, 2],
    ["of a bad habit count days without records", "bad", "...|.", 4, 4],
    ["of a bad habit end when today exceeds its limit", "bad", "...|-", 0, 3],
    ["of a bad habit count days within its limit", "bad", "+-++|+", 3, 3],
    ["are 0 with only skips", "good", "sss|s", 0, 0],
  ] as const)("%s", (_case, type, text, current, longest) => {
    expect(days(type, text)).toMatchObject({ current_streak: current, longest_streak: longest });
  });

  it("a day off neither breaks nor lengthens a streak, and counts if it has a value", () => {
    // Wednesday and Friday are days off.
    const weekdays = [1, 2, 4, 6, 7];
    expect(days("good", "++.+.|+", { weekdays })).toMatchObject({ current_streak: 4, counted_days: 4 });
    expect(days("good", "+++++|+", { weekdays })).toMatchObject({ current_streak: 6, counted_days: 6 });
    expect(days("bad", "++-++|+", { weekdays })).toMatchObject({ current_streak: 3, longest_streak: 3 });
  });

  it("a change of target does not change the results of earlier days", () => {
    const targets = [
      { from: today - 9, target: 10 },
      { from: today - 1, target: 20 },
    ];
    expect(days("good", "+++++|+", { targets })).toMatchObject({ current_streak: 0, longest_streak: 4 });
  });
});

describe("a streak at risk", () => {
  it.each([
    ["exists while today is open", "good", "++|.", true],
    ["is safe once today is done", "good", "++|+", false],
    ["does not exist after a miss", "good", "+.|.", false],
    ["is safe on a skipped day", "good", "++|s", false],
    ["does not exist for a bad habit", "bad", "..|.", false],
  ] as const)("%s", (_case, type, text, expected) => {
    expect(days(type, text).at_risk).toBe(expected);
  });

  it("is safe on a day off", () => {
    expect(days("good", "++|.", { weekdays: [1, 2, 3, 4, 5] }).at_risk).toBe(false);
  });
});

describe("assumed days", () => {
  it.each([
    ["of a bad habit are those without a record, including today", "bad", "..|.", 3],
    ["exclude days with a value", "bad", ".+.|.", 3],
    ["exclude confirmed days", "bad", ".cc|.", 2],
    ["include days with only a note", "bad", ".n|.", 3],
    ["exclude skipped days", "bad", ".s|.", 2],
    ["are counted within the current streak", "bad", "...-.|.", 2],
    ["do not exist for a good habit", "good", "+++|.", 0],
  ] as const)("%s", (_case, type, text, expected) => {
    expect(days(type, text).assumed_days).toBe(expected);
  });
});

describe("figures", () => {
  it("of a habit without days are 0 or null", () => {
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

  it("of a habit created after today by a user who travelled west are 0 or null", () => {
    expect(computeStatistics(habit({ firstDay: today + 1 }), [], today)).toMatchObject({
      counted_days: 0,
      success_rate: null,
    });
  });

  it("count future values in the total, but never in a streak", () => {
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

  it("are rounded to four decimals", () => {
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

  it("convert earlier units and round once", () => {
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

  it("exclude skips and notes from the recorded days", () => {
    expect(days("good", "+sn|+")).toMatchObject({ recorded_days: 2, total: 20, average: 10, counted_days: 3 });
  });
});

it.each(scheduleKinds)("the statistics of any history of %s equal those of the reference implementation", (kind) => {
  fc.assert(
    fc.property(historyOf(kind), (case_) => {
      const { habit: rules, entries } = rulesOf(case_);
      const computed = computeStatistics(rules, entries, toDayNumber(case_.today));
      expect(computed).toEqual(naiveStatistics(case_.habit, case_.entries, case_.today));
      expect(statisticsSchema.safeParse({ habit_id: 1, remaining: null, ...computed }).success).toBe(true);
    }),
    { numRuns: inject("histories") },
  );
});

it("ten years of days are judged by the same rules as one year", () => {
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
