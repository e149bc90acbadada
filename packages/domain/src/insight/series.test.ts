import { describe, expect, test } from "vitest";
import type { HabitRules } from "../rules/result.ts";
import { daysOf, entryOf, habitOf } from "../testing-days.ts";
import { toSeries, withoutSilence } from "./series.ts";

/** A Monday. */
const monday = 20_780;

/** What each day says, one character a day: `1`, `0`, or `.` for nothing. */
function saidBy(text: string, changes: Partial<HabitRules> = {}): string {
  const { entries, today } = daysOf(monday, text);
  const habit = habitOf(monday, changes);
  const { happened } = toSeries({ id: 1, habit, entries }, { from: monday - 2, to: today - 1 }, today);
  return Array.from(happened, (value) => (Number.isNaN(value) ? "." : value)).join("");
}

describe("a day says nothing", () => {
  test("before the first day, if it is skipped, and today", () => {
    expect(saidBy("+.s+|+")).toBe("..10.1");
  });

  test("on a day off, even if something was done, because such days would all look good", () => {
    expect(saidBy("+.++..+|", { weekdays: [1, 2, 3] })).toBe("..101....");
    expect(saidBy("+.++..+|", { schedule: { times_per_week: 2 }, weekdays: [1, 2, 3] })).toBe("..101....");
  });

  test("if no habit has a record for two weeks", () => {
    const daysIn = (breakDays: number, recordsEvery: number) => {
      const recorded = Array.from({ length: 200 }, (_, day) => day < 100 || day >= 100 + breakDays).map(
        (isUsed, day) => isUsed && day % recordsEvery === 0,
      );
      const entries = recorded.flatMap((isDone, day) => (isDone ? [entryOf(monday + day, { value: 10 })] : []));
      const span = { from: monday, to: monday + 199 };
      const series = toSeries({ id: 1, habit: habitOf(monday), entries }, span, monday + 200);
      const neverDone = { ...series, id: 2 };
      return withoutSilence([series, neverDone], Uint8Array.from(recorded, Number)).map(({ days }) => days);
    };
    expect(daysIn(13, 1)).toEqual([200, 200]);
    expect(daysIn(14, 1)).toEqual([186, 186]);
    // Who records once in ten days has breaks of two weeks anyway.
    expect(daysIn(14, 10)).toEqual([200, 200]);
  });
});

describe("an event is", () => {
  test("a day on which a good habit was done, also in a schedule of periods, where a day of rest is no failure but not done", () => {
    expect(saidBy("+p.+|")).toBe("..1001");
    expect(saidBy("+..+...|", { schedule: { times_per_week: 2 } })).toBe("..1001000");
  });

  test("a day with some of an amount of a period", () => {
    expect(saidBy("pp.+..p|", { schedule: { target_per: "week" }, targets: [{ from: 0, target: 15 }] })).toBe(
      "..1101001",
    );
  });

  test("a day on which the limit of a bad habit was exceeded", () => {
    expect(saidBy("+-.c-|", { type: "bad" })).toBe("..01001");
  });
});

describe("amounts", () => {
  const amountsOf = (values: readonly number[], changes: Partial<HabitRules> = {}) => {
    const entries = values.flatMap((value, index) => (value === 0 ? [] : [entryOf(monday + index, { value })]));
    const span = { from: monday, to: monday + values.length - 1 };
    return toSeries({ id: 1, habit: habitOf(monday, changes), entries }, span, span.to + 1).amounts;
  };
  const varied = Array.from({ length: 40 }, (_, index) => (index % 4 === 0 ? 0 : index));

  test("of a good habit are those of the days with some: a day without a record of mood is no zero", () => {
    expect([...(amountsOf(varied) ?? [])].slice(0, 4)).toEqual([Number.NaN, 1, 2, 3]);
  });

  test("of a bad habit count a day without as zero", () => {
    expect([...(amountsOf(varied, { type: "bad" }) ?? [])].slice(0, 4)).toEqual([0, 1, 2, 3]);
  });

  test("are not compared if they are few or nearly always the same", () => {
    expect(amountsOf(varied.slice(0, 30))).toBeNull();
    expect(amountsOf(Array.from({ length: 40 }, (_, index) => (index < 6 ? index + 1 : 20)))).toBeNull();
  });
});
