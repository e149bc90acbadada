import { describe, expect, it } from "vitest";
import { toDayNumber } from "../base/day.ts";
import type { Unit } from "../base/unit.ts";
import { calendarDays } from "../calendar/calendar-days.ts";
import { needsReminder } from "../reminder/reminder.ts";
import { scheduleEndOf } from "../schedule/end.ts";
import { daysOf, entryOf, explainedStreak, habitOf } from "../testing-days.ts";
import type { HabitEnd } from "../tracking/schedule.ts";
import { endSchema } from "../tracking/schedule.ts";
import { remainingUntilEnd, totalReachedOn } from "./end.ts";
import { computePace } from "./pace.ts";
import type { HabitRules } from "./result.ts";
import { computeStatistics } from "./statistics.ts";
import { resultsOfRange } from "./walk.ts";

// A Monday.
const monday = toDayNumber("2026-11-02");
const from = "2026-11-02";

const letters: Record<string, string> = {
  achieved: "+",
  not_achieved: "-",
  not_exceeded: "+",
  rest: ".",
  awaiting: "?",
  skipped: "s",
  upcoming: "",
};

function ending(end: HabitEnd, text: string, changes: Partial<HabitRules> = {}) {
  const { entries, today } = daysOf(monday, text);
  const rules = habitOf(monday, changes);
  const habit = { ...rules, end: scheduleEndOf(end, totalReachedOn(end, entries, rules.unit)) };
  const results = resultsOfRange(habit, entries, monday, today, today).map((result) => letters[result] ?? result);
  return { habit, entries, today, results: results.join(""), statistics: computeStatistics(habit, entries, today) };
}

describe("after its last day", () => {
  it("a habit has no due days, and its streak and its strength stay", () => {
    const { habit, entries, today, results, statistics } = ending({ until: "2026-11-04" }, "+++....|.");
    expect(results).toBe("+++.....");
    expect(statistics).toMatchObject({ current_streak: 3, counted_days: 3, at_risk: false });
    expect(needsReminder(habit, () => undefined, today)).toBe(false);
    expect(calendarDays(habit, entries, { from: today, to: today + 9, today })).toEqual([]);
    const before = ending({ until: "2026-11-04" }, "+++|.").statistics;
    expect(statistics.strength).toBe(before.strength);
  });

  it("a value is judged as on any day off", () => {
    expect(ending({ days: 2, from }, "++.+p|.").results).toBe("++.+-.");
  });

  it("a bad habit assumes no success", () => {
    const { results, statistics } = ending({ days: 3, from }, "......|.", { type: "bad" });
    expect(results).toBe("+++....");
    expect(statistics).toMatchObject({ current_streak: 3, assumed_days: 3 });
  });

  it("the explanation of the streak names the end", () => {
    const { habit, entries, today } = ending({ days: 2, from }, "++.|.");
    const { days } = explainedStreak(habit, entries, today, { vacation: new Set() });
    expect(days.map(({ rule }) => rule)).toEqual(["after_end", "after_end", "goal_reached", "goal_reached"]);
  });
});

describe("the last day itself", () => {
  it("is asked for, and breaks the streak if it is missed", () => {
    expect(ending({ days: 3, from }, "++|.").results).toBe("++?");
    expect(ending({ days: 3, from }, "++.|.")).toMatchObject({ results: "++-.", statistics: { current_streak: 0 } });
  });
});

describe("a period that a known last day cuts", () => {
  it("requires no more days than remain", () => {
    const weekly = { schedule: { times_per_week: 5 } };
    expect(ending({ days: 3, from }, "+++...|.", weekly).statistics.current_streak).toBe(1);
    expect(ending({ days: 3, from }, "+.+...|.", weekly).results).toBe("+-+....");
    const { habit, entries, today } = ending({ days: 3, from }, "+|.", weekly);
    expect(computePace(habit, entries, today)).toMatchObject([{ state: "tight", required: 3, days_left: 2 }]);
  });

  it("has its goal for a sum reduced in proportion", () => {
    const weekly = { schedule: { target_per: "week" as const }, targets: [{ from: monday, target: 70 }] };
    const { habit, entries, today } = ending({ days: 3, from }, "+|.", weekly);
    expect(computePace(habit, entries, today)).toMatchObject([{ amount: 10, amount_due: 30 }]);
  });
});

