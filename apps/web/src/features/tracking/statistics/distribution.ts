import type { Distribution } from "@daymark/domain/analysis/distribution";
import type { Habit } from "@daymark/domain/tracking/habit";

/**
 * The position of a habit's goal or limit, in bins from the left; null if it is outside of them. Amounts that reach a
 * goal are right of the line. An amount equal to a limit still keeps it, so its line is after that amount if amounts
 * are whole.
 */
export function columnOf(
  { type, target }: Pick<Habit, "type" | "target">,
  { bins, bin_width }: Pick<Distribution, "bins" | "bin_width">,
): number | null {
  const first = bins[0];
  if (!first) return null;
  const value = type === "bad" && Number.isInteger(bin_width) ? target + 1 : target;
  const column = (value - first.from) / bin_width;
  return column < 0 || column > bins.length ? null : column;
}
