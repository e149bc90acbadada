import { describe, expect, it } from "vitest";
import { fromDayNumber, toDayNumber, todayIn } from "../base/day.ts";
import { dayResult } from "../rules/walk.ts";
import { entryOf, habitOf } from "../testing-days.ts";
import type { Schedule } from "../tracking/schedule.ts";
import { scheduledDays } from "./history.ts";
import { periodOf, streakUnitOf } from "./schedule.ts";

const everyDay = [1, 2, 3, 4, 5, 6, 7];

/** The scheduled days of a range, both ends included. */
function due(schedule: Schedule, from: string, to: string, weekdays = everyDay): string[] {
  const isScheduled = scheduledDays({ weekdays, schedule, pastSchedules: [], end: null });
  const days: string[] = [];
  for (let day = toDayNumber(from); day <= toDayNumber(to); day += 1) {
    if (isScheduled(day)) days.push(fromDayNumber(day));
  }
  return days;
}

describe("every n days", () => {
  it("counts on across the ends of months, of a leap February and of years", () => {
    expect(due({ every_days: 3, from: "2028-02-27" }, "2028-02-01", "2028-03-08")).toEqual([
      "2028-02-27",
      "2028-03-01",
      "2028-03-04",
      "2028-03-07",
    ]);
    expect(due({ every_days: 3, from: "2027-02-27" }, "2027-02-01", "2027-03-06")).toEqual([
      "2027-02-27",
      "2027-03-02",
      "2027-03-05",
    ]);
    expect(due({ every_days: 10, from: "2026-12-25" }, "2026-12-25", "2027-01-15")).toEqual([
      "2026-12-25",
      "2027-01-04",
      "2027-01-14",
    ]);
    expect(due({ every_days: 366, from: "2027-06-01" }, "2027-06-01", "2029-06-30")).toEqual([
      "2027-06-01",
      "2028-06-01",
      "2029-06-02",
    ]);
  });

  it("is due on every day from the first on, and on none before it", () => {
    expect(due({ every_days: 1, from: "2026-11-04" }, "2026-11-01", "2026-11-06")).toEqual([
      "2026-11-04",
      "2026-11-05",
      "2026-11-06",
    ]);
    expect(due({ every_days: 2, from: "2030-01-01" }, "2026-11-01", "2026-12-31")).toEqual([]);
  });

  it("is due only on the habit's weekdays, and does not shift", () => {
    // 2, 5, 8, 11, 14, 17 and 20 November are a Monday, a Thursday, a Sunday, and so on.
    expect(due({ every_days: 3, from: "2026-11-02" }, "2026-11-01", "2026-11-21", [1, 2, 3, 4, 5])).toEqual([
      "2026-11-02",
      "2026-11-05",
      "2026-11-11",
      "2026-11-17",
      "2026-11-20",
    ]);
  });
});

describe("every n weeks", () => {
  it("is due on the weekday of the first day if the habit has all weekdays", () => {
    // A Sunday: the last day of its ISO week.
    expect(due({ every_weeks: 2, from: "2026-12-20" }, "2026-12-01", "2027-01-31")).toEqual([
      "2026-12-20",
      "2027-01-03",
      "2027-01-17",
      "2027-01-31",
    ]);
  });

  it("is due on the habit's weekdays of each such ISO week, and on none before the first day", () => {
    // A Wednesday, so that Monday of the same week is too early.
    expect(due({ every_weeks: 2, from: "2026-11-04" }, "2026-11-01", "2026-11-30", [1, 3, 7])).toEqual([
      "2026-11-04",
      "2026-11-08",
      "2026-11-16",
      "2026-11-18",
      "2026-11-22",
      "2026-11-30",
    ]);
  });

  it("counts weeks across a year of 53 weeks", () => {
    expect(due({ every_weeks: 52, from: "2026-01-05" }, "2026-01-01", "2028-01-31")).toEqual([
      "2026-01-05",
      "2027-01-04",
      "2028-01-03",
    ]);
  });
});

describe("every n months", () => {
  it("is due on the last day of a shorter month, and on the date again in a longer one", () => {
    expect(due({ every_months: 1, from: "2027-10-31" }, "2027-10-01", "2028-05-31")).toEqual([
      "2027-10-31",
      "2027-11-30",
      "2027-12-31",
      "2028-01-31",
      "2028-02-29",
      "2028-03-31",
      "2028-04-30",
      "2028-05-31",
    ]);
  });

  it("of a leap day is due on 28 February in other years", () => {
    expect(due({ every_months: 12, from: "2096-02-29" }, "2096-01-01", "2100-12-31")).toEqual([
      "2096-02-29",
      "2097-02-28",
      "2098-02-28",
      "2099-02-28",
      // 2100 is no leap year.
      "2100-02-28",
    ]);
  });

  it("counts months across years, from a first day in the future", () => {
    expect(due({ every_months: 5, from: "2026-12-15" }, "2026-01-01", "2027-12-31")).toEqual([
      "2026-12-15",
      "2027-05-15",
      "2027-10-15",
    ]);
  });
});

