import fc from "fast-check";
import { describe, expect, inject, it } from "vitest";
import { fromDayNumber, toDayNumber } from "../base/day.ts";
import { daysOf, entryOf, explainedStreak, habitOf } from "../testing-days.ts";
import { type History, history, historyOf, rulesOf } from "../testing-histories.ts";
import { naiveStatistics } from "../testing-oracle.ts";
import { dayAfter, naiveWindowGoal } from "../testing-oracle-calendar.ts";
import { NaiveHistory } from "../testing-oracle-history.ts";
import { naiveResults } from "../testing-oracle-results.ts";
import { scheduleKinds } from "../testing-schedules.ts";
import type { DayEntry, HabitRules } from "./result.ts";
import { computeStatistics } from "./statistics.ts";
import { type ExplainedDay, listRuns, type Streak, streakSchema } from "./streak.ts";

// A Monday.
const monday = toDayNumber("2026-11-02");
const none: ReadonlySet<number> = new Set();

function explain(text: string, changes: Partial<HabitRules> = {}, options: { vacation?: number[] } = {}) {
  const { entries, today } = daysOf(monday, text);
  return explainedStreak(habitOf(monday, changes), entries, today, { vacation: new Set(options.vacation ?? []) });
}

function runs(text: string, changes: Partial<HabitRules> = {}) {
  const { entries, today } = daysOf(monday, text);
  return listRuns(habitOf(monday, changes), entries, today).map(({ from, to, length, is_current }) =>
    [from.slice(5), to.slice(5), length, ...(is_current ? ["current"] : [])].join(" "),
  );
}

/** Oldest first. */
const rulesTold = (days: readonly ExplainedDay[]) => days.map(({ rule }) => rule).reverse();

describe("streaks", () => {
  it("begin and end with a success, even between neutral days", () => {
    expect(runs("++.s+s+s|.")).toEqual(["11-02 11-03 2", "11-06 11-08 2 current"]);
    expect(runs("...|.")).toEqual([]);
    expect(runs("++.|.")).toEqual(["11-02 11-03 2"]);
  });

  it("of a weekly goal are whole weeks, and the current one ends today", () => {
    const weekly = { schedule: { times_per_week: 2 } };
    expect(runs("++..... ++..... +...... ++.|....", weekly)).toEqual(["11-02 11-15 2", "11-23 11-26 1 current"]);
    expect(runs("++..... +|......", weekly)).toEqual(["11-02 11-08 1 current"]);
  });

  it("agree with the statistics for any history", () => {
    fc.assert(
      fc.property(history, (case_) => {
        const { habit, entries } = rulesOf(case_);
        const all = listRuns(habit, entries, toDayNumber(case_.today));
        const expected = naiveStatistics(case_.habit, case_.entries, case_.today);
        const lengths = all.flatMap(({ length, streak_unit }) =>
          streak_unit === expected.streak_unit ? [length] : [],
        );
        const current = all.filter(({ is_current }) => is_current);
        expect(Math.max(0, ...lengths)).toBe(expected.longest_streak);
        expect(current.map(({ length }) => length)).toEqual(
          expected.current_streak > 0 ? [expected.current_streak] : [],
        );
        expect(current[0]?.assumed_days ?? 0).toBe(expected.assumed_days);
        if (case_.habit.past.length > 0) return;
        // Covered days lengthen a streak without being successes.
        if (expected.streak_unit === "days" && !naiveWindowGoal(case_.habit.schedule)) {
          expect(lengths.reduce((sum, length) => sum + length, 0)).toBe(expected.successful_days);
        }
        const edges = all.flatMap(({ from, to }) => [from, to]);
        expect(edges).toEqual(edges.toSorted());
      }),
      { numRuns: 1000 },
    );
  });
});

