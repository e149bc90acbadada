import type { Unit } from "../base/unit.ts";
import type { HabitType } from "./habit.ts";

/** A habit offered on the first visit. `@daymark/i18n` has its title under this id. */
export interface HabitTemplate {
  id: "water" | "walk" | "sweets";
  type: HabitType;
  target: number;
  unit: Unit;
  unit_label: string | null;
  /** One of the hues that every plan has. */
  hue: number;
}

/** Two good habits and a bad one, each with another kind of unit, so that a new user sees what the product can do. */
export const habitTemplates: readonly HabitTemplate[] = [
  { id: "water", type: "good", target: 8, unit: "cups", unit_label: null, hue: 225 },
  { id: "walk", type: "good", target: 30, unit: "minutes", unit_label: null, hue: 135 },
  { id: "sweets", type: "bad", target: 1, unit: "repetitions", unit_label: null, hue: 0 },
];
