import { describe, expect, it } from "vitest";
import { toDayNumber } from "../base/day.ts";
import { needsReminder } from "../reminder/reminder.ts";
import { daysOf, entryOf, explainedStreak, habitOf } from "../testing-days.ts";
import { computePace } from "./pace.ts";
import type { DayEntry, HabitRules } from "./result.ts";
import { computeStatistics } from "./statistics.ts";
import { resultsOfRange } from "./walk.ts";

// Weeks from Monday on: 10 for `+`, 4 for `p`, 11 for `-`.
const monday = toDayNumber("2026-11-02");
const perWeek = { schedule: { target_per: "week" as const } };
const goal = (target: number): Partial<HabitRules> => ({ ...perWeek, targets: [{ from: 0, target }] });
const limit = (target: number): Partial<HabitRules> => ({ ...goal(target), type: "bad" });

const letters: Record<string, string> = {
  none: "0",
  upcoming: "u",
  skipped: "s",
  rest: "r",
  achieved: "+",
  awaiting: "?",
  not_achieved: "x",
  not_exceeded: "k",
  exceeded: "!",
};

function week(text: string, changes: Partial<HabitRules>) {
  const { entries, today } = daysOf(monday, text);
  const habit = habitOf(monday, changes);
  const last = monday + text.replaceAll(/[| ]/g, "").length - 1;
  return {
    results: resultsOfRange(habit, entries, monday, last, today)
      .map((result) => letters[result])
      .join("")
      .replace(/.{7}(?=.)/g, "$& "),
    statistics: computeStatistics(habit, entries, today),
    pace: computePace(habit, entries, today)[0],
    told: explainedStreak(habit, entries, today, { vacation: new Set() }),
    isReminded: needsReminder(habit, (day) => entries.find((entry) => entry.day === day), today),
  };
}

// Faults of Loop Habit Tracker, github.com/iSoron/uhabits: it compares each day with the amount of the whole week.
describe("the amount of a week is the sum of its days", () => {
  it("also where no single day reaches the goal", () => {
    // uhabits 2347: no day is a success, and there is no streak.
    const { results, statistics } = week("pp+.... ppp.... +.p.... |.", goal(12));
    expect(results).toBe("rr+rrrr rr+rrrr rr+rrrr ?");
    expect(statistics).toMatchObject({ current_streak: 3, longest_streak: 3, streak_unit: "weeks" });
  });

  it("also where no single day exceeds the limit", () => {
    // uhabits 2212: weeks of 7, 6 and 7 with at most 4 a week are said to be kept. Here 8, 12 and 8 with at most 7.
    const { results, statistics } = week("pp..... ppp.... p..p... |.", limit(7));
    expect(results).toBe("k!rrrrr k!!rrrr kkk!rrr k");
    expect(statistics).toMatchObject({ longest_streak: 1, successful_days: 6 });
  });

  it("and today is no longer asked for once several days together reached the goal", () => {
    // uhabits 2070: "Hide completed" keeps a habit of 120 minutes a week in the list after more than 120 minutes.
    expect(week("ppp|....", goal(12))).toMatchObject({
      results: "rr+ruuu",
      pace: { state: "met" },
      isReminded: false,
    });
    expect(week("pp.|....", goal(12))).toMatchObject({ results: "rrr?uuu", isReminded: true });
  });
});

