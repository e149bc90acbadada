import type { DayResult } from "@daymark/domain/rules/result";
import type { DemoHabit } from "./demo-habits.ts";

export interface DemoDay {
  day: string;
  result: DayResult;
  /** 0 if nothing is recorded. */
  value: number;
}

/** The numbers of days before and after today that the calendar shows. */
export const daysBefore = 10;
export const daysAfter = 7;

/** The shown days, `YYYY-MM-DD`. */
export function demoDates(today: string): string[] {
  const now = Date.parse(today);
  return Array.from({ length: daysBefore + 1 + daysAfter }, (_, index) =>
    new Date(now + (index - daysBefore) * 86_400_000).toISOString().slice(0, 10),
  );
}

/**
 * A habit without marks of the visitor, with the results of `judgeDemo` in demo-rules.ts (demo-rules.test.ts compares
 * them): the landing page shows it without loading the rules of the product.
 */
export function sampleOf(habit: DemoHabit, today: string): { days: DemoDay[]; streak: number } {
  let streak = 0;
  const days = demoDates(today).map((day, index): DemoDay => {
    if (index > daysBefore) return { day, result: "upcoming", value: 0 };
    const past = habit.past[index] ?? null;
    if (past === "skipped") return { day, result: "skipped", value: 0 };
    const value = past ?? 0;
    const result = resultOf(habit, value, index === daysBefore);
    if (result === "achieved" || result === "not_exceeded") streak += 1;
    else if (result !== "awaiting") streak = 0;
    return { day, result, value };
  });
  return { days, streak };
}

function resultOf({ type, target }: DemoHabit, value: number, isToday: boolean): DayResult {
  if (type === "bad") return value > target ? "exceeded" : "not_exceeded";
  if (value >= target) return "achieved";
  return isToday ? "awaiting" : "not_achieved";
}
