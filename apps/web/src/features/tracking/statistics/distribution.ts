import type { Distribution } from "@daymark/domain/rules/distribution";
import type { Habit } from "@daymark/domain/tracking/habit";

/**
 * Where a habit's goal or limit stands among the bins, in bins from the left; null where it lies outside of them. What
 * reaches a goal is right of the line. A limit itself is still kept, so its line is after it where amounts are whole.
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