describe("the goal of a week's sum", () => {
  it.each([
    ["is reached by the day that completes it; every other day rests", "p.p.+.+ |.", 28, "rrrrrr+ ?"],
    ["is reached at once by one large day", "+...... |.", 8, "+rrrrrr ?"],
    ["is missed once, on the last day", "pp..... |.", 28, "rrrrrrx ?"],
    ["awaits today until it is reached", "pp.|....", 28, "rrr?uuu"],
    ["rests today once it is reached", "++.|....", 20, "r+rruuu"],
    ["is reached by today", "p.|+....", 14, "rr+uuuu"],
    ["counts a day off with a value", "....p.p |.", 8, "rrrrrr+ ?"],
    // 70 × 2 of 7 days.
    ["shrinks with skipped days", "sssss++ |.", 70, "sssssr+ ?"],
    // 71 × 2 / 7 = 20.3, so 20 are too few.
    ["is rounded up where it shrinks", "sssss++ |.", 71, "sssssrx ?"],
    ["is missed on the last day that was left", "p...sss |.", 28, "rrrxsss ?"],
    ["is missed before the week ends, if the rest is skipped", "p...|sss", 28, "rrrxsuu"],
    ["of a week that is skipped requires nothing", "sssssss |.", 28, "sssssss ?"],
  ])("%s", (_case, text, target, expected) => {
    expect(week(text, goal(target)).results).toBe(expected);
  });

  it("shrinks in the week of the first day", () => {
    expect(week(".....++ |.", { ...goal(70), firstDay: monday + 5 }).results).toBe("00000r+ ?");
    expect(week(".....+p |.", { ...goal(70), firstDay: monday + 5 }).results).toBe("00000rx ?");
  });

  it("is shared by the days of the habit's weekdays alone", () => {
    // One of three days is skipped: 30 × 2 / 3.
    expect(week("+.s.+.. |.", { ...goal(30), weekdays: [1, 3, 5] }).results).toBe("rrsr+rr ?");
    expect(week("+.s.p.. |.", { ...goal(30), weekdays: [1, 3, 5] }).results).toBe("rrsrxrr ?");
  });

  it("is the target that holds on the last day of the week, at most today", () => {
    const targets = [
      { from: 0, target: 8 },
      { from: monday + 4, target: 20 },
    ];
    expect(week("+.|.....", { ...perWeek, targets }).results).toBe("+rruuuu");
    expect(week("+....|..", { ...perWeek, targets }).results).toBe("rrrrr?u");
    expect(week("+...... |.", { ...perWeek, targets }).results).toBe("rrrrrrx ?");
  });

  it("counts weeks, adds units before it rounds, and warns on the last day", () => {
    expect(week("+++.... p...... ++++... |.", goal(28)).statistics).toMatchObject({
      current_streak: 1,
      longest_streak: 1,
      streak_unit: "weeks",
      successful_days: 2,
      counted_days: 3,
    });
    expect(week("+++.... +....|..", goal(28)).statistics.at_risk).toBe(false);
    expect(week("+++.... +.....|.", goal(28)).statistics.at_risk).toBe(true);
    const thirds = [0, 1, 2].map((offset): DayEntry => entryOf(monday + offset, { value: 20 }));
    const hour = habitOf(monday, { ...goal(1), unit: "hours" });
    expect(resultsOfRange(hour, thirds, monday, monday + 2, monday + 7)).toEqual(["rest", "rest", "achieved"]);
  });

  it("has a pace of the whole amount, in which the day that reached it is no longer left", () => {
    expect(week("p.|p....", goal(28)).pace).toMatchObject({
      state: "on_course",
      amount: 8,
      amount_due: 28,
      days_left: 5,
    });
    expect(week("p.....|p", goal(28)).pace).toMatchObject({ state: "tight", amount: 8, days_left: 1, needed: 1 });
    expect(week("p...|sss", goal(28)).pace).toMatchObject({ state: "lost", days_left: 0 });
    expect(week("pp|p....", goal(12)).pace).toMatchObject({ state: "met", done: 1, needed: 0, days_left: 4 });
  });

  it("reminds of today until it is reached", () => {
    expect(week("p.|.....", goal(28)).isReminded).toBe(true);
    expect(week("++|.....", goal(20)).isReminded).toBe(false);
    expect(week("pp|s....", goal(28)).isReminded).toBe(false);
  });

  it("is repaired by recording the missing amount on an empty day, or by skips that reduce the goal to the recorded amount", () => {
    const { told } = week("+++.... p.p.... |.", goal(28));
    expect(told.broken?.failures).toMatchObject([
      {
        rule: "week_missed",
        value: 8,
        target: 28,
        repairs: [
          { action: "record", count: 1, amount: 20 },
          // 28 × 2 / 7 = 8
          { action: "skip", count: 5, amount: null },
        ],
      },
    ]);
    expect(told.broken).toMatchObject({ streak_if_recorded: 2, streak_if_skipped: 2 });
  });
});

