import type { Unit } from "../base/unit.ts";
import type { HabitType } from "./habit.ts";

/** A habit offered on the first visit. `@daymark/i18n` has its title under this id. */
export interface HabitTemplate {
  id: "water" | "walk" | "sweets";
  type: HabitType;
  target: number;
  unit: Unit;
  /** One of the hues that every plan has. */
  hue: number;
}

/** Two good habits and a bad one, each with another kind of unit, so that a new user sees what the product can do. */
export const habitTemplates: readonly HabitTemplate[] = [
  { id: "water", type: "good", target: 8, unit: "cups", hue: 225 },
  { id: "walk", type: "good", target: 30, unit: "minutes", hue: 135 },
  { id: "sweets", type: "bad", target: 1, unit: "repetitions", hue: 0 },
];
