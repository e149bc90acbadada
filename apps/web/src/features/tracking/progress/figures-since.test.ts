import { fromDayNumber, toDayNumber } from "@daymark/domain/base/day";
import type { Unit } from "@daymark/domain/base/unit";
import { type Figures, figureNames } from "@daymark/domain/rules/figures-after";
import { computeStatistics } from "@daymark/domain/rules/statistics";
import { habitOf } from "@daymark/domain/testing-habits";
import { daysBefore, type History, history, rulesOf } from "@daymark/domain/testing-histories";
import { dayAfter } from "@daymark/domain/testing-oracle-calendar";
import { type NaiveEntry, naiveFirstDay } from "@daymark/domain/testing-oracle-habit";
import type { Habit } from "@daymark/domain/tracking/habit";
import type { Entry } from "@daymark/domain/tracking/progress";
import fc from "fast-check";
import { expect, test } from "vitest";
import { figuresSince } from "./figures-since.ts";

const states = [
  null,
  { value: 12, skipped: false, confirmed: false },
  { value: 1, skipped: false, confirmed: false },
  { value: 10_000, skipped: false, confirmed: false },
  { value: null, skipped: true, confirmed: false },
  { value: null, skipped: false, confirmed: true },
] as const;

/** A user's presses, on today and on earlier days, and how far back the page knows the days. */
const visit = fc.record({
  before: history,
  back: fc.oneof(fc.integer({ min: 0, max: 80 }), fc.integer({ min: 0, max: daysBefore })),
  presses: fc.array(fc.tuple(fc.oneof(fc.constant(0), fc.integer({ min: -40, max: 2 })), fc.constantFrom(...states)), {
    minLength: 1,
    maxLength: 3,
  }),
});

/** The habit as the API sends it. */
function habitOfHistory(case_: History): Habit {
  const { habit } = case_;
  const { targets } = rulesOf(case_).habit;
  return habitOf({
    type: habit.type,
    unit: habit.unit as Unit,
    weekdays: habit.weekdays,
    schedule: habit.schedule,
    past_schedules: habit.past,
    end: habit.end,
    target: targets.at(-1)?.target ?? 1,
    targets: targets.map(({ from, target }) => ({ from: fromDayNumber(from), target })),
    first_day: naiveFirstDay(habit, case_.entries),
    created_at: `${habit.created_on}T12:00:00.000Z`,
  });
}

const entryOf = (entry: NaiveEntry): Entry => ({ habit_id: 1, note: null, ...entry, unit: entry.unit as Unit });

function statisticsOf(case_: History): Figures {
  const { habit, entries } = rulesOf(case_);
  return computeStatistics(habit, entries, toDayNumber(case_.today));
}

test("the figures after presses equal those of the whole history, or are left out", { timeout: 60_000 }, () => {
  const decided = new Map<string, number>();
  let decidable = 0;
  fc.assert(
    fc.property(visit, ({ before: known, back, presses }) => {
      const { today, habit } = known;
      const old = new Map(known.entries.map((entry) => [entry.day, entry]));
      const now = new Map(old);
      const changed = new Map<string, Entry | undefined>();
      for (const [offset, state] of presses) {
        const day = dayAfter(today, offset);
        const entry = old.get(day);
        changed.set(day, entry && entryOf(entry));
        if (state) now.set(day, { day, unit: habit.unit, ...state });
        else now.delete(day);
      }
      const entries = [...now.values()].sort((a, b) => (a.day < b.day ? -1 : 1));
      const [from, to] = [dayAfter(today, -back), dayAfter(today, 12)];
      const days = { from, to, entries: entries.filter(({ day }) => from <= day && day <= to).map(entryOf) };
      const figures = figuresSince(statisticsOf(known), { habit: habitOfHistory(known), days, before: changed, today });
      const expected = statisticsOf({ ...known, entries });
      const isDecidable = !dependsOnAllDays(habit);
      if (isDecidable) decidable += 1;
      for (const name of figureNames) {
        if (!(name in figures)) continue;
        if (isDecidable) decided.set(name, (decided.get(name) ?? 0) + 1);
        expect(figures[name], name).toEqual(expected[name]);
      }
    }),
    { numRuns: 1000 },
  );
  // Nothing would be wrong if all were left out.
  for (const name of figureNames) expect(decided.get(name), name).toBeGreaterThan(decidable / 2);
});

/** Only the server knows the windows and the total of a long history. */
function dependsOnAllDays({ schedule, past, end }: History["habit"]): boolean {
  const hasWindows = [schedule, ...past.map((each) => each.schedule)].some(
    (each) => each?.times_in_days ?? each?.months_since_last,
  );
  return hasWindows || (end !== null && "total" in end);
}

const read = habitOf({ unit: "repetitions", target: 1, first_day: "2026-11-20" });
const today = "2026-11-27";
const done = (day: string): Entry => ({
  habit_id: 1,
  day,
  value: 1,
  unit: "repetitions",
  skipped: false,
  confirmed: false,
  note: null,
});
const figures: Figures = {
  current_streak: 1,
  longest_streak: 1,
  assumed_days: 0,
  at_risk: false,
  successful_days: 1,
  counted_days: 1,
  success_rate: 1,
};

test("a habit's only day, the day of its creation, can be emptied", () => {
  const habit = { ...read, first_day: today, created_at: `${today}T01:00:00.000Z` };
  const days = { from: "2026-11-01", to: "2026-11-30", entries: [] };
  expect(figuresSince(figures, { habit, days, before: new Map([[today, done(today)]]), today })).toEqual({
    ...figures,
    current_streak: 0,
    longest_streak: 0,
    successful_days: 0,
    counted_days: 0,
    success_rate: null,
  });
});

test("a habit that ends with a total waits for the server, because a day may move its last day", () => {
  const days = { from: "2026-11-01", to: "2026-11-30", entries: [done(today)] };
  const habit = { ...read, end: { total: 9, from: "2026-11-20" } };
  expect(figuresSince(figures, { habit, days, before: new Map([[today, undefined]]), today })).toEqual({});
});

test("a change of a day that the page has not loaded decides nothing", () => {
  const days = { from: "2026-11-23", to: "2026-11-30", entries: [done(today)] };
  const before = new Map([["2026-11-22", undefined]]);
  expect(figuresSince(figures, { habit: read, days, before, today })).toEqual({});
});
