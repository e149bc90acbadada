/** For tests only: random schedules of each kind of docs/schedules.md. */
import fc from "fast-check";
import { dayMax, dayMin } from "./base/day.ts";
import { dayAfter, type NaiveSchedule } from "./testing-oracle-calendar.ts";

export const scheduleKinds = [
  "days",
  "times_per_week",
  "times_per_month",
  "times_per_quarter",
  "times_in_days",
  "months_since_last",
  "every_days",
  "every_weeks",
  "every_months",
  "month_days",
  "month_weekdays",
  "target_per_week",
  "target_per_month",
  "target_per_quarter",
] as const;
export type ScheduleKind = (typeof scheduleKinds)[number];

/** How many days before today a history of this kind touches: several of its periods. */
export function spanOf(kind: ScheduleKind): number {
  if (kind.endsWith("quarter") || kind === "months_since_last") return 300;
  return kind === "days" || kind.endsWith("week") ? 80 : 150;
}

/** Chooses small numbers more often than large ones, so that the history contains several due days. */
function often(few: number, max: number): fc.Arbitrary<number> {
  return fc.oneof(
    { weight: 3, arbitrary: fc.integer({ min: 1, max: few }) },
    { weight: 1, arbitrary: fc.integer({ min: 1, max }) },
  );
}

/** A day before the history, in it, or in the future. One in three is the last day of a month. */
function fromNear(today: string): fc.Arbitrary<string> {
  return fc
    .tuple(
      fc.oneof(
        fc.integer({ min: -200, max: 20 }),
        fc.integer({ min: -5, max: 5 }),
        fc.integer({ min: -4000, max: 400 }),
      ),
      fc.constantFrom(false, false, true),
    )
    .map(([offset, isLast]) => {
      const day = dayAfter(today, offset);
      const date = isLast ? dayAfter(`${dayAfter(`${day.slice(0, 7)}-01`, 31).slice(0, 7)}-01`, -1) : day;
      const [from] = [date, dayMin].sort().slice(-1);
      return from && from < dayMax ? from : dayMax;
    });
}

/** Objects like those of JSON, because the database driver refuses objects without a prototype. */
const plain = { noNullPrototype: true };

const monthDays = fc.uniqueArray(fc.oneof(fc.integer({ min: 1, max: 31 }), fc.constantFrom(-1, 1, 28, 29, 30, 31)), {
  minLength: 1,
  maxLength: 31,
});

const monthWeekdays = fc.uniqueArray(
  fc.record({ nth: fc.constantFrom(-1, 1, 2, 3, 4), weekday: fc.integer({ min: 1, max: 7 }) }, plain),
  { minLength: 1, maxLength: 35, selector: ({ nth, weekday }) => `${nth} ${weekday}` },
);

/** Few days, so that several windows are full. One in four has the length of a month. */
const timesInDays = fc
  .tuple(
    fc.oneof({ weight: 3, arbitrary: often(12, 366) }, { weight: 1, arbitrary: fc.constantFrom(30, 31) }),
    fc.oneof({ weight: 3, arbitrary: fc.integer({ min: 1, max: 4 }) }, { weight: 1, arbitrary: often(20, 366) }),
  )
  .map(([days, times]) => ({ times: Math.min(times, days), days }));

/** A schedule of this kind; null for `days`. */
export function anySchedule(kind: ScheduleKind, today: string): fc.Arbitrary<NaiveSchedule | null> {
  const from = fromNear(today);
  const schedules: Record<ScheduleKind, fc.Arbitrary<NaiveSchedule | null>> = {
    days: fc.constant(null),
    times_per_week: fc.record({ times_per_week: fc.integer({ min: 1, max: 7 }) }, plain),
    times_per_month: fc.record({ times_per_month: often(15, 31) }, plain),
    times_per_quarter: fc.record({ times_per_quarter: often(25, 92) }, plain),
    times_in_days: fc.record({ times_in_days: timesInDays }, plain),
    months_since_last: fc.record({ months_since_last: often(3, 12) }, plain),
    every_days: fc.record({ every_days: often(6, 366), from }, plain),
    every_weeks: fc.record({ every_weeks: often(4, 52), from }, plain),
    every_months: fc.record({ every_months: often(2, 24), from }, plain),
    month_days: fc.record({ month_days: monthDays }, plain),
    month_weekdays: fc.record({ month_weekdays: monthWeekdays }, plain),
    target_per_week: fc.constant({ target_per: "week" as const }),
    target_per_month: fc.constant({ target_per: "month" as const }),
    target_per_quarter: fc.constant({ target_per: "quarter" as const }),
  };
  return schedules[kind];
}
