import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toDayNumber } from "../base/day.ts";
import { windowSpan } from "../schedule/history.ts";
import type { WindowGoal } from "../schedule/schedule.ts";
import { daysOf, entryOf, explainedStreak, habitOf } from "../testing-days.ts";
import { computePace } from "./pace.ts";
import { windowOn } from "./period-of-day.ts";
import { computeStatistics } from "./statistics.ts";
import { listRuns } from "./streak.ts";
import { resultsOfRange } from "./walk.ts";
import { WindowCover } from "./windows.ts";

const monday = toDayNumber("2026-11-02");

const letters: Record<string, string> = {
  achieved: "+",
  covered: "~",
  not_achieved: "-",
  rest: ".",
  awaiting: "?",
  skipped: "s",
};

function habitWith(times: number, days: number) {
  return habitOf(monday, { schedule: { times_in_days: { times, days } } });
}

/** The results of days in letters, up to today. */
function results(times: number, days: number, text: string): string {
  const { entries, today } = daysOf(monday, text);
  return resultsOfRange(habitWith(times, days), entries, monday, today, today)
    .map((result) => letters[result] ?? result)
    .join("");
}

describe("once in any seven days", () => {
  it("a day done covers the six days after it, and the seventh is due", () => {
    expect(results(1, 7, "+.....|.")).toBe("+~~~~~~");
    expect(results(1, 7, "+......|.")).toBe("+~~~~~~?");
    expect(results(1, 7, "+.......|.")).toBe("+~~~~~~-?");
  });

  it("a streak counts the covered days, and is at risk only on the day that is due", () => {
    const habit = habitWith(1, 7);
    const early = daysOf(monday, "+.....|.");
    expect(computeStatistics(habit, early.entries, early.today)).toMatchObject({
      current_streak: 7,
      at_risk: false,
      streak_unit: "days",
    });
    const due = daysOf(monday, "+......|.");
    expect(computeStatistics(habit, due.entries, due.today)).toMatchObject({ current_streak: 7, at_risk: true });
  });

  it("a window that is done early moves back and closes the gap before it, as in Loop", () => {
    expect(results(1, 7, "+........+...|+")).toBe("+~~~~~~~~+~~~+");
    expect(results(1, 7, "+........+...|.")).toBe("+~~~~~~--+~~~~");
  });

  it("the pace says until when today is covered, and what is due", () => {
    const habit = habitWith(1, 7);
    const covered = daysOf(monday, "+..|.");
    expect(computePace(habit, covered.entries, covered.today)).toMatchObject([
      { period: "window", state: "met", to: "2026-11-08", done: 1, required: 1, needed: 0 },
    ]);
    const due = daysOf(monday, "+......|.");
    expect(computePace(habit, due.entries, due.today)).toMatchObject([{ state: "tight", needed: 1 }]);
  });
});

describe("twice in any seven days", () => {
  it("a past day stays open as long as a later day can cover it", () => {
    // Done on Monday and Thursday: the window from Thursday on lasts until Wednesday.
    expect(results(2, 7, "+..+...|.")).toBe("+~~+~~~?");
    expect(results(2, 7, "+..+....|.")).toBe("+~~+~~~.?");
    expect(results(2, 7, "+..+.....|+")).toBe("+~~+~~~~~+");
    expect(results(2, 7, "+..+......|.")).toBe("+~~+~~~---?");
  });

  it("today is awaited on each day that is not covered, but the streak is at risk only on the last one", () => {
    const habit = habitWith(2, 7);
    const atRisk = (text: string) => {
      const { entries, today } = daysOf(monday, text);
      return computeStatistics(habit, entries, today).at_risk;
    };
    expect(atRisk("+..+...|.")).toBe(false);
    expect(atRisk("+..+....|.")).toBe(false);
    expect(atRisk("+..+.....|.")).toBe(true);
  });

  it("the reasons list the days that are covered, and those that can still be", () => {
    const { entries, today } = daysOf(monday, "+..+....|.");
    const { days } = explainedStreak(habitWith(2, 7), entries, today, { vacation: new Set() });
    expect(days.map(({ rule }) => rule)).toEqual([
      "awaiting_today",
      "still_possible",
      ...["covered", "covered", "covered", "goal_reached", "covered", "covered", "goal_reached"],
    ]);
  });
});

describe("skipped days", () => {
  it("are no days of a window, so that a vacation breaks no streak", () => {
    expect(results(1, 7, "+.sssss.....|.")).toBe("+~sssss~~~~~?");
    expect(results(3, 7, "+.+sssss.|+")).toBe("+~+sssss~+");
  });

  it("stretch a window to twice its days at most; after that, the first day asks for it again", () => {
    expect(results(1, 3, "+sssss.|.")).toBe("+sssss-?");
    // What could have been done on the skipped days is not held against the user.
    expect(results(2, 3, "+.sssssss|.")).toBe("+.sssssss?");
  });
});