describe("the period in which a total is reached", () => {
  const weekly = { schedule: { times_per_week: 3 } };

  it("is neutral if it was open then, so the rest of the week fails nothing", () => {
    const { habit, entries, today, results, statistics } = ending({ total: 50, from }, "+++.... ++|.", weekly);
    expect(results).toBe("+++....++.");
    expect(statistics).toMatchObject({ current_streak: 1, at_risk: false });
    expect(computePace(habit, entries, today)).toMatchObject([{ state: "neutral", days_left: 0, needed: 0 }]);
  });

  it("stays met or missed if it was", () => {
    expect(ending({ total: 30, from }, "+++|.", weekly).statistics.current_streak).toBe(1);
    expect(ending({ total: 10, from }, "......+ |.", weekly).results).toBe("....--+.");
  });

  it("does not count what is recorded later in it", () => {
    expect(ending({ total: 20, from }, "++.+|.", weekly)).toMatchObject({
      results: "++...",
      statistics: { current_streak: 0 },
    });
  });
});

describe("a total", () => {
  it("counts the amounts of the 3,660 days from its first one", () => {
    const last = monday + 3659;
    const amountOn = (day: number) => [
      { day, value: 5, unit: "repetitions" as const, skipped: false, confirmed: false },
    ];
    const end = { total: 5, from };
    expect(totalReachedOn(end, amountOn(last), "repetitions")).toBe(last);
    expect(remainingUntilEnd(end, amountOn(last), "repetitions", last)).toMatchObject({ amount: 0, recorded: 5 });
    for (const day of [monday - 1, last + 1]) {
      expect(totalReachedOn(end, amountOn(day), "repetitions")).toBe(null);
      expect(remainingUntilEnd(end, amountOn(day), "repetitions", last)).toMatchObject({ amount: 5, recorded: 0 });
    }
  });

  const hours = { unit: "hours" as Unit };

  it("is the sum from its first day on, in the unit of the habit, rounded once", () => {
    const entries = [
      entryOf(monday - 1, { value: 600 }),
      entryOf(monday, { value: 59 }),
      entryOf(monday + 2, { value: 60, unit: "seconds" }),
      entryOf(monday + 5, { value: 1, unit: "hours" }),
    ];
    expect(totalReachedOn({ total: 1, from }, entries, hours.unit)).toBe(monday + 2);
    expect(totalReachedOn({ total: 2, from }, entries, hours.unit)).toBe(monday + 5);
    expect(totalReachedOn({ total: 3, from }, entries, hours.unit)).toBe(null);
    expect(totalReachedOn({ days: 1, from }, entries, hours.unit)).toBe(null);
    expect(remainingUntilEnd({ total: 3, from }, entries, "hours", monday)).toEqual({
      ...{ days: null, amount: 1, recorded: 2 },
    });
  });

  it("leaves nothing once it is exceeded", () => {
    const entries = [entryOf(monday, { value: 30 })];
    expect(remainingUntilEnd({ total: 20, from }, entries, "minutes", monday)).toEqual({
      ...{ days: null, amount: 0, recorded: 30 },
    });
  });
});

it("a number of days leaves today and the last day among the rest", () => {
  const left = (today: number) => remainingUntilEnd({ days: 30, from }, [], "minutes", today)?.days;
  expect([left(monday), left(monday + 29), left(monday + 30)]).toEqual([30, 1, 0]);
  expect(remainingUntilEnd(null, [], "minutes", monday)).toBe(null);
});

describe("an end in a request", () => {
  it.each<[unknown, string | null]>([
    [{ until: "2026-12-31" }, null],
    [{ days: 3660 }, null],
    [{ total: 1_000_000, from }, null],
    [{}, "required"],
    [{ from }, "required"],
    [{ days: 3, total: 3 }, "end_one_kind"],
    [{ until: "2026-12-31", from }, "unknown_field"],
    [{ until: "2026-02-30" }, "day_unknown"],
    [{ days: 0 }, "Invalid input"],
    [{ days: 3661 }, "Invalid input"],
    [{ total: 1.5 }, "Invalid input"],
    [{ total: 1_000_001 }, "Invalid input"],
    [{ days: 3, by: "me" }, "Invalid input"],
  ])("%j is valid, or the error is %s", (given, code) => {
    const { success, error } = endSchema.safeParse(given);
    expect(success ? null : error?.issues[0]?.message).toBe(code);
  });
});
