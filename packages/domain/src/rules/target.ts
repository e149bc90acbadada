import type { targetEffects } from "../tracking/habit.ts";
import type { HabitRules } from "./result.ts";

type Targets = HabitRules["targets"];

/**
 * The history of a habit's target after the user sets it today.
 *
 * `from_today` changes no day before today. If today is the oldest day of the history, the previous target gets a row
 * for the day before. If the new target equals the previous one, no row is added. The function deletes rows from today
 * on: today's row, and rows that the user set in a time zone further ahead. `always` leaves one target for all days.
 *
 * @param targets ascending by `from`; the first also holds for all earlier days
 * @param today day number of the user's today
 * @throws RangeError if the history is empty
 */
export function targetsAfter(
  targets: Targets,
  target: number,
  effect: (typeof targetEffects)[number],
  today: number,
): Targets {
  const [oldest, ...later] = targets;
  if (!oldest) throw new RangeError("a habit has at least one target");
  if (effect === "always") return [{ from: oldest.from, target }];
  const past = later.filter(({ from }) => from < today);
  if ((past.at(-1) ?? oldest).target === target) return [oldest, ...past];
  return [{ ...oldest, from: Math.min(oldest.from, today - 1) }, ...past, { from: today, target }];
}
