import fc from "fast-check";
import { describe, expect, inject, it } from "vitest";
import { fromDayNumber, toDayNumber } from "../base/day.ts";
import { daysAfter, history, historyOf, rulesOf } from "../testing-histories.ts";
import { dayAfter } from "../testing-oracle-calendar.ts";
import { naiveFirstDay, naiveTarget } from "../testing-oracle-habit.ts";
import { naiveResults } from "../testing-oracle-results.ts";
import { scheduleKinds, spanOf } from "../testing-schedules.ts";
import {
  type DayEntry,
  type DayResult,
  firstDayOf,
  type HabitRules,
  hasValue,
  isFailure,
  isSuccess,
  targetOn,
} from "./result.ts";
import { dayResult, resultsOfRange } from "./walk.ts";

// A Saturday.
const today = toDayNumber("2026-11-21");
const yesterday = today - 1;

function habit(changes: Partial<HabitRules> = {}): HabitRules {
  return {
    type: "good",
    unit: "minutes",
    weekdays: [1, 2, 3, 4, 5, 6, 7],
    schedule: null,
    pastSchedules: [],
    end: null,
    targets: [{ from: today - 30, target: 10 }],
    firstDay: today - 30,
    ...changes,
  };
}

function entry(changes: Partial<DayEntry> = {}): DayEntry {
  return { day: yesterday, value: null, unit: "minutes", skipped: false, confirmed: false, ...changes };
}

function entryOn(entries: readonly DayEntry[]) {
  return (day: number) => entries.find((candidate) => candidate.day === day);
}

const bad = habit({ type: "bad" });
const weekend = habit({ weekdays: [6, 7] });
const badWeekend = habit({ type: "bad", weekdays: [6, 7] });

describe("the result of a day, rule by rule", () => {
  const rows: [row: string, HabitRules, day: number, entry: DayEntry | undefined, expected: DayResult][] = [
    ["before the first day", habit(), today - 31, undefined, "none"],
    ["the first day itself", habit(), today - 30, undefined, "not_achieved"],
    ["after today", habit(), today + 1, undefined, "upcoming"],
    ["after today, a value", habit(), today + 1, entry({ day: today + 1, value: 10 }), "upcoming"],
    ["after today, a skip", habit(), today + 1, entry({ day: today + 1, skipped: true }), "upcoming"],
    ["after today, a day off", weekend, today + 2, undefined, "upcoming"],
    ["skipped", habit(), yesterday, entry({ skipped: true }), "skipped"],
    ["skipped today", habit(), today, entry({ day: today, skipped: true }), "skipped"],
    ["skipped on a day off", weekend, yesterday, entry({ skipped: true }), "skipped"],
    ["skipped, bad", bad, yesterday, entry({ skipped: true }), "skipped"],
    ["a day off", weekend, yesterday, undefined, "rest"],
    ["a day off with only a note", weekend, yesterday, entry(), "rest"],
    ["a day off set back to 0", weekend, yesterday, entry({ value: 0 }), "rest"],
    ["a day off, bad", badWeekend, yesterday, undefined, "rest"],
    ["a day off with enough", weekend, yesterday, entry({ value: 10 }), "achieved"],
    ["a day off with too little", weekend, yesterday, entry({ value: 9 }), "not_achieved"],
    ["a day off over the limit", badWeekend, yesterday, entry({ value: 11 }), "exceeded"],
    ["a day off within the limit", badWeekend, yesterday, entry({ value: 1 }), "not_exceeded"],
    ["today a day off", habit({ weekdays: [1] }), today, undefined, "rest"],
    ["good, more than the goal", habit(), yesterday, entry({ value: 11 }), "achieved"],
    ["good, exactly the goal", habit(), yesterday, entry({ value: 10 }), "achieved"],
    ["good, less than the goal", habit(), yesterday, entry({ value: 9 }), "not_achieved"],
    ["good, nothing", habit(), yesterday, undefined, "not_achieved"],
    ["good, only a note", habit(), yesterday, entry(), "not_achieved"],
    ["good today, the goal", habit(), today, entry({ day: today, value: 10 }), "achieved"],
    ["good today, less", habit(), today, entry({ day: today, value: 9 }), "awaiting"],
    ["good today, nothing", habit(), today, undefined, "awaiting"],
    ["bad, more than the limit", bad, yesterday, entry({ value: 11 }), "exceeded"],
    ["bad, exactly the limit", bad, yesterday, entry({ value: 10 }), "not_exceeded"],
    ["bad, nothing", bad, yesterday, undefined, "not_exceeded"],
    ["bad, only a note", bad, yesterday, entry(), "not_exceeded"],
    ["bad today, nothing", bad, today, undefined, "not_exceeded"],
    ["bad today, too much", bad, today, entry({ day: today, value: 11 }), "exceeded"],
    ["a value in a smaller unit, enough", habit(), yesterday, entry({ value: 600, unit: "seconds" }), "achieved"],
    ["a value in a smaller unit, less", habit(), yesterday, entry({ value: 599, unit: "seconds" }), "not_achieved"],
    ["a value in a larger unit", habit(), yesterday, entry({ value: 1, unit: "hours" }), "achieved"],
    ["bad, a smaller unit at the limit", bad, yesterday, entry({ value: 600, unit: "seconds" }), "not_exceeded"],
    ["bad, a smaller unit over it", bad, yesterday, entry({ value: 601, unit: "seconds" }), "exceeded"],
    [
      "a mile in feet, which no float divides evenly",
      habit({ unit: "miles", targets: [{ from: 0, target: 1 }] }),
      yesterday,
      entry({ value: 5280, unit: "feet" }),
      "achieved",
    ],
    [
      "a percentage counts as a repetition",
      habit({ unit: "percentages" }),
      yesterday,
      entry({ value: 10, unit: "repetitions" }),
      "achieved",
    ],
    [
      "today, if a user who travelled west created it tomorrow",
      habit({ firstDay: today + 1 }),
      today,
      undefined,
      "none",
    ],
    ["its first day, if that is tomorrow", habit({ firstDay: today + 1 }), today + 1, undefined, "upcoming"],
    ["tomorrow, if its first day is the day after", habit({ firstDay: today + 2 }), today + 1, undefined, "none"],
  ];

  it.each(rows)("%s", (_row, rules, day, recorded, expected) => {
    expect(dayResult(rules, day, () => recorded, today)).toBe(expected);
    expect(resultsOfRange(rules, recorded ? [recorded] : [], day, day, today)).toEqual([expected]);
  });
});