describe("the limit of a week's sum", () => {
  it.each([
    ["is kept by each day until the sum exceeds it", "p.p.p.. |.", 12, "kkkkkkk k"],
    ["is exceeded by each later day with a value", "p.p.p.p |.", 10, "kkkk!r! k"],
    ["is not exceeded by exactly the limit", "+...... |.", 10, "kkkkkkk k"],
    ["is never reduced by skips", "sssss+p |.", 14, "ssssskk k"],
    ["counts today", "+p|-....", 20, "kk!uuuu"],
    ["of a skipped week requires nothing", "sssssss |.", 10, "sssssss k"],
  ])("%s", (_case, text, target, expected) => {
    expect(week(text, limit(target)).results).toBe(expected);
  });

  it("rests on a day off without a value", () => {
    expect(week("p.p..p. |.", { ...limit(10), weekdays: [1, 2, 3] }).results).toBe("kkkrr!r k");
  });

  it("is one success or one end of the streak for each week, and met while the week lasts", () => {
    const { statistics } = week("p...... p.-.... p.|.....", limit(10));
    expect(statistics).toMatchObject({ current_streak: 1, longest_streak: 1, streak_unit: "weeks", at_risk: false });
    // Tuesday and today are assumed.
    expect(statistics.assumed_days).toBe(2);
    expect(week("sssssss s|......", limit(10)).statistics).toMatchObject({ current_streak: 1, assumed_days: 1 });
  });

  it("has a pace of the sum against the limit, and reminds until something is known of today", () => {
    expect(week("pp|.....", limit(10)).pace).toMatchObject({ state: "met", amount: 8, amount_due: 10, needed: 0 });
    expect(week("pp|p....", limit(10)).pace).toMatchObject({ state: "lost", amount: 12, amount_due: 10, missed: 1 });
    expect(week("pp|.....", limit(10)).isReminded).toBe(true);
    expect(week("pp|c....", limit(10)).isReminded).toBe(false);
    expect(week("pp|s....", limit(10)).isReminded).toBe(false);
    // Also after the limit is exceeded: what is not recorded is not known.
    expect(week("--|.....", limit(10)).isReminded).toBe(true);
  });

  it("is repaired by a smaller value of its largest day, or by skipping the fewest days", () => {
    const { told } = week("p...... p.-.... |.", limit(10));
    expect(told.broken?.failures).toMatchObject([
      {
        rule: "limit_exceeded",
        value: 15,
        target: 10,
        repairs: [
          { action: "correct", days: ["2026-11-11"], count: 1, amount: 6 },
          { action: "skip", days: ["2026-11-11"], count: 1, amount: null },
        ],
      },
    ]);
    expect(told.broken).toMatchObject({ streak_if_recorded: 3, streak_if_skipped: 3 });
  });
});

describe("a month and a quarter", () => {
  const done = (...days: string[]) => days.map((day) => entryOf(toDayNumber(day), { value: 10 }));
  const of = (schedule: HabitRules["schedule"], firstDay: string, target = 10) =>
    habitOf(toDayNumber(firstDay), { schedule, targets: [{ from: 0, target }] });

  it("have their days from the first to the last, also in February of a leap year", () => {
    const rules = of({ times_per_month: 2 }, "2028-01-01");
    const entries = done("2028-01-01", "2028-01-31", "2028-02-01", "2028-02-29", "2028-03-01");
    expect(computeStatistics(rules, entries, toDayNumber("2028-03-15"))).toMatchObject({
      current_streak: 2,
      streak_unit: "months",
      counted_days: 5,
    });
    expect(computeStatistics(rules, entries.slice(0, -2), toDayNumber("2028-03-01"))).toMatchObject({
      current_streak: 0,
      longest_streak: 1,
    });
  });

  it("require no more days than they have", () => {
    const february = Array.from({ length: 28 }, (_, index) => `2027-02-${String(index + 1).padStart(2, "0")}`);
    const rules = of({ times_per_month: 31 }, "2027-02-01");
    const after = toDayNumber("2027-03-01");
    expect(computeStatistics(rules, done(...february), after)).toMatchObject({ current_streak: 1 });
    expect(computeStatistics(rules, done(...february.slice(1)), after)).toMatchObject({ current_streak: 0 });
  });

  it("of a quarter begin in January, April, July and October", () => {
    const rules = of({ target_per: "quarter" }, "2026-10-01", 20);
    const entries = done("2026-10-01", "2026-12-31", "2027-01-01", "2027-03-31");
    expect(computeStatistics(rules, entries, toDayNumber("2027-04-01"))).toMatchObject({
      current_streak: 2,
      streak_unit: "quarters",
      successful_days: 2,
    });
    expect(computePace(rules, entries, toDayNumber("2027-02-10"))).toMatchObject([
      { period: "quarter", from: "2027-01-01", to: "2027-03-31", amount: 10, amount_due: 20 },
    ]);
  });
});
