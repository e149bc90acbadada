import { habitOf } from "@daymark/domain/testing-habits";
import type { Habit } from "@daymark/domain/tracking/habit";
import type { Entry } from "@daymark/domain/tracking/progress";
import { describe, expect, test } from "vitest";
import { rulesOf } from "../../habit/rules.ts";
import { monthTotal } from "./month-total.ts";

const today = "2026-11-10";

function totalOf(habit: Habit, entries: readonly Entry[]) {
  const entryOn = (day: string) => entries.find((entry) => entry.day === day);
  return monthTotal(habit, rulesOf(habit), { month: "2026-11", entryOn, today });
}

const entry = (day: string, value: number, unit: Entry["unit"]): Entry => ({
  habit_id: 1,
  day,
  value,
  unit,
  skipped: false,
  note: null,
  confirmed: false,
});
const goal = (target: number) => ({ target, targets: [{ from: "2026-10-01", target }], first_day: "2026-10-01" });

describe("the total of a month", () => {
  test("is the sum of its amounts in the habit's unit, and no day of another month counts", () => {
    const habit = habitOf({ ...goal(30), unit: "minutes" });
    const entries = [
      entry("2026-10-31", 500, "minutes"),
      entry("2026-11-01", 20, "minutes"),
      entry("2026-11-09", 1.5, "hours"),
    ];
    expect(totalOf(habit, entries)).toEqual({ of: "amount", count: 110 });
  });

  test("has no errors of floats", () => {
    const habit = habitOf({ ...goal(1), unit: "liters" });
    const entries = [entry("2026-11-01", 0.1, "liters"), entry("2026-11-02", 0.2, "liters")];
    expect(totalOf(habit, entries)).toEqual({ of: "amount", count: 0.3 });
  });

  test("is the number of successful days if a day is only done or not, and for percents", () => {
    const toggle = habitOf({ ...goal(1), unit: "repetitions" });
    const done = [entry("2026-11-01", 1, "repetitions"), entry("2026-11-02", 1, "repetitions")];
    expect(totalOf(toggle, done)).toEqual({ of: "days", count: 2 });
    const percents = habitOf({ ...goal(80), unit: "percentages" });
    const reached = [entry("2026-11-01", 90, "percentages"), entry("2026-11-02", 70, "percentages")];
    expect(totalOf(percents, reached)).toEqual({ of: "days", count: 1 });
  });
});
