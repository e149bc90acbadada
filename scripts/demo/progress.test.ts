import { expect, test } from "vitest";
import { isHueAllowed } from "../../packages/domain/src/account/plan.ts";
import { toDayNumber } from "../../packages/domain/src/base/day.ts";
import { demoPeople } from "./people.ts";
import { demoDays, demoProgress } from "./progress.ts";

const today = toDayNumber("2026-03-01");
const kept = demoPeople.flatMap((person) => person.habits.map((habit) => ({ person, habit })));

test("the demo habits fit into the free plan", () => {
  for (const { habits } of demoPeople) {
    expect(habits.map(({ type }) => type).sort()).toEqual(["bad", "bad", "bad", "good", "good", "good"]);
    expect(habits.filter(({ hue }) => !isHueAllowed("free", hue))).toEqual([]);
  }
});

test.each(kept)(
  "$person.username's year of $habit.title is the same in every run, within bounds, neither perfect nor empty",
  (one) => {
    const entries = demoProgress(one.person, one.habit, today);
    expect(demoProgress(one.person, one.habit, today)).toEqual(entries);
    expect(new Set(entries.map(({ day }) => day)).size).toBe(entries.length);
    for (const { day, value, skipped, note, confirmed } of entries) {
      expect(day).toBeGreaterThanOrEqual(today - demoDays);
      expect(day).toBeLessThanOrEqual(today);
      if (value !== null) expect(Number.isInteger(value) && value >= 1 && value <= 10_000).toBe(true);
      expect([value !== null, skipped, note !== null, confirmed].filter(Boolean).length).toBeGreaterThan(0);
      expect([value !== null, skipped, confirmed].filter(Boolean).length).toBeLessThan(2);
    }
    const past = entries.filter(({ value }) => (value ?? 0) > (one.habit.later ?? one.habit.target)).length;
    expect(past).toBeGreaterThan(3);
    expect(past).toBeLessThan(250);
  },
);
