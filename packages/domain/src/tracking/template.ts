import type { Unit } from "../base/unit.ts";
import type { HabitType } from "./habit.ts";
import type { TimeOfDay } from "./habit-type.ts";
import type { HabitEnd, Schedule } from "./schedule.ts";

/** A habit that a user can begin with. The web app has its title and its own unit, if it has one. */
interface Idea<Id extends string> {
  id: Id;
  type: HabitType;
  target: number;
  unit: Unit;
  /** True if it counts repetitions in an own unit. */
  hasOwnWord?: true;
  emoji: string;
  time_of_day: TimeOfDay | null;
  /** Absent: every day requires the habit. */
  schedule?: (today: string) => Schedule;
  /** Absent: it goes on. */
  end?: (today: string) => HabitEnd;
  /** True if it keeps the time of each entry. */
  keeps_log?: true;
}

/** A habit offered on the first visit. */
export interface HabitTemplate extends Idea<"water" | "read" | "sweets"> {
  /** One of the hues that every plan has. */
  hue: number;
}

const water: HabitTemplate = {
  ...{ id: "water", type: "good", target: 8, unit: "cups", hue: 225 },
  ...{ emoji: "💧", time_of_day: null },
};
const read: HabitTemplate = {
  ...{ id: "read", type: "good", target: 20, unit: "repetitions", hasOwnWord: true, hue: 135 },
  ...{ emoji: "📖", time_of_day: "evening" },
};
const sweets: HabitTemplate = {
  ...{ id: "sweets", type: "bad", target: 1, unit: "repetitions", hue: 0 },
  ...{ emoji: "🍬", time_of_day: null },
};

/**
 * Two good habits and a bad one: a unit that converts, an own unit in a part of the day, and a limit, so that a new
 * user sees what the product can do.
 */
export const habitTemplates: readonly HabitTemplate[] = [water, read, sweets];

export type HabitIdea = Idea<
  | HabitTemplate["id"]
  | "meditate"
  | "run"
  | "push_ups"
  | "language"
  | "plants"
  | "books"
  | "glasses"
  | "smoking"
  | "social_media"
  | "sugar"
>;

/** What the form of a new habit offers: among them each kind of schedule that people use most, an end by days and by a total, and a log. */
export const habitIdeas: readonly HabitIdea[] = [
  read,
  { id: "meditate", type: "good", target: 10, unit: "minutes", emoji: "🧘", time_of_day: "morning" },
  {
    ...{ id: "run", type: "good", target: 5, unit: "kilometers", emoji: "🏃", time_of_day: null },
    schedule: () => ({ times_per_week: 3 }),
  },
  {
    ...{ id: "push_ups", type: "good", target: 20, unit: "repetitions", hasOwnWord: true },
    ...{ emoji: "💪", time_of_day: "morning" },
  },
  {
    ...{ id: "language", type: "good", target: 150, unit: "minutes", emoji: "💬", time_of_day: null },
    schedule: () => ({ target_per: "week" }),
  },
  {
    ...{ id: "plants", type: "good", target: 1, unit: "repetitions", emoji: "🪴", time_of_day: null },
    schedule: (today) => ({ every_days: 3, from: today }),
  },
  water,
  {
    ...{ id: "glasses", type: "good", target: 8, unit: "repetitions", hasOwnWord: true, keeps_log: true },
    ...{ emoji: "🥛", time_of_day: null },
  },
  {
    ...{ id: "books", type: "good", target: 1, unit: "repetitions", hasOwnWord: true, emoji: "📚", time_of_day: null },
    ...{ schedule: () => ({ target_per: "month" }), end: (from) => ({ total: 12, from }) },
  },
  sweets,
  {
    ...{ id: "sugar", type: "bad", target: 1, unit: "repetitions", emoji: "🍭", time_of_day: null },
    end: (from) => ({ days: 30, from }),
  },
  {
    ...{ id: "smoking", type: "bad", target: 5, unit: "repetitions", hasOwnWord: true },
    ...{ emoji: "🚬", time_of_day: null },
  },
  {
    ...{ id: "social_media", type: "bad", target: 300, unit: "minutes", emoji: "📱", time_of_day: null },
    schedule: () => ({ target_per: "week" }),
  },
];
