import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { pastSchedulesMax } from "../base/bounds.ts";
import { toDayNumber } from "../base/day.ts";
import type { HabitRules } from "../rules/result.ts";
import { computeStatistics } from "../rules/statistics.ts";
import { listRuns } from "../rules/streak.ts";
import { resultsOfRange } from "../rules/walk.ts";
import { daysOf, explainedStreak, habitOf } from "../testing-days.ts";
import { history, historyOf, rulesOf } from "../testing-histories.ts";
import { scheduleKinds } from "../testing-schedules.ts";
import type { Schedule } from "../tracking/schedule.ts";
import { type PastSchedule, pastSchedulesAfter, type ScheduleHistory } from "./history.ts";
import type { Scheduled } from "./schedule.ts";

const everyDay = [1, 2, 3, 4, 5, 6, 7];
const workdays = [1, 2, 3, 4, 5];
const monday = toDayNumber("2026-11-02");

function scheduled(schedule: Schedule | null, weekdays = everyDay): Scheduled {
  return { weekdays, schedule };
}

/** A habit that had one schedule up to a day, and has another since. */
function changed(before: Scheduled, until: number, after: Scheduled): HabitRules {
  return habitOf(monday, { ...after, pastSchedules: [{ ...before, until }] });
}

const letters: Record<string, string> = {
  achieved: "+",
  not_achieved: "-",
  rest: ".",
  awaiting: "?",
  skipped: "s",
  upcoming: "",
};

/** The results of days in letters, up to today. */
function results(habit: HabitRules, text: string): string {
  const { entries, today } = daysOf(monday, text);
  return resultsOfRange(habit, entries, monday, today, today)
    .map((result) => letters[result] ?? result)
    .join("");
}