describe("the window that counts today", () => {
  const stateOf = (times: number, days: number, text: string) => {
    const { entries, today } = daysOf(monday, text);
    const { from, to, ...counts } = new WindowCover({ times, days }, habitWith(times, days), entries, today).state();
    return { ...counts, from: from - today, to: to - today };
  };

  it("begins on the first day that is not skipped, and ends after twice its days at the latest", () => {
    expect(stateOf(1, 3, "s|sssssssss..")).toEqual({ from: 9, to: 11, required: 1, done: 0, left: 3 });
    expect(stateOf(1, 3, ".|.sssssssss..")).toEqual({ from: 0, to: 0, required: 1, done: 0, left: 1 });
  });

  const anyLetter = fc.constantFrom("+", "+", ".", ".", "s", "s", "s");
  const histories = fc.integer({ min: 1, max: 12 }).chain((days) =>
    fc.record({
      goal: fc.record({ times: fc.integer({ min: 1, max: days }), days: fc.constantFrom(days, 30, 31) }),
      past: fc.array(anyLetter, { minLength: 1, maxLength: 120 }),
      later: fc.array(fc.constantFrom(".", "s"), { maxLength: 40 }),
    }),
  );

  it("is the same whether all days are known or those of one window alone", () => {
    fc.assert(
      fc.property(histories, ({ goal, past, later }) => {
        const { habit, entries, today } = historyOf(goal, past, later);
        const near = entries.filter(({ day }) => day > today - windowSpan(goal));
        const [whole, part] = [entries, near].map((days) => new WindowCover(goal, habit, days, today));
        expect(part?.state()).toEqual(whole?.state());
        expect(part?.isCovered(today)).toBe(whole?.isCovered(today));
      }),
      { numRuns: 2_000 },
    );
  });

  it("covers today once its missing days are done on later days, and no sooner", () => {
    fc.assert(
      fc.property(histories, ({ goal, past, later }) => {
        fc.pre(goal.days < 30);
        const { habit, entries, today } = historyOf(goal, [...past, "."], later);
        const cover = new WindowCover(goal, habit, entries, today);
        const { to, required, done } = cover.state();
        const skipped = new Set(entries.filter((entry) => entry.skipped).map(({ day }) => day));
        const free = Array.from({ length: to - today }, (_, index) => today + 1 + index).filter(
          (day) => !skipped.has(day),
        );
        const needed = required - done;
        // A window that has not begun covers no day before its first one.
        fc.pre(done > 0 && !cover.isCovered(today) && free.length >= needed);
        const todayAfter = (count: number) => {
          const more = free.slice(0, count).map((day) => entryOf(day, { value: 10 }));
          const all = [...entries, ...more].toSorted((a, b) => a.day - b.day);
          return resultsOfRange(habit, all, today, today, to)[0];
        };
        expect(todayAfter(needed)).toBe("covered");
        expect(todayAfter(needed - 1)).not.toBe("covered");
      }),
      { numRuns: 2_000 },
    );
  });
});

function historyOf(goal: WindowGoal, past: readonly string[], later: readonly string[]) {
  const days = daysOf(monday, [...past.slice(0, -1), "|", past.at(-1), ...later].join(""));
  return { habit: habitWith(goal.times, goal.days), ...days };
}

describe("30 and 31 days", () => {
  it("mean a month: from a date to the day before the same date of the next month", () => {
    for (const days of [30, 31]) {
      const habit = habitOf(toDayNumber("2026-01-15"), { schedule: { times_in_days: { times: 1, days } } });
      const dates = ["2026-01-15", "2026-02-15", "2026-03-15", "2026-04-15"];
      const entries = dates.map((date) => ({
        ...{ day: toDayNumber(date), value: 10, unit: "minutes" as const },
        ...{ skipped: false, confirmed: false },
      }));
      const runs = listRuns(habit, entries, toDayNumber("2026-06-01"));
      expect(runs).toMatchObject([{ from: "2026-01-15", to: "2026-05-14", streak_unit: "days" }]);
    }
  });

  it("of a window that begins on the last day of a month, last as long as the next month", () => {
    const first = toDayNumber("2026-01-31");
    const habit = habitOf(first, { schedule: { times_in_days: { times: 1, days: 30 } } });
    const entry = { day: first, value: 10, unit: "minutes" as const, skipped: false, confirmed: false };
    expect(listRuns(habit, [entry], toDayNumber("2026-06-01"))).toMatchObject([{ to: "2026-02-27" }]);
  });
});

