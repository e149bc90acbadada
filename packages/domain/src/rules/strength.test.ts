import { describe, expect, it } from "vitest";
import { toDayNumber } from "../base/day.ts";
import type { DayEntry, HabitRules } from "./result.ts";
import { computeStatistics } from "./statistics.ts";
import { walkStrength } from "./strength.ts";

// A Monday.
const first = toDayNumber("2026-11-02");

function habit(changes: Partial<HabitRules> = {}): HabitRules {
  return {
    type: "good",
    unit: "minutes",
    weekdays: [1, 2, 3, 4, 5, 6, 7],
    schedule: null,
    pastSchedules: [],
    end: null,
    targets: [{ from: 0, target: 10 }],
    firstDay: first,
    ...changes,
  };
}

/** The strength at the end of each day. The values are those of the days from the first one on; `null` is a skip. */
function strengths(rules: HabitRules, values: (number | null)[]): number[] {
  const entries = values.map(
    (value, index): DayEntry => ({
      day: first + index,
      value: value || null,
      unit: "minutes",
      skipped: value === null,
      confirmed: false,
    }),
  );
  const days: number[] = [];
  walkStrength(rules, entries, first + values.length, (_day, strength) => days.push(strength));
  return days;
}

// Loop's score by hand: score = before * m + share * (1 - m), m = 0.5^(sqrt(frequency) / 13).
// Daily: m = 0.5^(1/13) = 0.948078, 1 - m = 0.051922.
// Three times a week: m = 0.5^(sqrt(3/7)/13) = 0.5^(0.0503575) = 0.965697, 1 - m = 0.034303.
describe("strength", () => {
  it("of a daily habit grows with each done day", () => {
    expect(strengths(habit(), [10])).toEqual([0.0519]);
    // 0.051922 * 0.948078 + 0.051922 = 0.101149, and so on.
    expect(strengths(habit(), [10, 10, 10])).toEqual([0.0519, 0.1011, 0.1478]);
  });

  it("reaches a half after 13 done days, and loses half of that after 13 missed days", () => {
    const days = strengths(habit(), [...Array(13).fill(10), ...Array(13).fill(0)]);
    expect(days[12]).toBe(0.5);
    expect(days[25]).toBe(0.25);
  });

  it("counts part of the goal proportionally, and more than the goal as the goal", () => {
    // 0.4 * 0.051922
    expect(strengths(habit(), [4])).toEqual([0.0208]);
    expect(strengths(habit(), [9999])).toEqual([0.0519]);
  });

  it("does not change on a skip or a day off, and a day off counts if it is done", () => {
    expect(strengths(habit(), [10, null, null, 10])).toEqual([0.0519, 0.0519, 0.0519, 0.1011]);
    // Wednesday and Thursday are off.
    const rules = habit({ weekdays: [1, 2, 5, 6, 7] });
    expect(strengths(rules, [10, 10, 0, 0])).toEqual([0.0519, 0.1011, 0.1011, 0.1011]);
    expect(strengths(rules, [10, 10, 10, 0])).toEqual([0.0519, 0.1011, 0.1478, 0.1478]);
  });

  it("of a bad habit begins at 1, stays there within the limit, and falls fastest from twice the limit", () => {
    const bad = habit({ type: "bad" });
    expect(strengths(bad, [0, 5, 10])).toEqual([1, 1, 1]);
    // 1 * 0.948078 + 0 * 0.051922
    expect(strengths(bad, [20])).toEqual([0.9481]);
    expect(strengths(bad, [9999])).toEqual([0.9481]);
    // Half as much again as the limit is a share of 0.5: 0.948078 + 0.025961
    expect(strengths(bad, [15])).toEqual([0.974]);
  });

  it("of a weekly goal looks back two weeks", () => {
    const weekly = habit({ schedule: { times_per_week: 3 } });
    // One of six, then two of six: 0.034303 / 6 = 0.005717; 0.005717 * 0.965697 + 0.034303 / 3 = 0.016955.
    expect(strengths(weekly, [10])).toEqual([0.0057]);
    expect(strengths(weekly, [10, 10])).toEqual([0.0057, 0.017]);
    // A partial amount is not done: for a goal in times, Loop counts days, not amounts.
    expect(strengths(weekly, [9])).toEqual([0]);
    // Done three times each week, it reaches 1 on any weekdays.
    const year = Array.from({ length: 364 * 2 }, (_, index) => ([0, 2, 5].includes(index % 7) ? 10 : 0));
    expect(strengths(weekly, year).at(-1)).toBe(1);
    // On the fifteenth day the window no longer contains the first: six of six done, then five.
    const full = [...Array(6).fill(10), ...Array(8).fill(0)];
    const [before, after] = strengths(weekly, [...full, 0]).slice(-2) as [number, number];
    expect(after).toBeCloseTo(before * 0.965697 + (5 / 6) * 0.034303, 4);
  });

  it("of a weekly goal that needs all its days equals the strength of a daily goal", () => {
    const values = [10, 4, 0, 10, null, 10, 10, 0, 3];
    expect(strengths(habit({ schedule: { times_per_week: 7 } }), values)).toEqual(strengths(habit(), values));
    const weekdays = [1, 2, 5, 6];
    expect(strengths(habit({ schedule: { times_per_week: 5 }, weekdays }), values)).toEqual(
      strengths(habit({ weekdays }), values),
    );
  });

  it("uses the target of each day and the habit's unit", () => {
    const targets = [
      { from: first, target: 10 },
      { from: first + 1, target: 20 },
    ];
    // 0.051922, then 0.051922 * 0.948078 + 0.5 * 0.051922
    expect(strengths(habit({ targets }), [10, 10])).toEqual([0.0519, 0.0752]);
    // 10 minutes of a goal of 1 hour: 0.1667 * 0.051922
    expect(strengths(habit({ unit: "hours", targets: [{ from: 0, target: 1 }] }), [10])).toEqual([0.0087]);
  });

  it("of an amount of a period is measured by the sum of its usual days, rounded once", () => {
    // Two seconds each day: after a week 14 of 3600, a share of 0.0039. Rounded day by day, it would be 7 × 0.0006.
    const rules = habit({ unit: "hours", schedule: { target_per: "week" }, targets: [{ from: 0, target: 1 }] });
    const entries = Array.from(
      { length: 90 },
      (_, index): DayEntry => ({ day: first + index, value: 2, unit: "seconds", skipped: false, confirmed: false }),
    );
    // 0.980049 = 0.5^(sqrt(1/7) / 13)
    const shares = [6, 11, 17, 22, 28, 33, ...Array(84).fill(39)].map((share) => share / 10_000);
    const expected = shares.reduce((strength, share) => strength * 0.980049 + share * (1 - 0.980049), 0);
    expect(computeStatistics(rules, entries, first + 90).strength).toBeCloseTo(expected, 4);
    expect(computeStatistics(rules, entries, first + 90).strength).toBe(0.0032);
  });

  it("excludes today until it ends, done or not", () => {
    const entry = { day: first, value: 10, unit: "minutes", skipped: false, confirmed: false } as const;
    expect(computeStatistics(habit(), [entry], first).strength).toBe(null);
    expect(computeStatistics(habit(), [entry], first + 1).strength).toBe(0.0519);
    expect(computeStatistics(habit(), [entry, { ...entry, day: first + 1 }], first + 1).strength).toBe(0.0519);
  });
});
