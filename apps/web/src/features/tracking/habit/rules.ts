import { fromDayNumber, toDayNumber } from "@daymark/domain/base/day";
import { convertUnit } from "@daymark/domain/base/unit";
import { rulesOfHabit } from "@daymark/domain/rules/of-habit";
import { type DayEntry, type DayResult, firstDayOf, type HabitRules, hasValue } from "@daymark/domain/rules/result";
import { dayResult, resultsOfDays } from "@daymark/domain/rules/walk";
import type { Habit } from "@daymark/domain/tracking/habit";
import type { Entry } from "@daymark/domain/tracking/progress";

/** Each cell of the calendar asks for the rules of its habit. */
const known = new WeakMap<Habit, HabitRules>();

/** The values of a habit that `@daymark/domain/result` needs; `firstDay` as a day number. */
export function rulesOf(habit: Habit, firstDay = toDayNumber(habit.first_day)): HabitRules {
  const rules = known.get(habit) ?? rulesOfHabit(habit);
  known.set(habit, rules);
  return rules.firstDay === firstDay ? rules : { ...rules, firstDay };
}

/**
 * The rules of several habits, as the page shows them. The first day that the API sends may be older than a day just
 * recorded, so the entries are considered too. Unchanged rules stay the same objects, and so does the map.
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

/** An entry in the format of the rules. */
export function dayEntryOf(entry: Entry): DayEntry {
  const { value, unit, skipped, confirmed } = entry;
  return { day: toDayNumber(entry.day), value, unit, skipped, confirmed };
}

/**
 * The result of a day from its own entry, with days as `YYYY-MM-DD`. With a schedule of periods it only says what the day
 * is alone: see {@link resultAmong}.
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
 * The result of a day that also considers the other days of its period, on which a schedule of periods depends.
 *
 * @param entryOn the entry of a day; called for this one, and with a schedule of periods for all days of its period
 */
export function resultAmong(
  rules: HabitRules,
  day: string,
  entryOn: (day: string) => Entry | undefined,
  today: string,
): DayResult {
  return dayResult(rules, toDayNumber(day), reader(entryOn), toDayNumber(today));
}

/**
 * The same for consecutive days.
 *
 * @param days ascending, without gaps, at least one
 */
export function resultsAmong(
  rules: HabitRules,
  days: readonly string[],
  entryOn: (day: string) => Entry | undefined,
  today: string,
): DayResult[] {
  const range = { from: toDayNumber(days[0] as string), to: toDayNumber(days.at(-1) as string) };
  return resultsOfDays(rules, range, reader(entryOn), toDayNumber(today));
}

function reader(entryOn: (day: string) => Entry | undefined): (day: number) => DayEntry | undefined {
  return (day) => {
    const entry = entryOn(fromDayNumber(day));
    return entry && dayEntryOf(entry);
  };
}

/**
 * The result of a day whose records are still loading; undefined if it depends on them, as it does from the habit's
 * first day until today.
 */
export function resultWhileLoading(
  { firstDay }: Pick<HabitRules, "firstDay">,
  day: string,
  today: string,
): "none" | "upcoming" | undefined {
  if (toDayNumber(day) < firstDay) return "none";
  return day > today ? "upcoming" : undefined;
}

/** True for a habit whose days are only done or not done, so that one press records them. */
export function isToggle(habit: Pick<Habit, "type" | "target" | "unit" | "unit_label" | "schedule">): boolean {
  // Who names what is counted, such as pages, counts more than one.
  const isCounted = habit.unit !== "repetitions" || Boolean(habit.unit_label) || habit.target !== 1;
  return habit.type === "good" && !isCounted && !habit.schedule?.target_per;
}

/** The recorded amount in the habit's unit; null if there is none. */
export function shownValue(habit: Pick<Habit, "unit">, entry: Entry | undefined): number | null {
  if (!entry || entry.value === null || !hasValue(entry)) return null;
  return convertUnit(entry.value, entry.unit, habit.unit);
}
