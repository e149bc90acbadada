import type { DayMarkResult } from "@daymark/ui/day-mark";
import { type DemoHabit, demoHabits } from "../demo/demo-habits.ts";

/** A day in the picture: a result, or a result with the recorded number and the reached part of the goal. */
export type SampleDay = DayMarkResult | readonly [result: DayMarkResult, value: string, share?: number];

export interface SampleHabit {
  habit: DemoHabit;
  /** In days. */
  streak: number;
  /** One for each of {@link sampleDates}; without future days. */
  days: readonly SampleDay[];
}

/** Days of a June, starting on a Monday. */
export const sampleDates = Array.from({ length: 18 }, (_, index) => `2026-06-${String(8 + index).padStart(2, "0")}`);
export const sampleToday = "2026-06-18";

const done = "achieved";
const kept = "not_exceeded";

const shown: Record<DemoHabit["id"], Omit<SampleHabit, "habit">> = {
  read: {
    streak: 7,
    days: [
      [done, "24"],
      [done, "20"],
      ["not_achieved", "8", 0.4],
      [done, "31"],
      [done, "20"],
      [done, "22"],
      "skipped",
      [done, "26"],
      [done, "45"],
      [done, "21"],
      [done, "28"],
    ],
  },
  run: {
    streak: 5,
    days: [
      [done, "3"],
      [done, "3"],
      [done, "4"],
      "not_achieved",
      [done, "5"],
      [done, "3"],
      "rest",
      [done, "3"],
      [done, "6"],
      [done, "3"],
      ["awaiting", "2", 0.66],
    ],
  },
  water: {
    streak: 11,
    days: [done, done, done, done, done, done, done, done, done, done, done],
  },
  coffee: {
    streak: 4,
    days: [kept, kept, kept, kept, kept, ["exceeded", "3"], ["exceeded", "4"], kept, [kept, "1"], kept, [kept, "2"]],
  },
  screen: {
    streak: 23,
    days: [kept, kept, kept, kept, [kept, "15"], kept, kept, kept, [kept, "30"], kept, kept],
  },
};

/** The picture for a fixed date: the server does not know the reader's. */
export const sampleHabits: readonly SampleHabit[] = demoHabits.map((habit) => ({ habit, ...shown[habit.id] }));
