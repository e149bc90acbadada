import fc from "fast-check";
import { describe, expect, inject, it } from "vitest";
import { fromDayNumber, toDayNumber } from "../base/day.ts";
import { daysOf, entryOf, habitOf } from "../testing-days.ts";
import { historyOf, rulesOf } from "../testing-histories.ts";
import { type NaivePeriodName, naivePeriodDays } from "../testing-oracle-calendar.ts";
import { NaiveDays, naiveTarget } from "../testing-oracle-habit.ts";
import { NaiveHistory } from "../testing-oracle-history.ts";
import { naiveResults } from "../testing-oracle-results.ts";
import { scheduleKinds } from "../testing-schedules.ts";
import { computePace, paceSchema } from "./pace.ts";
import type { HabitRules } from "./result.ts";
import { computeStatistics } from "./statistics.ts";

// A Monday, and the first of a month that ends on a Tuesday.
const monday = toDayNumber("2026-06-01");

function pace(text: string, changes: Partial<HabitRules> = {}, weekStart?: number) {
  const { entries, today } = daysOf(monday, text);
  return computePace(habitOf(monday, changes), entries, today, { weekStart });
}

describe("the pace of a weekly goal", () => {
  const weekly = { schedule: { times_per_week: 3 } };

  it.each([
    ["needs two of the three remaining days", "+...|...", "on_course", 1, 3, 2],
    ["needs each of the remaining days", "+....|..", "tight", 1, 2, 2],
    ["met", "+++.|...", "met", 3, 3, 0],
    ["can no longer be met", ".....|..", "lost", 0, 2, 3],
    ["does not count today as remaining once it is done", "...|+...", "on_course", 1, 3, 2],
  ])("%s", (_case, text, state, done, left, needed) => {
    expect(pace(text, weekly)[0]).toMatchObject({ period: "week", state, done, days_left: left, needed, required: 3 });
  });

  it("covers this week only, with the amount recorded in it", () => {
    expect(pace("+++++++ +|p.....", weekly)).toEqual([
      {
        period: "week",
        from: "2026-06-08",
        to: "2026-06-14",
        state: "on_course",
        done: 1,
        missed: 0,
        required: 3,
        days_left: 6,
        needed: 2,
        amount: 14,
        amount_due: null,
      },
    ]);
  });

  it("covers the ISO week, with any first weekday of the user", () => {
    for (const weekStart of [1, 6, 7])
      expect(pace("+++++++ +|p.....", weekly, weekStart)).toEqual(pace("+++++++ +|p.....", weekly));
  });

  it("requires nothing in a week without a day to do", () => {
    expect(pace("sss|ssss", weekly)[0]).toMatchObject({ state: "neutral", required: 0, needed: 0, days_left: 0 });
  });
});