describe("months after the last time", () => {
  const minutes = { value: 10, unit: "minutes" as const, skipped: false, confirmed: false };

  /** The last day that one done day covers. */
  function coveredUntil(day: string, months: number): string | undefined {
    const first = toDayNumber(day);
    const habit = habitOf(first, { schedule: { months_since_last: months } });
    return listRuns(habit, [{ day: first, ...minutes }], first + 800)[0]?.to;
  }

  it.each([
    ["2026-01-15", 1, "2026-02-14"],
    ["2026-01-15", 3, "2026-04-14"],
    ["2026-01-31", 1, "2026-02-27"],
    ["2026-11-30", 3, "2027-02-27"],
    ["2027-11-30", 3, "2028-02-28"],
    ["2026-02-28", 1, "2026-03-27"],
    ["2026-05-07", 12, "2027-05-06"],
    ["2028-02-29", 12, "2029-02-27"],
  ])("a habit that was done on %s is due %i months later, so that it is covered until %s", (day, months, until) => {
    expect(coveredUntil(day, months)).toBe(until);
  });

  it("count from the day on which it was really done, and the day after the covered ones is missed", () => {
    const first = toDayNumber("2026-01-15");
    const habit = habitOf(first, { schedule: { months_since_last: 2 } });
    const entries = ["2026-01-15", "2026-03-20", "2026-05-01"].map((day) => ({ day: toDayNumber(day), ...minutes }));
    const results = resultsOfRange(habit, entries, first, toDayNumber("2026-07-02"), toDayNumber("2026-07-02"));
    const on = (day: string) => results[toDayNumber(day) - first];
    expect([on("2026-03-14"), on("2026-03-15"), on("2026-03-19")]).toEqual(["covered", "covered", "covered"]);
    // The second time was five days late, and the third one nineteen early: its window moved back to the second one.
    expect([on("2026-05-02"), on("2026-06-30")]).toEqual(["covered", "covered"]);
    expect([on("2026-07-01"), on("2026-07-02")]).toEqual(["not_achieved", "awaiting"]);
  });
});

it("n times in n days mean every day", () => {
  expect(results(30, 30, "++.|+")).toBe("++-+");
});

it("a schedule that began on a day counts what was done before, and covers only later days", () => {
  const { entries, today } = daysOf(monday, ".+..|.");
  const habit = {
    ...habitWith(1, 7),
    pastSchedules: [{ until: monday + 2, weekdays: [1, 2, 3, 4, 5, 6, 7], schedule: null }],
  };
  expect(resultsOfRange(habit, entries, monday, today, today)).toEqual([
    ...["not_achieved", "achieved", "not_achieved", "covered", "covered"],
  ]);
});

describe("the window of a day", () => {
  const twice = habitWith(2, 7);

  /** The windows of days, as "2 of 2 on days 0 to 6"; the text has a letter a day and "|" before today. */
  function windowsOn(text: string, days: readonly number[], rules = twice) {
    const { entries, today } = daysOf(monday, text);
    const byDay = new Map(entries.map((entry) => [entry.day, entry]));
    return days.map((day) => {
      const window = windowOn(rules, monday + day, (each) => byDay.get(each), today);
      return window && `${window.done} of ${window.required} on days ${window.from - monday} to ${window.to - monday}`;
    });
  }

  it("tells how often the habit was done in the window that covers a day, or can still cover it", () => {
    expect(windowsOn("+.+....|...", [0, 1, 6])).toEqual(Array(3).fill("2 of 2 on days 0 to 6"));
    expect(windowsOn("+..|.", [0, 2, 3])).toEqual(Array(3).fill("1 of 2 on days 0 to 6"));
  });

  it("describes the window as it moved back to close the gap before it", () => {
    expect(windowsOn("++.......++...|+", [8])).toEqual(["2 of 2 on days 4 to 10"]);
  });

  it("tells nothing of a day that no window covers, and of other schedules", () => {
    expect(windowsOn("+.+.......|.", [8, 10])).toEqual([null, null]);
    expect(windowsOn("++|.", [0], habitOf(monday))).toEqual([null]);
  });

  it("ends with the schedule and with the habit", () => {
    const past = { until: monday + 2, weekdays: twice.weekdays, schedule: twice.schedule };
    const changed = { ...twice, schedule: null, pastSchedules: [past] };
    expect(windowsOn("+..+.|.", [2, 3], changed)).toEqual(["1 of 2 on days 0 to 6", null]);
    const ended = { ...twice, end: { lastDay: monday + 2, isPlanned: true } };
    expect(windowsOn("+..+.|.", [2, 3], ended)).toEqual(["1 of 2 on days 0 to 6", null]);
  });
});
