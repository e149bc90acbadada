import type { Unit } from "../base/unit.ts";
import type { HabitType } from "./habit.ts";

/** A habit offered on the first run. Its title is words, so it lives in `@daymark/i18n` under this id. */
export interface HabitTemplate {
  id: "water" | "walk" | "sweets";
  type: HabitType;
  target: number;
  unit: Unit;
  /** One of those that every plan has. */
  hue: number;
}

/** Two habits to keep and one to curb, each measured differently, so that the first minute shows what there is. */
export const habitTemplates: readonly HabitTemplate[] = [
  { id: "water", type: "good", target: 8, unit: "cups", hue: 225 },
  { id: "walk", type: "good", target: 30, unit: "minutes", hue: 135 },
  { id: "sweets", type: "bad", target: 1, unit: "repetitions", hue: 0 },
];