describe("after a change of the schedule", () => {
  const daily = scheduled(null);

  it("earlier days keep the days off that they had", () => {
    const habit = changed(scheduled(null, workdays), monday + 6, daily);
    expect(results(habit, "+++++.. +++++.|.")).toBe("+++++..+++++-?");
    expect(results({ ...habit, pastSchedules: [] }, "+++++.. +++++.|.")).toBe("+++++--+++++-?");
  });

  it("another number of days counts what was done since Monday, and not for the weeks before", () => {
    const habit = changed(scheduled({ times_per_week: 2 }), monday + 9, scheduled({ times_per_week: 4 }));
    const { entries, today } = daysOf(monday, "++..... ++..|.");
    expect(computeStatistics(habit, entries, today)).toMatchObject({ current_streak: 1, streak_unit: "weeks" });
    expect(listRuns(habit, entries, today)).toMatchObject([{ length: 1, from: "2026-11-02", to: "2026-11-08" }]);
    const { periods } = explainedStreak(habit, entries, today, { vacation: new Set() });
    expect(periods.map(({ rule, done, required }) => [rule, done, required])).toEqual([
      ["open", 2, 4],
      ["met", 2, 2],
    ]);
  });

  it("a higher number at the end of a week does not make it a missed one, and counts the week once", () => {
    // Three times a week were done; on Sunday it becomes five times.
    const habit = changed(scheduled({ times_per_week: 3 }), monday + 12, scheduled({ times_per_week: 5 }));
    expect(results(habit, "+++.... +++...|.")).toBe("+++....+++...?");
    const { entries, today } = daysOf(monday, "+++.... +++...|+");
    expect(computeStatistics(habit, entries, today)).toMatchObject({ current_streak: 2 });
  });

  it("a limit of the week goes on counting what was recorded since Monday", () => {
    const weekly = { target_per: "week" } as const;
    const limit = changed(scheduled(weekly), monday + 2, scheduled(weekly, workdays));
    const { entries, today } = daysOf(monday, "--.|-");
    const habit = { ...limit, type: "bad" as const, targets: [{ from: monday, target: 30 }] };
    expect(explainedStreak(habit, entries, today, { vacation: new Set() }).broken?.failures).toMatchObject([
      { rule: "limit_exceeded", value: 33, target: 30 },
    ]);
  });

  it("a number of days a week counts what was done since Monday, but asks only for the days to come", () => {
    // Changed on Thursday; Monday and Tuesday were done, Wednesday was missed.
    const habit = changed(daily, monday + 2, scheduled({ times_per_week: 4 }));
    expect(results(habit, "++.+|+..")).toBe("++-++");
    const { entries, today } = daysOf(monday, "++.+|+..");
    expect(computeStatistics(habit, entries, today)).toMatchObject({ current_streak: 1, streak_unit: "weeks" });
    // Changed on Saturday without a day done: two days remain, so two are required.
    const late = changed(daily, monday + 4, scheduled({ times_per_week: 4 }));
    expect(results(late, ".....|..")).toBe("-----?");
    expect(results(late, ".....++|")).toBe("-----++?");
  });

  it("the week that was under way is neither met nor missed, but stays met if it was", () => {
    const before = scheduled({ times_per_week: 3 });
    // Changed to every day on Thursday.
    const habit = changed(before, monday + 2, daily);
    expect(results(habit, "+..|.")).toBe("+..?");
    const { entries, today } = daysOf(monday, "+++|.");
    expect(listRuns(habit, entries, today)).toMatchObject([
      { length: 1, streak_unit: "weeks", from: "2026-11-02", to: "2026-11-04", is_current: false },
    ]);
  });

  it("a missed week stays missed after later successes", () => {
    // Seven days a week; Tuesday was missed, and the change followed on Thursday.
    const habit = changed(scheduled({ times_per_week: 7 }), monday + 2, daily);
    expect(results(habit, "+.++++|+")).toBe("+-+++++");
  });

  it("a streak counts one unit: it goes on if the unit stays, and begins anew otherwise", () => {
    const { entries, today } = daysOf(monday, "+++++.. +++++|+");
    const other = changed(scheduled(null, workdays), monday + 6, daily);
    expect(computeStatistics(other, entries, today)).toMatchObject({ current_streak: 11, longest_streak: 11 });
    const weekly = changed(scheduled(null, workdays), monday + 6, scheduled({ times_per_week: 5 }));
    expect(computeStatistics(weekly, entries, today)).toMatchObject({
      current_streak: 1,
      longest_streak: 1,
      streak_unit: "weeks",
    });
    expect(listRuns(weekly, entries, today).map(({ length, streak_unit }) => [length, streak_unit])).toEqual([
      [5, "days"],
      [1, "weeks"],
    ]);
  });

  it("a unit that returns is compared with its earlier streaks", () => {
    const { entries, today } = daysOf(monday, "+++++++ ....... |+");
    const habit = habitOf(monday, {
      pastSchedules: [
        { ...daily, until: monday + 6 },
        { ...scheduled({ times_per_week: 1 }), until: monday + 13 },
      ],
    });
    expect(computeStatistics(habit, entries, today)).toMatchObject({ current_streak: 1, longest_streak: 7 });
  });

  it("the amount of a week counts what was recorded since Monday", () => {
    const weekly = changed(daily, monday + 2, scheduled({ target_per: "week" }));
    const habit = {
      ...weekly,
      targets: [
        { from: monday, target: 10 },
        { from: monday + 3, target: 25 },
      ],
    };
    expect(results(habit, "++.|+")).toBe("++-+");
    // Monday is not part of it, because nothing was recorded on it: the goal is 25 × 6 / 7, rounded up.
    const { entries, today } = daysOf(monday, ".++|.");
    const { periods } = explainedStreak(habit, entries, today, { vacation: new Set() });
    expect(periods).toMatchObject([{ rule: "open", amount: 20, amount_due: 22 }]);
  });

  it.each(scheduleKinds)("to %s, the results of the days before today stay the same", (kind) => {
    fc.assert(
      fc.property(history, historyOf(kind), ({ habit, entries, today }, other) => {
        const before = rulesOf({ habit, entries });
        const now = toDayNumber(today);
        const next = rulesOf(other).habit;
        const rules = { ...before.habit, targets: before.habit.targets, type: "good" as const };
        const pastSchedules = pastSchedulesAfter(rules, next, "from_today", now);
        const after = { ...rules, weekdays: next.weekdays, schedule: next.schedule, pastSchedules };
        // The same schedule, or a return to the one of before, leaves the period of today under way.
        fc.pre(pastSchedules.at(-1)?.until === now - 1);
        // As it stood when yesterday had ended: today's record and today's goal come later.
        const yesterday = {
          habit: { ...rules, targets: rules.targets.filter(({ from }, index) => index === 0 || from < now) },
          entries: before.entries.filter(({ day }) => day < now),
        };
        expect(resultsOfRange(after, before.entries, rules.firstDay, now - 1, now)).toEqual(
          resultsOfRange(yesterday.habit, yesterday.entries, rules.firstDay, now - 1, now),
        );
      }),
      { numRuns: 200 },
    );
  });
});

