import { fromDayNumber, toDayNumber } from "@daymark/domain/base/day";
import { resultsOfRange } from "@daymark/domain/rules/walk";
import { habitOf } from "@daymark/domain/testing-habits";
import type { Entry } from "@daymark/domain/tracking/progress";
import { describe, expect, test } from "vitest";
import { rangeShown } from "../calendar/grid/range.ts";
import { daysOfMonth } from "../clock/month.ts";
import { periodProgressOf } from "./period-progress.ts";
import { createRulesMemo, dayEntryOf, resultAmong, rulesOf } from "./rules.ts";

const habit = habitOf({ schedule: { times_per_week: 3 }, first_day: "2025-10-15" });
const first = toDayNumber(habit.first_day);
const today = toDayNumber("2027-02-10");

/** Every third day done and every eleventh skipped: some weeks exceed the goal, some just meet it, some miss it. */
const entries: Entry[] = Array.from({ length: today - first + 30 }, (_, index) => index)
  .filter((index) => index % 3 === 0 || index % 7 === 2 || index % 11 === 0)
  .map((index) => ({
    habit_id: 1,
    day: fromDayNumber(first + index),
    value: index % 11 === 0 ? null : index % 5 === 0 ? 4 : 10,
    unit: "minutes",
    skipped: index % 11 === 0,
    note: null,
    confirmed: false,
  }));

describe("a weekly goal", () => {
  test("has the same results by month as over the whole history, also at the ends of weeks, months and years", () => {
    const rules = rulesOf(habit);
    const whole = resultsOfRange(rules, entries.map(dayEntryOf), first, today + 60, today);
    const seen = new Set<string>();
    for (const month of ["2025-10", "2025-12", "2026-01", "2026-02", "2026-11", "2026-12", "2027-01", "2027-02"]) {
      const { from, to } = rangeShown(month);
      const loaded = new Map(entries.filter(({ day }) => from <= day && day <= to).map((entry) => [entry.day, entry]));
      for (const day of daysOfMonth(month)) {
        const result = resultAmong(rules, day, (other) => loaded.get(other), fromDayNumber(today));
        expect(result, day).toBe(whole[toDayNumber(day) - first] ?? "none");
        seen.add(result);
      }
    }
    expect([...seen].sort()).toEqual(["achieved", "none", "not_achieved", "rest", "skipped", "upcoming"]);
  });

  test("that is set or removed changes the habit's rules", () => {
    const memo = createRulesMemo();
    const before = memo([habit], entries).get(1);
    expect(before?.schedule).toEqual({ times_per_week: 3 });
    expect(memo([habit], entries).get(1)).toBe(before);
    expect(memo([{ ...habit, schedule: null }], entries).get(1)?.schedule).toBe(null);
  });
});

test("a habit that has ended has no progress in the present week", () => {
  const habit = habitOf({ schedule: { times_per_week: 3 } });
  const progress = (lastDay: string) => {
    const end = { lastDay: toDayNumber(lastDay), isPlanned: true };
    return periodProgressOf(habit, { ...rulesOf(habit), end }, () => undefined, "2026-11-20");
  };
  expect(progress("2026-11-20")).toMatchObject({ period: "week", done: 0 });
  expect(progress("2026-11-19")).toBeUndefined();
});