describe("the pace of a daily goal", () => {
  it("covers this week and this month", () => {
    expect(pace("+++++++ ++.s+|p")).toEqual([
      {
        period: "week",
        from: "2026-06-08",
        to: "2026-06-14",
        state: "behind",
        done: 3,
        missed: 1,
        required: 6,
        days_left: 2,
        needed: 2,
        amount: 34,
        // Three days done, one missed, and today, ten minutes each; the skipped day requires nothing.
        amount_due: 50,
      },
      {
        period: "month",
        from: "2026-06-01",
        to: "2026-06-30",
        state: "behind",
        done: 10,
        missed: 1,
        required: 29,
        days_left: 18,
        needed: 18,
        amount: 104,
        amount_due: 120,
      },
    ]);
  });

  it.each([
    // Tuesday, 9 June: two done days since Sunday, three since Saturday.
    [7, "2026-06-07", "2026-06-13", 2],
    [6, "2026-06-06", "2026-06-12", 3],
    [1, "2026-06-08", "2026-06-14", 1],
    [2, "2026-06-09", "2026-06-15", 0],
  ])("with a week that begins on ISO weekday %d runs from %s to %s", (weekStart, from, to, done) => {
    const [week, month] = pace("+++++++ +|.", {}, weekStart);
    expect(week).toMatchObject({ period: "week", from, to, done, days_left: 7 - done });
    expect(month).toMatchObject({ period: "month", from: "2026-06-01", done: 8 });
  });

  it("is on course without a miss, and met once the last day is done", () => {
    expect(pace("+++|.")[0]?.state).toBe("on_course");
    expect(pace("++++++|.")[0]).toMatchObject({ state: "on_course", days_left: 1 });
    expect(pace("++++++|+")[0]).toMatchObject({ state: "met", days_left: 0 });
  });

  it("excludes days off, days before the first day, and planned skips", () => {
    const weekdays = [1, 2, 3, 4, 5];
    expect(pace("++|...ss", { weekdays })[0]).toMatchObject({ required: 5, days_left: 3 });
    expect(pace("..+|....", { firstDay: monday + 2 })[0]).toMatchObject({ done: 1, missed: 0, required: 5 });
    expect(pace("++|..ss.")[0]).toMatchObject({ required: 5, days_left: 3 });
  });

  it("of a bad habit counts today as kept so far", () => {
    const bad = pace(".+-|.", { type: "bad" });
    expect(bad[0]).toMatchObject({ state: "behind", done: 3, missed: 1, required: 7, days_left: 3, amount: 21 });
    expect(bad[0]?.amount_due).toBe(40);
  });

  it("covers the month to its last day, also in a leap year and in December", () => {
    const monthOf = (day: string) => {
      const number = toDayNumber(day);
      const [, month] = computePace(habitOf(number), [], number);
      return [month?.from, month?.to];
    };
    expect(monthOf("2028-02-29")).toEqual(["2028-02-01", "2028-02-29"]);
    expect(monthOf("2027-12-31")).toEqual(["2027-12-01", "2027-12-31"]);
    expect(monthOf("2027-01-01")).toEqual(["2027-01-01", "2027-01-31"]);
  });

  it("converts recorded amounts to the habit's unit", () => {
    const entries = [entryOf(monday, { value: 90 }), entryOf(monday + 1, { value: 1800, unit: "seconds" })];
    const rules = habitOf(monday, { unit: "hours", targets: [{ from: 0, target: 1 }] });
    expect(computePace(rules, entries, monday + 1)[0]).toMatchObject({ amount: 2, amount_due: 2, done: 1 });
  });
});

describe("the pace of n days in any m", () => {
  const window = (times: number, days: number, changes: Partial<HabitRules> = {}) => ({
    schedule: { times_in_days: { times, days } },
    ...changes,
  });
  const endOn = (text: string) => ({ end: { lastDay: toDayNumber(text), isPlanned: true } });

  it("needs tomorrow once today is done, if the window ends with it", () => {
    expect(pace("+.|+", window(3, 4))).toMatchObject([{ state: "tight", needed: 1, days_left: 1, to: "2026-06-04" }]);
  });

  it("counts no day after the last one of the habit", () => {
    expect(pace("+|...", window(2, 5, endOn("2026-06-04")))).toMatchObject([
      { state: "on_course", required: 2, needed: 1, days_left: 3, to: "2026-06-04" },
    ]);
    expect(pace("+|s..", window(3, 5, endOn("2026-06-04")))).toMatchObject([
      { state: "tight", needed: 2, days_left: 2, to: "2026-06-04" },
    ]);
    expect(pace("+|+..", window(2, 5, endOn("2026-06-04")))).toMatchObject([{ state: "met", to: "2026-06-04" }]);
  });

  it("requires nothing if the habit ends before the window can become full", () => {
    const over = { state: "neutral", required: 0, needed: 0, days_left: 0, to: "2026-06-02" };
    expect(pace("+|.", window(3, 7, endOn("2026-06-02")))).toMatchObject([over]);
    expect(pace("+|+", window(3, 7, endOn("2026-06-02")))).toMatchObject([over]);
  });

  it("is tight on the last day if it still saves the streak", () => {
    expect(pace("+.|.", window(3, 4, endOn("2026-06-03")))).toMatchObject([{ state: "tight", to: "2026-06-03" }]);
  });
});

