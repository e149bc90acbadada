import { fromDayNumber, toDayNumber } from "@daymark/domain/base/day";
import { type DayRule, dayRules, type ExplainedDay } from "@daymark/domain/rules/streak";
import { describe, expect, test } from "vitest";
import { effects, groupDays, groupingFor } from "./streak-groups.ts";

/** Newest first; the newest day is a Saturday. */
function daysOf(rules: readonly DayRule[], newest = "2026-11-21"): ExplainedDay[] {
  const last = toDayNumber(newest);
  return rules.map((rule, index) => ({ day: fromDayNumber(last - index), rule, value: null, target: 1 }));
}

describe("the days of a streak", () => {
  test("are grouped newest first, each in one group, and counted if they lengthened it", () => {
    const rules: DayRule[] = [
      "goal_reached",
      "goal_reached",
      "skipped",
      "goal_reached",
      "day_off",
      "goal_reached",
      "goal_reached",
      "vacation",
    ];
    const days = daysOf(rules);
    const groups = groupDays(days, "week", 1);
    expect(groups.map(({ key }) => key)).toEqual(["2026-11-16", "2026-11-09"]);
    expect(groups[0]).toMatchObject({ newest: "2026-11-21", oldest: "2026-11-16", counted: 4 });
    expect(groups[1]).toMatchObject({ newest: "2026-11-15", oldest: "2026-11-14", counted: 1 });
    expect(groups.flatMap(({ runs }) => runs.flatMap((run) => run.days))).toEqual(days);
  });

  test("are grouped by weeks that begin on the user's first day", () => {
    const days = daysOf(Array.from({ length: 9 }, () => "goal_reached" as const));
    const keysFrom = (weekStart: number) =>
      groupDays(days, "week", weekStart).map(({ key, counted }) => [key, counted]);
    expect(keysFrom(1)).toEqual([
      ["2026-11-16", 6],
      ["2026-11-09", 3],
    ]);
    expect(keysFrom(7)).toEqual([
      ["2026-11-15", 7],
      ["2026-11-08", 2],
    ]);
    expect(keysFrom(6)).toEqual([
      ["2026-11-21", 1],
      ["2026-11-14", 7],
      ["2026-11-07", 1],
    ]);
  });

  test("with the same rule in a row are one line", () => {
    const [group] = groupDays(daysOf(["assumed", "assumed", "confirmed", "assumed"]), "month", 1);
    expect(group?.runs.map(({ rule, days }) => [rule, days.length])).toEqual([
      ["assumed", 2],
      ["confirmed", 1],
      ["assumed", 1],
    ]);
  });

  test("with the same rule are separate lines if one has an amount and the other none", () => {
    const days = daysOf(["week_open", "week_open", "week_open"]).map((day, index) => ({
      ...day,
      value: index === 1 ? 30 : null,
    }));
    const [group] = groupDays(days, "week", 1);
    expect(group?.runs.map((run) => run.days.length)).toEqual([1, 1, 1]);
  });

  test("of more than a year need few lines", () => {
    const days = daysOf(Array.from({ length: 400 }, () => "goal_reached" as const));
    const groups = groupDays(days, groupingFor(days.length, null), 7);
    expect(groups.length).toBeLessThanOrEqual(14);
    expect(groups.every(({ runs }) => runs.length === 1)).toBe(true);
    expect(groups.reduce((sum, { counted }) => sum + counted, 0)).toBe(400);
  });

  test("of a weekly goal are grouped by week", () => {
    expect(groupingFor(400, "week")).toBe("week");
    expect(groupingFor(12, null)).toBe("week");
  });
});

test("every rule has a defined effect", () => {
  expect(Object.keys(effects).sort()).toEqual([...dayRules].sort());
});
