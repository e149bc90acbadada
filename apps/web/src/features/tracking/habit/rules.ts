import { fromDayNumber, toDayNumber } from "@daymark/domain/base/day";
import { convertUnit } from "@daymark/domain/base/unit";
import {
  type DayEntry,
  type DayResult,
  dayResult,
  firstDayOf,
  type HabitRules,
  hasValue,
} from "@daymark/domain/rules/result";
import type { Habit } from "@daymark/domain/tracking/habit";
import type { Entry } from "@daymark/domain/tracking/progress";

/** What the rules of `@daymark/domain/result` need of a habit; `firstDay` as a day number. */
export function rulesOf(habit: Habit, firstDay = toDayNumber(habit.first_day)): HabitRules {
  return {
    type: habit.type,
    unit: habit.unit,
    weekdays: habit.weekdays,
    timesPerWeek: habit.schedule?.times_per_week ?? null,
    targets: habit.targets.map(({ from, target }) => ({ from: toDayNumber(from), target })),
    firstDay,
  };
}

/**
 * The rules of several habits, as the page shows them: a habit's first day on the wire may lag behind what was just
 * recorded, so the entries have their say. What did not change is the very object it was before, the map included.
 */
export function createRulesMemo() {
  let known: ReadonlyMap<number, { habit: Habit; rules: HabitRules }> = new Map();
  let answer: ReadonlyMap<number, HabitRules> = new Map();
  return (habits: readonly Habit[], entries: readonly Entry[]): ReadonlyMap<number, HabitRules> => {
    const first = new Map<number, number>();
    for (const habit of habits) {
      const own = entries.filter((entry) => entry.habit_id === habit.id);
      first.set(habit.id, firstDayOf(toDayNumber(habit.first_day), own.map(dayEntryOf)));
    }
    const next = new Map(
      habits.map((habit) => {
        const old = known.get(habit.id);
        const firstDay = first.get(habit.id);
        const isSame = old?.habit === habit && old.rules.firstDay === firstDay;
        return [habit.id, isSame ? old : { habit, rules: rulesOf(habit, firstDay) }] as const;
      }),
    );
    const isSame = next.size === known.size && [...next].every(([id, { rules }]) => known.get(id)?.rules === rules);
    known = next;
    if (!isSame) answer = new Map(Array.from(next, ([id, { rules }]) => [id, rules]));
    return answer;
  };
}

/** An entry as the rules read it. */
export function dayEntryOf(entry: Entry): DayEntry {
  const { value, unit, skipped, confirmed } = entry;
  return { day: toDayNumber(entry.day), value, unit, skipped, confirmed };
}

/**
 * The result of a day by what is recorded on it alone, in days of the wire. Of a weekly goal that tells only whether the
 * day is achieved: see {@link resultAmong}.
 */
export function resultOf(rules: HabitRules, day: string, entry: Entry | undefined, today: string): DayResult {
  const number = toDayNumber(day);
  return dayResult(
    rules,
    number,
    (asked) => (asked === number && entry ? dayEntryOf(entry) : undefined),
    toDayNumber(today),
  );
}

/**
 * The result of a day among the days around it, by which a weekly goal judges it.
 *
 * @param entryOn what is recorded on a day; asked for this one, and with a weekly goal for its whole week
 */
export function resultAmong(
  rules: HabitRules,
  day: string,
  entryOn: (day: string) => Entry | undefined,
  today: string,
): DayResult {
  const read = (asked: number) => {
    const entry = entryOn(fromDayNumber(asked));
    return entry && dayEntryOf(entry);
  };
  return dayResult(rules, toDayNumber(day), read, toDayNumber(today));
}

/** True where one press says all there is to say: done, or not done. */
export function isToggle(habit: Pick<Habit, "type" | "target" | "unit">): boolean {
  return habit.type === "good" && habit.unit === "repetitions" && habit.target === 1;
}

/** What was recorded, in the habit's unit; null where that is nothing. */
export function shownValue(habit: Pick<Habit, "unit">, entry: Entry | undefined): number | null {
  if (!entry || entry.value === null || !hasValue(entry)) return null;
  return convertUnit(entry.value, entry.unit, habit.unit);
}
