import type { ExplainedDay } from "@daymark/domain/rules/streak";
import { habitOf } from "@daymark/domain/testing-habits";
import type { Schedule } from "@daymark/domain/tracking/schedule";
import { setupI18n } from "@lingui/core";
import { expect, test } from "vitest";
import { wordsOfRule } from "./rule-words.ts";

const i18n = setupI18n({ locale: "en", messages: { en: {} } });

function saidOf(schedule: Schedule, told: Pick<ExplainedDay, "rule" | "value">): string[] {
  const words = wordsOfRule(habitOf({ schedule }), { day: "2026-11-17", target: 300, ...told });
  return [words.rule, words.effect].flatMap((each) => (each ? [i18n._(each)] : []));
}

test.each(["week_open", "week_met", "period_open", "period_met"] as const)(
  "a day with a part of the amount of its period counts toward it (%s)",
  (rule) => {
    const schedule = { target_per: rule.startsWith("week") ? ("week" as const) : ("month" as const) };
    expect(saidOf(schedule, { rule, value: 30 })).toEqual(["Counts toward the total"]);
    expect(saidOf(schedule, { rule, value: null })).toHaveLength(2);
  },
);

test("a part of the amount of a month that was missed says so, and is not said to count for nothing", () => {
  const told = saidOf({ target_per: "month" }, { rule: "period_missed", value: 30 });
  expect(told).toEqual(["The goal was missed, or the limit was exceeded before"]);
});

test("a recorded 0 is no part of an amount", () => {
  expect(saidOf({ target_per: "month" }, { rule: "period_open", value: 0 })).toHaveLength(2);
});

test("what is recorded today of the amount of a week is not said to count for nothing", () => {
  expect(saidOf({ target_per: "week" }, { rule: "awaiting_today", value: 30 })).toEqual(["Today, still open"]);
  expect(saidOf({ times_per_week: 2 }, { rule: "awaiting_today", value: 4 })).toHaveLength(2);
});

test("a missed day in an open month that requires a number of days counts toward no total", () => {
  const open = saidOf({ times_per_month: 4 }, { rule: "period_open", value: null });
  expect(open).toEqual(["Not done; the goal can still be met", "doesn’t count"]);
});

test("a day with too little for its own goal is no part of an amount", () => {
  const [rule] = saidOf({ times_per_week: 2 }, { rule: "week_met", value: 4 });
  expect(rule).toBe("Not done, and not needed: the week’s goal is met");
});