describe("days of the month", () => {
  it("include the last one, once, by each way to name it", () => {
    expect(due({ month_days: [1, 30, 31, -1] }, "2027-01-15", "2027-04-30")).toEqual([
      "2027-01-30",
      "2027-01-31",
      "2027-02-01",
      "2027-02-28",
      "2027-03-01",
      "2027-03-30",
      "2027-03-31",
      "2027-04-01",
      "2027-04-30",
    ]);
  });

  it("29 is the last day of February, also in a leap year", () => {
    expect(due({ month_days: [29] }, "2027-02-01", "2027-03-28")).toEqual(["2027-02-28"]);
    expect(due({ month_days: [29] }, "2028-02-01", "2028-03-28")).toEqual(["2028-02-29"]);
  });

  it("are due only on the habit's weekdays", () => {
    // In 2027 the 13th is a Friday in August alone.
    expect(due({ month_days: [13] }, "2027-01-01", "2027-12-31", [5])).toEqual(["2027-08-13"]);
  });
});

describe("weekdays of the month", () => {
  it("the last Friday is the fourth or the fifth one", () => {
    expect(due({ month_weekdays: [{ nth: -1, weekday: 5 }] }, "2026-10-01", "2027-02-28")).toEqual([
      "2026-10-30",
      "2026-11-27",
      "2026-12-25",
      "2027-01-29",
      "2027-02-26",
    ]);
  });

  it("the first and third Monday, also if the month begins on one", () => {
    const schedule = {
      month_weekdays: [
        { nth: 1, weekday: 1 },
        { nth: 3, weekday: 1 },
      ],
    };
    expect(due(schedule, "2027-02-01", "2027-03-31")).toEqual(["2027-02-01", "2027-02-15", "2027-03-01", "2027-03-15"]);
  });

  it("the fourth and the last one are two days in a month with five, and one in a month with four", () => {
    const schedule = {
      month_weekdays: [
        { nth: 4, weekday: 5 },
        { nth: -1, weekday: 5 },
      ],
    };
    expect(due(schedule, "2026-10-01", "2026-11-30")).toEqual(["2026-10-23", "2026-10-30", "2026-11-27"]);
  });

  it("outside the habit's weekdays are never due", () => {
    expect(due({ month_weekdays: [{ nth: 1, weekday: 6 }] }, "2026-01-01", "2026-12-31", [1, 2])).toEqual([]);
  });
});

it("a schedule of periods leaves every weekday of the habit scheduled", () => {
  for (const schedule of [{ times_per_month: 1 }, { times_per_quarter: 1 }, { target_per: "month" as const }]) {
    expect(due(schedule, "2026-11-02", "2026-11-08", [2, 6])).toEqual(["2026-11-03", "2026-11-07"]);
  }
});

it("a streak counts the periods of the schedule, or days", () => {
  const cases: [Schedule | null, string | null, string][] = [
    [null, null, "days"],
    [{ every_months: 1, from: "2026-11-01" }, null, "days"],
    [{ month_days: [1] }, null, "days"],
    [{ times_per_week: 1 }, "week", "weeks"],
    [{ times_per_month: 1 }, "month", "months"],
    [{ times_per_quarter: 1 }, "quarter", "quarters"],
    [{ target_per: "week" }, "week", "weeks"],
    [{ target_per: "quarter" }, "quarter", "quarters"],
  ];
  for (const [schedule, period, unit] of cases) {
    expect(periodOf({ schedule })).toBe(period);
    expect(streakUnitOf({ schedule })).toBe(unit);
  }
});

describe("on the days around a change of the clock", () => {
  // Each zone has a day of 23 hours (in Lord Howe of 23.5) and one of 25 (24.5), here with two days before and after.
  const hours = 3_600_000;
  it.each([
    ["Europe/Kyiv", "2026-03-26", 23],
    ["Europe/Kyiv", "2026-10-22", 25],
    ["America/New_York", "2026-03-05", 23],
    ["America/New_York", "2026-10-29", 25],
    ["Australia/Lord_Howe", "2026-10-01", 23.5],
    ["Australia/Lord_Howe", "2026-04-02", 24.5],
  ])("in %s from %s on, each day is due and judged once, and one of them has %d hours", (timezone, first, length) => {
    const from = toDayNumber(first);
    const rules = habitOf(from, { schedule: { every_days: 2, from: first } });
    const entries = [0, 2, 4].map((offset) => entryOf(from + offset, { value: 10 }));
    const halfHours = new Map<string, number>();
    // Two days more than needed, because no zone's midnight is midnight in UTC.
    for (let now = (from - 1) * 24 * hours; now < (from + 7) * 24 * hours; now += hours / 2) {
      const day = todayIn(now, timezone);
      halfHours.set(day, (halfHours.get(day) ?? 0) + 1);
      const today = toDayNumber(day);
      // Nothing is recorded after the present day.
      const soFar = entries.filter((entry) => entry.day < today);
      const results = [0, 1, 2, 3, 4].map((offset) =>
        dayResult(rules, from + offset, (asked) => soFar.find((entry) => entry.day === asked), today),
      );
      const expected = [0, 1, 2, 3, 4].map((offset) => {
        if (from + offset > today) return "upcoming";
        if (offset % 2 === 1) return "rest";
        return from + offset === today ? "awaiting" : "achieved";
      });
      expect(results, `${new Date(now).toISOString()} is ${day}`).toEqual(expected);
    }
    const lengths = [0, 1, 2, 3, 4].map((offset) => (halfHours.get(fromDayNumber(from + offset)) ?? 0) / 2);
    expect(lengths.toSorted((a, b) => a - b)).toEqual([24, 24, 24, 24, length].toSorted((a, b) => a - b));
  });
});
