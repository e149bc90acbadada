/** For tests only: random habits with their entries, in the format of the rules and of the oracle. */
import fc from "fast-check";
import { dayMax, dayMin, fromDayNumber, toDayNumber } from "./base/day.ts";
import type { Unit } from "./base/unit.ts";
import { totalReachedOn } from "./rules/end.ts";
import type { DayEntry, HabitRules } from "./rules/result.ts";
import { targetsAfter } from "./rules/target.ts";
import { scheduleEndOf } from "./schedule/end.ts";
import { naiveUnits } from "./testing-oracle-amount.ts";
import { dayAfter } from "./testing-oracle-calendar.ts";
import { type NaiveEntry, type NaiveHabit, naiveFirstDay } from "./testing-oracle-habit.ts";
import { anySchedule, type ScheduleKind, scheduleKinds, spanOf } from "./testing-schedules.ts";

export interface History {
  habit: NaiveHabit;
  /** Ascending by day. */
  entries: NaiveEntry[];
  today: string;
}

/** A history touches at most this many days before and after its today. */
export const daysBefore = 300;
export const daysAfter = 12;
/** A history has at most this many entries. */
const entriesMax = 80;

const kinds = Map.groupBy(Object.keys(naiveUnits), (unit) => (naiveUnits[unit] as { kind: string }).kind);

/** Days around which calendars differ: leap days, and the ends of short months, of quarters and of years. */
const remarkable = [
  "2024-02-29",
  "2028-03-01",
  "2100-02-28",
  "2026-02-28",
  "2026-04-30",
  "2026-03-31",
  "2025-10-01",
  "2026-12-31",
  "2027-01-03",
  "2020-12-28",
];

const anyToday = fc.oneof(
  {
    weight: 3,
    // The earliest and the latest day of a history must be days that the contract allows.
    arbitrary: fc.integer({ min: toDayNumber(dayMin) + daysBefore + 10, max: toDayNumber(dayMax) - 30 }),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom(...remarkable), fc.integer({ min: -3, max: 3 }))
      .map(([day, offset]) => toDayNumber(day) + offset),
  },
);

/**
 * Mostly near the targets below, so that successes and failures both occur. 0 is the value of a deleted entry in a
 * cache.
 */
const value = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 1, max: 12 }) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 10_000 }) },
  { weight: 1, arbitrary: fc.constant(0) },
);

const recorded = fc.oneof(
  { weight: 6, arbitrary: fc.record({ value, skipped: fc.constant(false), confirmed: fc.constant(false) }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      { value: null, skipped: true, confirmed: false },
      { value: null, skipped: false, confirmed: true },
      // An entry with only a note.
      { value: null, skipped: false, confirmed: false },
    ),
  },
);

const weekdaysOfHabit = fc.oneof(
  fc.constant<number[]>([1, 2, 3, 4, 5, 6, 7]),
  fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 7 }),
);

