import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fromDayNumber, toDayNumber } from "../base/day.ts";
import { firstWholeDay } from "../schedule/history.ts";
import { daysOf, habitOf } from "../testing-days.ts";
import { daysBefore, type History, history, rulesOf } from "../testing-histories.ts";
import { naiveStatistics } from "../testing-oracle.ts";
import { dayAfter } from "../testing-oracle-calendar.ts";
import type { NaiveEntry } from "../testing-oracle-habit.ts";
import { type Figures, figureNames, figuresAfter, type KnownDays } from "./figures-after.ts";
import type { HabitRules } from "./result.ts";
import { computeStatistics } from "./statistics.ts";

interface Change {
  before: History;
  after: History;
  /** The first known day. */
  from: string;
}

const press = fc.constantFrom<Omit<NaiveEntry, "day" | "unit"> | null>(
  null,
  { value: 12, skipped: false, confirmed: false },
  { value: 10_000, skipped: false, confirmed: false },
  { value: 1, skipped: false, confirmed: false },
  { value: null, skipped: true, confirmed: false },
  { value: null, skipped: false, confirmed: true },
);

/** A history whose owner changes up to three of the known days, mostly today. */
const change: fc.Arbitrary<Change> = fc
  .tuple(
    history,
    fc.oneof(fc.integer({ min: 0, max: 80 }), fc.integer({ min: 0, max: daysBefore })),
    fc.array(fc.tuple(fc.oneof(fc.constant(0), fc.integer({ min: -30, max: 3 })), press), {
      minLength: 1,
      maxLength: 3,
    }),
  )
  .map(([before, back, presses]) => {
    const { habit } = rulesOf(before);
    const today = toDayNumber(before.today);
    const possible = [back, daysBefore].map((days) => firstWholeDay(habit, today - days));
    const from = fromDayNumber(possible.find((day) => day <= today) ?? habit.firstDay);
    const entries = new Map(before.entries.map((entry) => [entry.day, entry]));
    for (const [offset, entry] of presses) {
      const day = dayAfter(before.today, offset);
      if (day < from) continue;
      if (entry) entries.set(day, { day, unit: before.habit.unit, ...entry });
      else entries.delete(day);
    }
    const changed = [...entries.values()].sort((a, b) => (a.day < b.day ? -1 : 1));
    return { before, after: { ...before, entries: changed }, from };
  });

function knownOf(case_: History, from: string): KnownDays {
  const { habit, entries } = rulesOf(case_);
  return { habit, entries: entries.filter(({ day }) => day >= toDayNumber(from)) };
}

function read({ before, after, from }: Change): Partial<Figures> {
  const { habit, entries } = rulesOf(before);
  const today = toDayNumber(before.today);
  const known = { before: knownOf(before, from), after: knownOf(after, from) };
  return figuresAfter(computeStatistics(habit, entries, today), known, { from: toDayNumber(from), today });
}

describe("figures after a change, known only in part", () => {
  it("equal those of all days for any history, or are left out", () => {
    const decided = new Map<string, number>();
    const numRuns = 1000;
    fc.assert(
      fc.property(change, (case_) => {
        const figures = read(case_);
        const { habit, entries, today } = case_.after;
        const expected: Partial<Figures> = naiveStatistics(habit, entries, today);
        for (const name of figureNames) {
          if (!(name in figures)) continue;
          decided.set(name, (decided.get(name) ?? 0) + 1);
          expect(figures[name], name).toEqual(expected[name]);
        }
      }),
      { numRuns },
    );
    // Nothing would be wrong if all were left out.
    for (const name of figureNames) expect(decided.get(name), name).toBeGreaterThan(numRuns * 0.8);
  });

  it("equal the ones before if nothing changes", () => {
    fc.assert(
      fc.property(change, ({ before, from }) => {
        const figures = read({ before, after: before, from });
        const { habit, entries, today } = before;
        const known: Partial<Figures> = naiveStatistics(habit, entries, today);
        expect(figures).toEqual(Object.fromEntries(figureNames.map((name) => [name, known[name]])));
      }),
      { numRuns: 200 },
    );
  });

  // A Monday.
  const monday = toDayNumber("2026-11-02");

  /** The streaks after a change of `text` to `next`, if the days after `/` are known. */
  function streaksAfter(text: string, next: string, changes: Partial<HabitRules> = {}) {
    const from = monday + text.replaceAll(" ", "").indexOf("/");
    const read = (days: string) => daysOf(monday, days.replace("/", ""));
    const habit = habitOf(monday, changes);
    const { entries, today } = read(text);
    const figures = computeStatistics(habit, entries, today);
    const known = (days: string) => ({ habit, entries: read(days).entries.filter(({ day }) => day >= from) });
    const both = { before: known(text), after: known(next) };
    const { current_streak, longest_streak } = figuresAfter(figures, both, { from, today });
    return [current_streak, longest_streak];
  }

  it.each([
    ["extend a streak that begins in unknown days", "+++/++|.", "+++/++|+", 6, 6],
    ["take today back, and leave an unknown longest streak to the server", "+++/++|+", "+++/++|.", 5, undefined],
    ["take today back below a longer streak of the unknown days", "+++++++.+/++|+", "+++++++.+/++|.", 3, 7],
    ["cannot join a streak of unknown days to the current one", "+++/.+|+", "+++/++|+", undefined, undefined],
    ["join known streaks", "+++/.+.|+", "+++/.++|+", 3, 3],
    ["break a streak in the known days", "+++/+++|+", "+++/+.+|+", 2, undefined],
  ] as const)("%s", (_case, text, next, current, longest) => {
    expect(streaksAfter(text, next)).toEqual([current, longest]);
  });

  it("count weeks of a weekly goal", () => {
    const weekly = { schedule: { times_per_week: 2 } };
    expect(streaksAfter("++..... /++..... +|......", "++..... /++..... +|......", weekly)).toEqual([2, 2]);
    expect(streaksAfter("++..... /++..... +.|.....", "++..... /++..... +.|+....", weekly)).toEqual([3, 3]);
  });

  it("are left out if the figures are older than the days", () => {
    const { entries, today } = daysOf(monday, "+++++|+");
    const habit = habitOf(monday);
    const stale = computeStatistics(habit, daysOf(monday, "+++++|.").entries, today);
    const known = { before: { habit, entries }, after: { habit, entries: entries.slice(0, -1) } };
    expect(figuresAfter(stale, known, { from: monday, today })).toEqual({});
  });
});