describe("the past schedules", () => {
  const today = toDayNumber("2026-11-28");
  const daily = scheduled(null);
  const weekly = scheduled({ times_per_week: 3 });
  const of = (present: Scheduled, pastSchedules: PastSchedule[] = []): ScheduleHistory & { firstDay: number } => ({
    ...present,
    pastSchedules,
    firstDay: today - 100,
  });

  it("get the replaced one, up to yesterday", () => {
    expect(pastSchedulesAfter(of(daily), weekly, "from_today", today)).toEqual([{ ...daily, until: today - 1 }]);
    const earlier = [{ ...daily, until: today - 50 }];
    expect(pastSchedulesAfter(of(weekly, earlier), daily, "from_today", today)).toEqual([
      ...earlier,
      { ...weekly, until: today - 1 },
    ]);
  });

  it("stay as they are if the schedule does", () => {
    const earlier = [{ ...daily, until: today - 50 }];
    const same = scheduled({ times_per_week: 3 }, everyDay.toReversed());
    expect(pastSchedulesAfter(of(weekly, earlier), same, "from_today", today)).toEqual(earlier);
    const [monthly, sameDays] = [scheduled({ month_days: [1, 15] }), scheduled({ month_days: [15, 1] })];
    expect(pastSchedulesAfter(of(monthly, earlier), sameDays, "from_today", today)).toEqual(earlier);
  });

  it("leave out a schedule that was replaced on the day it was set, and one that returned", () => {
    const sinceToday = [{ ...daily, until: today - 1 }];
    const monthly = scheduled({ times_per_month: 3 });
    expect(pastSchedulesAfter(of(weekly, sinceToday), monthly, "from_today", today)).toEqual(sinceToday);
    expect(pastSchedulesAfter(of(weekly, sinceToday), daily, "from_today", today)).toEqual([]);
  });

  it("end yesterday at the latest, for a user who travelled west since the change", () => {
    const ahead = [{ ...daily, until: today }];
    expect(pastSchedulesAfter(of(weekly, ahead), scheduled({ times_per_week: 4 }), "from_today", today)).toEqual([
      { ...daily, until: today - 1 },
    ]);
  });

  it("are empty after a change for all days, and for a habit that begins today", () => {
    const earlier = [{ ...daily, until: today - 50 }];
    expect(pastSchedulesAfter(of(weekly, earlier), daily, "always", today)).toEqual([]);
    expect(pastSchedulesAfter({ ...of(weekly), firstDay: today }, daily, "from_today", today)).toEqual([]);
  });

  it("are no more than the bound: the oldest one goes", () => {
    const many = Array.from({ length: pastSchedulesMax }, (_, index) => ({
      ...scheduled({ times_per_week: (index % 2) + 1 }),
      until: today - 200 + index,
    }));
    const past = pastSchedulesAfter(of(daily, many), weekly, "from_today", today);
    expect(past).toHaveLength(pastSchedulesMax);
    expect(past.at(-1)).toEqual({ ...daily, until: today - 1 });
    expect(past[0]).toEqual(many[1]);
  });
});