/** A history of a habit with one kind of schedule. A shorter span has entries on more of its days. */
export function historyOf(schedule: ScheduleKind): fc.Arbitrary<History> {
  const span = spanOf(schedule);
  const created = fc.oneof(
    // A creation date after today is possible: the user created the habit and then travelled west.
    fc.integer({ min: -span, max: 2 }),
    fc.integer({ min: -10, max: 2 }),
  );
  return fc
    .record({
      today: anyToday.map(fromDayNumber),
      kind: fc.constantFrom(...kinds.values()),
      createdOffset: created,
    })
    .chain(({ today, kind, createdOffset }) => {
      const unit = fc.constantFrom(...kind);
      // Most habits never change their unit.
      const habitUnit = kind[0] as string;
      const entryUnit = fc.oneof({ weight: 2, arbitrary: fc.constant(habitUnit) }, { weight: 1, arbitrary: unit });
      const entries = fc.uniqueArray(
        fc.tuple(fc.integer({ min: -span, max: daysAfter }), recorded, entryUnit),
        // By default fast-check keeps arrays near ten elements, too few for a streak.
        { maxLength: Math.min(span, entriesMax), size: "max", selector: ([offset]) => offset },
      );
      return fc
        .record({
          type: fc.constantFrom("good" as const, "bad" as const),
          unit: fc.oneof({ weight: 3, arbitrary: fc.constant(habitUnit) }, { weight: 1, arbitrary: unit }),
          weekdays: weekdaysOfHabit,
          schedule: anySchedule(schedule, today),
          past: pastSchedules(today, schedule),
          end: anyEnd(today, schedule),
          created_on: fc.constant(dayAfter(today, createdOffset)),
          targets: targetsBefore(today, schedule),
          recorded: entries,
          vacations: fc.array(vacation(span), { maxLength: 2 }),
        })
        .map(({ recorded: given, vacations, ...habit }) => ({
          today,
          // Only an amount can have a limit.
          habit: withAllowedType(habit),
          entries: entriesOf(today, given, vacations),
        }));
    });
}

function withAllowedType(habit: NaiveHabit): NaiveHabit {
  if (habit.type === "good") return habit;
  if (!mayBeBad(habit)) return { ...habit, type: "good" };
  return habit.end && "total" in habit.end ? { ...habit, end: null } : habit;
}

/** Whether the habit may be bad, because only an amount can have a limit. */
function mayBeBad({ schedule, past }: Pick<NaiveHabit, "schedule" | "past">): boolean {
  return [schedule, ...past.map((each) => each.schedule)].every((each) => !each || each.target_per !== undefined);
}

/** No past schedule, or some of any kind that the owner changed within the span of the history, at most one a day. */
function pastSchedules(today: string, present: ScheduleKind): fc.Arbitrary<NaiveHabit["past"]> {
  const kind = fc.oneof(
    { weight: 2, arbitrary: fc.constantFrom(...scheduleKinds) },
    { weight: 1, arbitrary: fc.constant(present) },
    { weight: 1, arbitrary: fc.constantFrom("days" as const, "target_per_week" as const, "target_per_month" as const) },
  );
  const until = fc.oneof(fc.integer({ min: -spanOf(present), max: -1 }), fc.integer({ min: -9, max: -1 }));
  const past = kind.chain((each) =>
    fc.record({ until, weekdays: weekdaysOfHabit, schedule: anySchedule(each, today) }),
  );
  return fc.oneof(
    { weight: 1, arbitrary: fc.constant<NaiveHabit["past"]>([]) },
    {
      weight: 1,
      arbitrary: fc
        .uniqueArray(past, { minLength: 1, maxLength: 4, selector: (each) => each.until })
        .map((all) =>
          all.sort((a, b) => a.until - b.until).map((each) => ({ ...each, until: dayAfter(today, each.until) })),
        ),
    },
  );
}

/** No end, or one that is reached in the history or soon after, rarely much later. */
function anyEnd(today: string, schedule: ScheduleKind): fc.Arbitrary<NaiveHabit["end"]> {
  const near = fc
    .oneof(fc.integer({ min: -9, max: 9 }), fc.integer({ min: -spanOf(schedule) - 5, max: 40 }))
    .map((offset) => dayAfter(today, offset));
  const total = fc.oneof(fc.integer({ min: 1, max: 200 }), fc.integer({ min: 1, max: 20_000 }));
  return fc.oneof(
    { weight: 3, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: fc.record({ until: near }, { noNullPrototype: true }) },
    {
      weight: 1,
      arbitrary: fc.record({ days: fc.integer({ min: 1, max: 90 }), from: near }, { noNullPrototype: true }),
    },
    { weight: 2, arbitrary: fc.record({ total, from: near }, { noNullPrototype: true }) },
  );
}

type Recorded = Omit<NaiveEntry, "day" | "unit">;