describe("the explanation of a streak", () => {
  it("says which rule counted each day", () => {
    const weekdays = [1, 2, 3, 4, 5, 6];
    const told = explain("++s+s+.|.", { weekdays }, { vacation: [monday + 4] });
    expect(rulesTold(told.days)).toEqual([
      "goal_reached",
      "goal_reached",
      "skipped",
      "goal_reached",
      "vacation",
      "goal_reached",
      "day_off",
      "awaiting_today",
    ]);
    expect(told).toMatchObject({ current_streak: 4, at_risk: true, missing_today: 10, broken: null, weeks: [] });
    expect(told.days[0]).toEqual({ day: "2026-11-09", rule: "awaiting_today", value: null, target: 10 });
    expect(told.days.at(-1)).toEqual({ day: "2026-11-02", rule: "goal_reached", value: 10, target: 10 });
  });

  it("distinguishes recorded, confirmed and assumed days of a bad habit", () => {
    const told = explain(".+c|.", { type: "bad" });
    expect(rulesTold(told.days)).toEqual(["assumed", "under_limit", "confirmed", "assumed"]);
    expect(told.run).toMatchObject({ length: 4, assumed_days: 2 });
    expect(told.missing_today).toBe(null);
  });

  it("gives the amount still missing today, in the habit's unit", () => {
    expect(explain("+|p").missing_today).toBe(6);
    expect(explain("+|+").missing_today).toBe(null);
    const { entries, today } = daysOf(monday, "+|.");
    const later = [...entries, entryOf(today, { value: 90, unit: "seconds" })];
    expect(explainedStreak(habitOf(monday), later, today, { vacation: none }).missing_today).toBe(8.5);
  });

  it("describes the previous run if there is no current one, and what broke it", () => {
    const told = explain("+.++sp|.");
    expect(told).toMatchObject({
      current_streak: 0,
      run: { from: "2026-11-04", to: "2026-11-05", length: 2, is_current: false },
      broken: {
        count: 1,
        failures: [{ day: "2026-11-07", rule: "goal_missed", value: 4, target: 10, week: null }],
        streak_if_recorded: 3,
        streak_if_skipped: 2,
      },
    });
    expect(rulesTold(told.days)).toEqual(["goal_reached", "goal_reached", "skipped"]);
    expect(told.broken?.failures[0]?.repairs).toEqual([
      { action: "record", days: ["2026-11-07"], count: 1, amount: 10 },
      { action: "skip", days: ["2026-11-07"], count: 1, amount: null },
    ]);
  });

  it("lists the failures before the current run", () => {
    expect(explain("+++..+|+")).toMatchObject({
      current_streak: 2,
      run: { from: "2026-11-07", length: 2, is_current: true },
      broken: { count: 2, streak_if_recorded: 7, streak_if_skipped: 5 },
    });
  });

  it("of a bad habit offers a corrected value as the repair", () => {
    expect(explain(".-|.", { type: "bad" }).broken).toMatchObject({
      failures: [
        {
          rule: "limit_exceeded",
          value: 11,
          target: 10,
          repairs: [
            { action: "correct", amount: 10 },
            { action: "skip", amount: null },
          ],
        },
      ],
      streak_if_recorded: 3,
      streak_if_skipped: 2,
    });
  });

  it("of a weekly goal lists its weeks and the days that a week did not need", () => {
    const told = explain("++..... +|......", { schedule: { times_per_week: 2 } });
    const ofDays = { period: "week", amount: null, amount_due: null };
    expect(told.weeks).toEqual([
      { from: "2026-11-09", to: "2026-11-15", rule: "open", done: 1, required: 2, ...ofDays },
      { from: "2026-11-02", to: "2026-11-08", rule: "met", done: 2, required: 2, ...ofDays },
    ]);
    expect(told.periods).toEqual(told.weeks);
    expect(rulesTold(told.days)).toEqual([
      "goal_reached",
      "goal_reached",
      ...Array(5).fill("week_met"),
      "goal_reached",
      "awaiting_today",
    ]);
    expect(told).toMatchObject({ streak_unit: "weeks", current_streak: 1, at_risk: false, missing_today: 10 });
    expect(rulesTold(explain("++..... .|......", { schedule: { times_per_week: 2 } }).days).at(-2)).toBe("week_open");
  });

  it("of a weekly goal offers the days that the week lacked as the repair", () => {
    const { broken } = explain("++..... +.....s |.......", { schedule: { times_per_week: 3 } });
    // The first week misses one day of three, the second two.
    expect(broken).toMatchObject({ count: 2, streak_if_recorded: 2 });
    expect(broken?.failures[1]).toMatchObject({
      rule: "week_missed",
      day: "2026-11-13",
      value: 1,
      target: 3,
      week: { from: "2026-11-09", to: "2026-11-15" },
      repairs: [
        { action: "record", count: 2, amount: 10 },
        { action: "skip", count: 5, amount: null },
      ],
    });
    expect(broken?.failures[1]?.repairs[0]?.days).toHaveLength(5);
  });

  it("of a lost week that is not over offers only the days that the remaining ones cannot make up for", () => {
    const { broken } = explain("+++++.. ....|...", { schedule: { times_per_week: 5 } });
    // Friday to Sunday are left for a goal of five, so two of the four past days are enough.
    expect(broken).toMatchObject({ count: 1, streak_if_recorded: 1, streak_if_skipped: 1 });
    expect(broken?.failures[0]?.repairs).toMatchObject([
      { action: "record", count: 2, days: ["2026-11-09", "2026-11-10", "2026-11-11", "2026-11-12"] },
      { action: "skip", count: 4 },
    ]);
  });

  it("offers no repair for more than a month of failures", () => {
    const long = `++${".".repeat(40)}|.`;
    expect(explain(long).broken).toMatchObject({ count: 40, streak_if_recorded: null, streak_if_skipped: null });
    expect(explain(long).broken?.failures).toHaveLength(31);
    expect(explain(long).broken?.failures[0]?.day).toBe("2026-11-04");
  });

  it("is paged by year", () => {
    const length = 800;
    const text = `${"+".repeat(length)}|+`;
    const { entries, today } = daysOf(monday, text);
    const tell = (until?: number) =>
      explainedStreak(
        habitOf(monday),
        entries,
        today,
        until === undefined ? { vacation: none } : { vacation: none, until },
      );
    const pages: Omit<Streak, "habit_id">[] = [tell()];
    for (let next = pages[0]?.next_until ?? null; next; next = pages.at(-1)?.next_until ?? null) {
      pages.push(tell(toDayNumber(next)));
    }
    expect(pages.map(({ days }) => days.length)).toEqual([366, 366, 69]);
    const all = pages.flatMap(({ days }) => days.map(({ day }) => day));
    expect(all).toEqual(all.toSorted().reverse());
    expect(new Set(all).size).toBe(length + 1);
  });

  it("of any history lists the streak's successes, and its repairs restore the streak", () => {
    fc.assert(
      fc.property(history, (case_) => {
        const { habit, entries } = rulesOf(case_);
        const today = toDayNumber(case_.today);
        const told = explainedStreak(habit, entries, today, { vacation: none });
        const statistics = computeStatistics(habit, entries, today);
        expect(streakSchema.safeParse({ habit_id: 1, ...told }).success).toBe(true);
        expect(told.current_streak).toBe(statistics.current_streak);
        const counted =
          told.streak_unit === "days"
            ? told.days.filter(({ rule }) => successes.includes(rule)).length
            : told.periods.filter(({ rule }) => rule === "met").length;
        expect(counted).toBe(told.run?.length ?? 0);
        expect(told.days.filter(({ rule }) => rule === "assumed").length).toBe(told.run?.assumed_days ?? 0);
        const days = told.days.map(({ rule }) => rule);
        expect(days).not.toContain("limit_exceeded");
        if (!told.broken) return;
        const { failures, streak_if_recorded, streak_if_skipped } = told.broken;
        if (streak_if_recorded === null || streak_if_skipped === null) return;
        if (hasTotal(case_)) return;
        const mended = (action: "amount" | "skip") => mend(habit, entries, failures, action);
        const streakOf = (changed: DayEntry[]) => computeStatistics(habit, changed, today).current_streak;
        expect(streakOf(mended("amount"))).toBe(streak_if_recorded);
        expect(streakOf(mended("skip"))).toBe(streak_if_skipped);
        // A proposed repair never makes the streak shorter.
        expect(streak_if_recorded).toBeGreaterThanOrEqual(told.run?.length ?? 0);
        expect(streak_if_skipped).toBeGreaterThanOrEqual(told.run?.length ?? 0);
      }),
      { numRuns: 1000 },
    );
  });
});

