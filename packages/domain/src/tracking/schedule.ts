import * as z from "zod/mini";
import { answeredDaySchema, daySchema } from "../base/day-input.ts";
import { periods } from "../base/period.ts";
import { weekDays } from "../base/week.ts";
import {
  endDaysMax,
  endTotalMax,
  everyDaysMax,
  everyMonthsMax,
  everyWeeksMax,
  monthsSinceLastMax,
  timesPerMonthMax,
  timesPerQuarterMax,
  windowDaysMax,
} from "./schedule-bounds.ts";

function count(max: number) {
  return z.int().check(z.gte(1), z.lte(max));
}

function distinct<T>(given: z.ZodMiniArray<z.ZodMiniType<T>>, max: number, keyOf: (item: T) => unknown) {
  return given.check(
    z.maxLength(max),
    z.minLength(1),
    z.refine((items) => new Set(items.map(keyOf)).size === items.length, { error: "invalid" }),
  );
}

/** The last of its month or, of a weekday, the last one in its month. */
const last = -1;

const monthDay = z.int().check(
  z.gte(last),
  z.lte(timesPerMonthMax),
  z.refine((day) => day !== 0, { error: "invalid" }),
);

const monthWeekday = z.strictObject({
  nth: z.int().check(
    z.gte(last),
    z.lte(4),
    z.refine((nth) => nth !== 0, { error: "invalid" }),
  ),
  weekday: count(weekDays),
});

const timesInDays = z
  .strictObject({ times: count(windowDaysMax), days: count(windowDaysMax) })
  .check(z.refine(({ times, days }) => times <= days, { error: "times_above_days", path: ["times"] }));

/**
 * The members of a schedule. Each kind has one member; the three that count from a day have `from` too.
 *
 * A number of days in a period: `times_per_week` (ISO weeks), `times_per_month`, `times_per_quarter`; in any row of
 * days: `times_in_days`. So many months after the last time: `months_since_last`. Due days, the only ones that require
 * something: `every_days`, `every_weeks` and `every_months` from `from` on; `month_days`, where -1 is the last day and a
 * month without the day has it on its last one; `month_weekdays`, where `nth` -1 is the last one.
 * `target_per`: the goal or limit holds for the sum of a period.
 */
const members = {
  times_per_week: count(weekDays),
  times_per_month: count(timesPerMonthMax),
  times_per_quarter: count(timesPerQuarterMax),
  times_in_days: timesInDays,
  months_since_last: count(monthsSinceLastMax),
  every_days: count(everyDaysMax),
  every_weeks: count(everyWeeksMax),
  every_months: count(everyMonthsMax),
  from: daySchema,
  month_days: distinct(z.array(monthDay), timesPerMonthMax, (day) => day),
  month_weekdays: distinct(z.array(monthWeekday), weekDays * 5, ({ nth, weekday }) => nth * 10 + weekday),
  target_per: z.enum(periods),
};

const fromMembers = ["every_days", "every_weeks", "every_months"] as const;

type GivenSchedule = z.infer<typeof givenMembers>;
const givenMembers = z.partial(z.strictObject(members));

/** A schedule in a request. */
export const scheduleSchema = givenMembers.check(
  z.refine((given: GivenSchedule) => kindsOf(given).length > 0, { error: "required" }),
  z.refine((given: GivenSchedule) => kindsOf(given).length < 2, { error: "schedule_one_kind" }),
  z.refine((given: GivenSchedule) => !isFromDay(given) || given.from !== undefined, {
    error: "required",
    path: ["from"],
  }),
  z.refine((given: GivenSchedule) => isFromDay(given) || given.from === undefined, {
    error: "unknown_field",
    path: ["from"],
  }),
);
export type Schedule = GivenSchedule;

/** A schedule in an answer: without rules, so that one that was stored under other rules is returned too. */
export const answeredScheduleSchema = z.partial(
  z.object({
    times_per_week: z.int(),
    times_per_month: z.int(),
    times_per_quarter: z.int(),
    times_in_days: z.object({ times: z.int(), days: z.int() }),
    months_since_last: z.int(),
    every_days: z.int(),
    every_weeks: z.int(),
    every_months: z.int(),
    from: answeredDaySchema,
    month_days: z.array(z.int()),
    month_weekdays: z.array(z.object({ nth: z.int(), weekday: z.int() })),
    target_per: z.enum(periods),
  } satisfies Record<keyof typeof members, z.ZodMiniType>),
);

function kindsOf(given: GivenSchedule): string[] {
  return Object.entries(given).flatMap(([name, value]) => (name === "from" || value === undefined ? [] : [name]));
}

function isFromDay(given: GivenSchedule): boolean {
  return fromMembers.some((name) => given[name] !== undefined);
}

/** Only the amount of a period can be limited; the other schedules are for good habits. */
export function isForGoodOnly(schedule: Schedule): boolean {
  return schedule.target_per === undefined;
}

/**
 * The members of an end. Each kind has one member; the two that count from a day have `from` too. In a request it may be
 * left out, and then is the user's today.
 *
 * `until` is the last day. `days` is a number of calendar days from `from` on. `total` is a sum of the amounts of
 * {@link endDaysMax} days from `from` on, in the habit's unit; the habit ends on the day that reaches it.
 */
const endMembers = {
  until: daySchema,
  days: z.int().check(z.gte(1), z.lte(endDaysMax)),
  total: z.int().check(z.gte(1), z.lte(endTotalMax)),
  from: daySchema,
};

type GivenEnd = z.infer<typeof givenEndMembers>;
const givenEndMembers = z.partial(z.strictObject(endMembers));

/** An end in a request. */
export const endSchema = givenEndMembers.check(
  z.refine((given: GivenEnd) => endKindsOf(given).length > 0, { error: "required" }),
  z.refine((given: GivenEnd) => endKindsOf(given).length < 2, { error: "end_one_kind" }),
  z.refine((given: GivenEnd) => given.until === undefined || given.from === undefined, {
    error: "unknown_field",
    path: ["from"],
  }),
);
export type HabitEnd = GivenEnd;

/** An end in an answer: without rules, so that one that was stored under other rules is returned too. */
export const answeredEndSchema = z.partial(
  z.object({
    until: answeredDaySchema,
    days: z.int(),
    total: z.int(),
    from: answeredDaySchema,
  } satisfies Record<keyof typeof endMembers, z.ZodMiniType>),
);

function endKindsOf({ until, days, total }: GivenEnd): unknown[] {
  return [until, days, total].filter((kind) => kind !== undefined);
}

/** A limit has no total: who stays within it records little. */
export function isEndForGoodOnly(end: HabitEnd): boolean {
  return end.total !== undefined;
}