/** Offsets of the first and last day. */
function vacation(span: number): fc.Arbitrary<[number, number]> {
  return fc
    .tuple(fc.integer({ min: -span, max: daysAfter }), fc.integer({ min: 1, max: 40 }))
    .map(([from, length]) => [from, Math.min(from + length, daysAfter)]);
}

/** The entries of a history. A vacation skips its days without an entry. */
function entriesOf(
  today: string,
  given: [number, Recorded, string][],
  vacations: readonly [number, number][],
): NaiveEntry[] {
  const all = new Map(given.map(([offset, what, unit]) => [offset, { ...what, unit }]));
  for (const [from, to] of vacations) {
    for (let offset = from; offset <= to; offset += 1) {
      const unit = given[0]?.[2];
      if (unit && !all.has(offset)) all.set(offset, { value: null, skipped: true, confirmed: false, unit });
    }
  }
  return [...all].sort(([a], [b]) => a - b).map(([offset, entry]) => ({ day: dayAfter(today, offset), ...entry }));
}

/** Targets with which successes and failures both occur. The sum of a period is larger than the amount of a day. */
function targetsBefore(today: string, schedule: ScheduleKind): fc.Arbitrary<NaiveHabit["targets"]> {
  const near = schedule.startsWith("target_per") ? 150 : 12;
  return fc.array(
    fc.record({
      // Unsorted, because a user can travel west between two changes. The offsets are small, so that days repeat.
      set_on: fc
        .oneof(fc.integer({ min: -spanOf(schedule) - 5, max: 5 }), fc.integer({ min: -4, max: 0 }))
        .map((offset) => dayAfter(today, offset)),
      target: fc.oneof(fc.integer({ min: 1, max: near }), fc.integer({ min: 1, max: 10_000 })),
      effective: fc.oneof(
        { weight: 4, arbitrary: fc.constant("from_today" as const) },
        { weight: 1, arbitrary: fc.constant("always" as const) },
      ),
    }),
    { minLength: 1, maxLength: 5 },
  );
}

/** A history of any kind. Half of them have daily schedules or a number of days a week, like most habits. */
export const history: fc.Arbitrary<History> = fc.oneof(
  { weight: 6, arbitrary: historyOf("days") },
  { weight: 6, arbitrary: historyOf("times_per_week") },
  ...scheduleKinds.map((kind) => ({ weight: 1, arbitrary: historyOf(kind) })),
);

declare module "vitest" {
  interface ProvidedContext {
    /** How many histories a test compares for each kind of schedule (see vitest.config.ts). */
    histories: number;
  }
}

/** The same history in the format of the rules. */
export function rulesOf({ habit, entries }: Pick<History, "habit" | "entries">): {
  habit: HabitRules;
  entries: DayEntry[];
} {
  const days = entries.map((entry) => ({ ...entry, day: toDayNumber(entry.day), unit: entry.unit as Unit }));
  const unit = habit.unit as Unit;
  return {
    habit: {
      type: habit.type,
      unit,
      weekdays: habit.weekdays,
      schedule: habit.schedule,
      pastSchedules: habit.past.map((past) => ({ ...past, until: toDayNumber(past.until) })),
      end: scheduleEndOf(habit.end, totalReachedOn(habit.end, days, unit)),
      firstDay: toDayNumber(naiveFirstDay(habit, entries)),
      targets: targetsOf(habit),
    },
    entries: days,
  };
}

/** The history of targets, computed by the rule under test. `naiveTarget` is the expected target of a day. */
function targetsOf({ targets: [first, ...changes] }: NaiveHabit): HabitRules["targets"] {
  if (!first) throw new RangeError("a habit has at least one target");
  let targets: HabitRules["targets"] = [{ from: toDayNumber(first.set_on), target: first.target }];
  for (const { set_on, target, effective } of changes) {
    targets = targetsAfter(targets, target, effective, toDayNumber(set_on));
  }
  return targets;
}