describe("the first day", () => {
  it.each([
    ["is the day of creation if nothing is recorded", [], today],
    ["is an earlier day with a value", [entry({ day: today - 9, value: 1 })], today - 9],
    ["is an earlier day with a skip", [entry({ day: today - 9, skipped: true })], today - 9],
    ["is not moved by a note", [entry({ day: today - 9 })], today],
    ["is not moved by a removed value", [entry({ day: today - 9, value: 0 })], today],
    ["is not moved by a later day", [entry({ day: today + 9, value: 1 })], today],
    [
      "is the earliest of several days, in any order",
      [
        entry({ day: today - 3, value: 1 }),
        entry({ day: today - 9, skipped: true }),
        entry({ day: today - 5, value: 2 }),
      ],
      today - 9,
    ],
  ])("%s", (_guarantee, entries, expected) => {
    expect(firstDayOf(today, entries)).toBe(expected);
  });

  it("equals the reference implementation", () => {
    fc.assert(
      fc.property(history, (case_) => {
        const { entries } = rulesOf(case_);
        const expected = naiveFirstDay(case_.habit, case_.entries);
        expect(fromDayNumber(firstDayOf(toDayNumber(case_.habit.created_on), entries))).toBe(expected);
        expect(fromDayNumber(firstDayOf(toDayNumber(case_.habit.created_on), entries.toReversed()))).toBe(expected);
      }),
      { numRuns: 1000 },
    );
  });
});

describe("the target in force", () => {
  const targets = [
    { from: 100, target: 1 },
    { from: 110, target: 2 },
    { from: 111, target: 3 },
  ];

  it.each([
    [0, 1],
    [99, 1],
    [100, 1],
    [109, 1],
    [110, 2],
    [111, 3],
    [9999, 3],
  ])("on day %d is %d", (day, expected) => {
    expect(targetOn(targets, day)).toBe(expected);
  });

  it("throws for a habit without a target", () => {
    expect(() => targetOn([], 0)).toThrow(RangeError);
  });

  it("equals the reference implementation", () => {
    fc.assert(
      fc.property(history, fc.integer({ min: -100, max: 20 }), (case_, offset) => {
        const day = dayAfter(case_.today, offset);
        expect(targetOn(rulesOf(case_).habit.targets, toDayNumber(day))).toBe(naiveTarget(case_.habit, day));
      }),
      { numRuns: 1000 },
    );
  });
});

describe("for any history", () => {
  it.each(scheduleKinds)("of %s, the results equal the reference, singly and in one pass", (kind) => {
    fc.assert(
      fc.property(historyOf(kind), (case_) => {
        const { habit: rules, entries } = rulesOf(case_);
        const now = toDayNumber(case_.today);
        const [from, to] = [now - spanOf(kind) - 2, now + daysAfter + 2];
        const range = { from: fromDayNumber(from), to: fromDayNumber(to) };
        const expected = naiveResults(case_.habit, case_.entries, range, case_.today);
        const byDay = entryOn(entries);
        // A single day walks its whole period, so only the last ones are asked for singly.
        const single = expected.map((_, index) => from + index).slice(-50);
        expect(single.map((day) => dayResult(rules, day, byDay, now))).toEqual(expected.slice(-50));
        expect(resultsOfRange(rules, entries, from, to, now)).toEqual(expected);
      }),
      { numRuns: inject("histories") },
    );
  });

  it("a range has the same results as part of a wider range", () => {
    const offset = fc.integer({ min: -90, max: 20 });
    fc.assert(
      fc.property(history, offset, offset, (case_, a, b) => {
        const { habit: rules, entries } = rulesOf(case_);
        const now = toDayNumber(case_.today);
        const [from, to] = [now + Math.min(a, b), now + Math.max(a, b)];
        const wide = resultsOfRange(rules, entries, now - 90, now + 20, now);
        expect(resultsOfRange(rules, entries, from, to, now)).toEqual(
          wide.slice(from - (now - 90), to - (now - 90) + 1),
        );
      }),
      { numRuns: 1000 },
    );
  });
});

it("an empty range has no results", () => {
  expect(resultsOfRange(habit(), [], today, today - 1, today)).toEqual([]);
});

it("a result is a success, a failure or neither", () => {
  const all: DayResult[] = [
    "none",
    "upcoming",
    "skipped",
    "rest",
    "achieved",
    "awaiting",
    "not_achieved",
    "not_exceeded",
    "exceeded",
  ];
  expect(all.filter(isSuccess)).toEqual(["achieved", "not_exceeded"]);
  expect(all.filter(isFailure)).toEqual(["not_achieved", "exceeded"]);
});

it("an entry with 0 or null has no value", () => {
  expect([null, 0, 1].map((value) => hasValue({ value }))).toEqual([false, false, true]);
});
