import type { targetEffects } from "../tracking/habit.ts";
import type { HabitRules } from "./result.ts";

type Targets = HabitRules["targets"];

/**
 * The history of a habit's target after the user sets it today.
 *
 * `from_today` changes no day before today: where today is the oldest day of the history, the number that held before
 * gets a row of the day before. Where that number is the same, nothing is added. Rows from today on go: today's, and
 * those that the user set in a timezone further ahead. `always` leaves one number for all days.
 *
 * @param targets ascending by `from`; the first holds for all earlier days too
 * @param today day number of the user's today
 * @throws RangeError where the history is empty
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
