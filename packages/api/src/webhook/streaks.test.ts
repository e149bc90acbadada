import { toDayNumber } from "@daymark/domain/base/day";
import type { DayEntry, HabitRules } from "@daymark/domain/rules/result";
import { expect, test } from "vitest";
import { reachedByDays, streakAfter } from "./streaks.ts";

const today = toDayNumber("2026-11-21");
const range = { from: today - 5, today };
const century = 36_500;

/** A century of a habit, with a met goal on each `step`th day up to today. */
function historyOf(step: number): { habit: HabitRules; entries: DayEntry[] } {
  const firstDay = today - century + 1;
  const entries: DayEntry[] = [];
  for (let day = firstDay; day <= today; day += 1) {
    if ((today - day) % step === 0) {
      entries.push({ day, value: 10, unit: "minutes", skipped: false, confirmed: false });
    }
  }
  const targets = [{ from: firstDay, target: 10 }];
  const rules = {
    type: "good",
    unit: "minutes",
    weekdays: [1, 2, 3, 4, 5, 6, 7],
    schedule: null,
    pastSchedules: [],
    end: null,
  } as const;
  return { habit: { ...rules, targets, firstDay }, entries };
}

/** Resolves to what the days have reached, with how many turns other work had meanwhile. */
async function readBeside(history: ReturnType<typeof historyOf>) {
  let turns = 0;
  let isRunning = true;
  const countTurn = () => {
    turns += 1;
    if (isRunning) setImmediate(countTurn);
  };
  setImmediate(countTurn);
  const found = [];
  for await (const each of reachedByDays(history, range)) found.push(each);
  isRunning = false;
  return { found, turns };
}

test("a streak of a century gives way to other work before each recent day", async () => {
  const { found, turns } = await readBeside(historyOf(1));
  expect(found.map(({ met }) => met?.from)).toEqual([16, 17, 18, 19, 20, 21].map((day) => `2026-11-${day}`));
  for (const { run } of found) expect(run).toMatchObject({ length: century, to: "2026-11-21" });
  expect(turns).toBeGreaterThanOrEqual(found.length);
});

test("alternating days of a century reach goals and no streak", async () => {
  const { found, turns } = await readBeside(historyOf(2));
  expect(found.map(({ met, run }) => [met?.from, run])).toEqual([
    ["2026-11-17", null],
    ["2026-11-19", null],
    ["2026-11-21", null],
  ]);
  expect(turns).toBeGreaterThanOrEqual(found.length);
});

test("a schedule with another unit begins a new streak, but breaks none", () => {
  const { habit, entries } = historyOf(1);
  const ended = today - 1;
  const recorded = entries.filter(({ day }) => day <= ended);
  const past = { until: ended - 1, weekdays: habit.weekdays, schedule: null };
  const weekly = { ...habit, schedule: { times_per_week: 7 }, pastSchedules: [past] };
  expect(streakAfter({ habit: weekly, entries: recorded }, { since: ended - 1, ended }).broken).toBeNull();
  const missed = recorded.filter(({ day }) => day < ended);
  expect(streakAfter({ habit, entries: missed }, { since: ended - 1, ended }).broken).toMatchObject({
    streak_unit: "days",
  });
});