describe("for any history", () => {
  it.each(scheduleKinds)("of %s, each repair of a failure repairs it", (kind) => {
    const repaired = new Set<string>();
    fc.assert(
      fc.property(historyOf(kind), (case_) => {
        if (hasTotal(case_)) return;
        const { habit, entries } = rulesOf(case_);
        const { broken } = explainedStreak(habit, entries, toDayNumber(case_.today), { vacation: none });
        const history = new NaiveHistory(case_.habit, case_.entries, case_.today);
        for (const failure of broken?.failures ?? []) {
          const { own } = history.partOf(failure.day);
          const { from, to } = failure.period ?? { from: failure.day, to: failure.day };
          for (const repair of failure.repairs) {
            const changed = mendBy(habit, entries, repair).map((entry) => ({
              ...entry,
              day: fromDayNumber(entry.day),
            }));
            const results = naiveResults(case_.habit, changed, { from, to }, case_.today).filter((_, index) =>
              own.includes(dayAfter(from, index)),
            );
            expect(results, repair.action).not.toContain("not_achieved");
            expect(results, repair.action).not.toContain("exceeded");
            repaired.add(repair.action);
          }
        }
      }),
      { numRuns: inject("histories") },
    );
    // Nothing would be wrong if none were proposed.
    const canBeBad = kind === "days" || kind.startsWith("target_per");
    expect([...repaired].sort()).toEqual([...(canBeBad ? ["correct"] : []), "record", "skip"]);
  });
});

/** A repair can move the day on which a total is reached, and with it the days that count. */
function hasTotal({ habit: { end } }: History): boolean {
  return end !== null && "total" in end;
}

const successes: string[] = ["goal_reached", "covered", "under_limit", "assumed", "confirmed"];

/** The entries after the user made the proposed repair. */
function mend(
  habit: HabitRules,
  entries: readonly DayEntry[],
  failures: NonNullable<Streak["broken"]>["failures"],
  action: "amount" | "skip",
): DayEntry[] {
  const proposed = failures.flatMap(({ repairs }) => {
    const repair = repairs.find((candidate) => (candidate.amount === null) === (action === "skip"));
    return repair ? [repair] : [];
  });
  return proposed.reduce<readonly DayEntry[]>((all, repair) => mendBy(habit, all, repair), entries).slice();
}

/** The entries after the user acted on as many of the days as the repair says. */
function mendBy(
  { unit }: HabitRules,
  entries: readonly DayEntry[],
  { days, count, amount }: NonNullable<Streak["broken"]>["failures"][number]["repairs"][number],
): DayEntry[] {
  const changed = days
    .slice(0, count)
    .map((day) => entryOf(toDayNumber(day), { unit, ...(amount === null ? { skipped: true } : { value: amount }) }));
  const numbers = new Set(changed.map(({ day }) => day));
  return [...entries.filter(({ day }) => !numbers.has(day)), ...changed].sort((a, b) => a.day - b.day);
}
