/** For tests only: a habit as the API returns it. */
import type { Habit } from "./tracking/habit.ts";
import { habitDefaults } from "./tracking/habit-content.ts";

/** A good habit of ten minutes a day since 2026-11-01, with the given changes. */
export function habitOf(members: Partial<Habit> = {}): Habit {
  const { target = 10, first_day = "2026-11-01" } = members;
  return {
    ...habitDefaults,
    id: 1,
    title: "Read",
    type: "good",
    target,
    targets: [{ from: first_day, target }],
    past_schedules: [],
    ended_on: null,
    unit: "minutes",
    hue: 225,
    position: 0,
    archived: false,
    first_day,
    created_at: `${first_day}T08:00:00.000Z`,
    ...members,
  };
}