describe("for any history", () => {
  const kindsOfWindows = ["times_in_days", "months_since_last"] as const;
  it.each(kindsOfWindows)(
    "of %s, the pace is met if the reference covers today, and tight if it says that the streak ends",
    (kind) => {
      fc.assert(
        fc.property(historyOf(kind), (case_) => {
          fc.pre(!case_.entries.some(({ day, skipped }) => day === case_.today && skipped));
          const { habit, entries } = rulesOf(case_);
          const today = toDayNumber(case_.today);
          const { at_risk } = computeStatistics(habit, entries, today);
          const { windows } = new NaiveHistory(case_.habit, case_.entries, case_.today).partOf(case_.today);
          const [pace, ...others] = computePace(habit, entries, today);
          const lastDay = habit.end?.lastDay ?? Infinity;
          if (today > lastDay) {
            expect(pace).toMatchObject({ state: "neutral", needed: 0 });
            return;
          }
          expect(toDayNumber(pace?.to as string)).toBeLessThanOrEqual(lastDay);
          if (pace?.state === "neutral") {
            // The end leaves too few days for the window, and none of them is asked for.
            expect([pace.needed, at_risk, pace.to]).toEqual([0, false, fromDayNumber(lastDay)]);
            return;
          }
          expect(others).toEqual([]);
          expect(paceSchema.safeParse(pace).success).toBe(true);
          expect(pace?.period).toBe("window");
          expect(pace?.state === "met").toBe(windows?.isCovered(case_.today));
          const isTight = at_risk || pace?.needed === pace?.days_left;
          if (isTight && pace?.state !== "met") expect(pace?.state).toBe("tight");
          expect(pace?.needed).toBe(pace?.state === "met" ? 0 : (pace?.required ?? 0) - (pace?.done ?? 0));
        }),
        { numRuns: inject("histories") },
      );
    },
  );

  const kindsOfPeriods = scheduleKinds.filter((kind) => !kindsOfWindows.some((each) => each === kind));
  it.each(kindsOfPeriods)("of %s, the pace equals the reference's pace by its days and period", (kind) => {
    fc.assert(
      fc.property(historyOf(kind), (case_) => {
        const { habit, entries } = rulesOf(case_);
        const today = toDayNumber(case_.today);
        const { at_risk, current_streak } = computeStatistics(habit, entries, today);
        const known = new NaiveDays(case_.habit, case_.entries);
        for (const each of computePace(habit, entries, today)) {
          expect(paceSchema.safeParse(each).success).toBe(true);
          const days = naivePeriodDays(each.period as NaivePeriodName, case_.today);
          const past = days.filter((day) => day <= case_.today);
          expect([each.from, each.to]).toEqual([days[0], days.at(-1)]);
          const results = naiveResults(case_.habit, case_.entries, each, case_.today);
          const { own, period } = new NaiveHistory(case_.habit, case_.entries, case_.today).partOf(case_.today);
          // A limit counts from the day on which its schedule began. The amount of a period counts until a total is reached.
          const { end } = case_.habit;
          const reached = end && "total" in end && known.last && days.includes(known.last) ? known.last : null;
          const isCounted = (day: string) =>
            !period ||
            ((case_.habit.type === "good" || own.includes(day)) &&
              (period.due === null || reached === null || day <= reached));
          expect(each.amount).toBe(known.sum(past.filter(isCounted)));
          const missed = days.filter((_, index) => failures.includes(results[index] as string));
          expect(each.missed).toBe(missed.filter((day) => !period || own.includes(day)).length);
          if (period === null) {
            const isLeft = (day: string, result: string) =>
              result === "awaiting" || (result === "upcoming" && known.isAvailable(day));
            const due = days.filter((_, index) => asking.includes(results[index] as string));
            expect(each).toMatchObject({
              done: results.filter((result) => successes.includes(result)).length,
              required: each.done + each.missed + each.days_left,
              days_left: days.filter((day, index) => isLeft(day, results[index] as string)).length,
              needed: each.days_left,
              amount_due: due.reduce((sum, day) => sum + naiveTarget(case_.habit, day), 0),
            });
          } else {
            const needed = Math.max(0, period.required - period.done);
            const isTight = period.result === "open" && needed === period.left;
            expect(each).toMatchObject({
              state: isTight ? "tight" : states[period.result],
              done: period.done,
              required: period.required,
              days_left: period.left,
              needed,
              amount_due: period.due,
            });
            if (at_risk) expect(each.state).toBe("tight");
          }
          if (each.state === "met") expect(each.needed).toBe(0);
          if (each.state === "lost") expect(current_streak).toBe(0);
        }
      }),
      { numRuns: inject("histories") },
    );
  });
});

const successes = ["achieved", "not_exceeded"];
const failures = ["not_achieved", "exceeded"];
/** A day of these results asked for its own target. */
const asking = [...successes, ...failures, "awaiting"];
const states = { neutral: "neutral", met: "met", open: "on_course", missed: "lost" };
