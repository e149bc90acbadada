/** For tests only: random habits with their entries, in the format of the rules and of the oracle. */
import fc from "fast-check";
import { fromDayNumber, toDayNumber } from "./base/day.ts";
import type { Unit } from "./base/unit.ts";
import type { DayEntry, HabitRules } from "./rules/result.ts";
import { targetsAfter } from "./rules/target.ts";
import { dayAfter, type NaiveEntry, type NaiveHabit, naiveFirstDay, naiveUnits } from "./testing-oracle.ts";

export interface History {
  habit: NaiveHabit;
  /** Ascending by day. */
  entries: NaiveEntry[];
  today: string;
}

/** How many days before and after its today a history can touch. */
export const daysBefore = 80;
export const daysAfter = 12;

const kinds = Map.groupBy(Object.keys(naiveUnits), (unit) => (naiveUnits[unit] as { kind: string }).kind);

/**
 * Mostly near the targets below, so that successes and failures both occur. 0 is the value that a deleted entry leaves
 * in a cache.
 */
const value = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 1, max: 12 }) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 10_000 }) },
  { weight: 1, arbitrary: fc.constant(0) },
);

export const history: fc.Arbitrary<History> = fc
  .record({
    today: fc.integer({ min: toDayNumber("2001-04-01"), max: toDayNumber("2100-11-30") }).map(fromDayNumber),
    kind: fc.constantFrom(...kinds.values()),
    // A creation date after today is possible: the user created the habit and then travelled west.
    createdOffset: fc.integer({ min: -daysBefore, max: 2 }),
  })
  .chain(({ today, kind, createdOffset }) => {
    const unit = fc.constantFrom(...kind);
    // Most habits never change their unit.
    const habitUnit = kind[0] as string;
    const entryUnit = fc.oneof({ weight: 2, arbitrary: fc.constant(habitUnit) }, { weight: 1, arbitrary: unit });
    const recorded = fc.oneof(
      { weight: 6, arbitrary: fc.record({ value, skipped: fc.constant(false), confirmed: fc.constant(false) }) },
      {
        weight: 1,
        arbitrary: fc.constantFrom(
          { value: null, skipped: true, confirmed: false },
          { value: null, skipped: false, confirmed: true },
          // Only a note.
          { value: null, skipped: false, confirmed: false },
        ),
      },
    );
    return fc.record({
      today: fc.constant(today),
      habit: fc
        .record({
          type: fc.constantFrom("good" as const, "bad" as const),
          unit: fc.oneof({ weight: 3, arbitrary: fc.constant(habitUnit) }, { weight: 1, arbitrary: unit }),
          weekdays: fc.oneof(
            fc.constant<number[]>([1, 2, 3, 4, 5, 6, 7]),
            fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 7 }),
          ),
          times_per_week: fc.option(fc.integer({ min: 1, max: 7 })),
          created_on: fc.constant(dayAfter(today, createdOffset)),
          targets: fc.array(
            fc.record({
              // Unsorted, because a user can travel west between two changes. The offsets are small, so that days
              // repeat.
              set_on: fc
                .oneof(fc.integer({ min: -daysBefore - 5, max: 5 }), fc.integer({ min: -4, max: 0 }))
                .map((offset) => dayAfter(today, offset)),
              target: fc.oneof(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 10_000 })),
              effective: fc.oneof(
                { weight: 4, arbitrary: fc.constant("from_today" as const) },
                { weight: 1, arbitrary: fc.constant("always" as const) },
              ),
            }),
            { minLength: 1, maxLength: 5 },
          ),
        })
        // Only a good habit has a weekly goal.
        .map((habit) => (habit.type === "bad" ? { ...habit, times_per_week: null } : habit)),
      entries: fc
        .uniqueArray(fc.tuple(fc.integer({ min: -daysBefore, max: daysAfter }), recorded, entryUnit), {
          maxLength: daysBefore,
          // By default fast-check keeps arrays near ten elements, too few for a streak.
          size: "max",
          selector: ([offset]) => offset,
        })
        .map((all) =>
          all
            .sort(([a], [b]) => a - b)
            .map(([offset, what, of]) => ({ day: dayAfter(today, offset), unit: of, ...what })),
        ),
    });
  });

/** The same history in the format of the rules. */
export function rulesOf({ habit, entries }: Pick<History, "habit" | "entries">): {
  habit: HabitRules;
  entries: DayEntry[];
} {
  return {
    habit: {
      type: habit.type,
      unit: habit.unit as Unit,
      weekdays: habit.weekdays,
      schedule: habit.times_per_week === null ? null : { times_per_week: habit.times_per_week },
      firstDay: toDayNumber(naiveFirstDay(habit, entries)),
      targets: targetsOf(habit),
    },
    entries: entries.map((entry) => ({
      ...entry,
      day: toDayNumber(entry.day),
      unit: entry.unit as Unit,
    })),
  };
}

/** The history of the target, computed by the rule under test. {@link naiveTarget} is the expected target of a day. */
function targetsOf({ targets: [first, ...changes] }: NaiveHabit): HabitRules["targets"] {
  if (!first) throw new RangeError("a habit has at least one target");
  let targets: HabitRules["targets"] = [{ from: toDayNumber(first.set_on), target: first.target }];
  for (const { set_on, target, effective } of changes) {
    targets = targetsAfter(targets, target, effective, toDayNumber(set_on));
  }
  return targets;
}
