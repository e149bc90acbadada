import { toDayNumber } from "../base/day.ts";
import { scheduleEndOf } from "../schedule/end.ts";
import type { Habit } from "../tracking/habit.ts";
import type { Entry } from "../tracking/progress.ts";
import type { DayEntry, HabitRules } from "./result.ts";

/** A habit as the API returns it, in the form that the rules take. */
export function rulesOfHabit(habit: Habit): HabitRules {
  return {
    type: habit.type,
    unit: habit.unit,
    weekdays: habit.weekdays,
    schedule: habit.schedule,
    // An answer that a browser cached before habits had a history of schedules lacks it.
    pastSchedules: (habit.past_schedules ?? []).map((past) => ({ ...past, until: toDayNumber(past.until) })),
    // So does one that was cached before habits could end.
    end: scheduleEndOf(habit.end ?? null, habit.ended_on ? toDayNumber(habit.ended_on) : null),
    targets: habit.targets.map(({ from, target }) => ({ from: toDayNumber(from), target })),
    firstDay: toDayNumber(habit.first_day),
  };
}

/** An entry as the API returns it, in the form that the rules take. */
export function dayEntryOf({ day, value, unit, skipped, confirmed }: Entry): DayEntry {
  return { day: toDayNumber(day), value, unit, skipped, confirmed };
}
