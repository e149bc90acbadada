import type { Unit } from "@daymark/domain/base/unit";
import type { Format } from "../../../../lib/language/format.ts";
import { clockMinutes, isLongMinutes } from "../../habit/form/long-minutes.ts";

/** A hundred hours would not fit into a day mark as hours and minutes. */
const clockMinutesMax = 99 * 60 + 59.5;

/**
 * A number and its word, if it has one: a day mark has no space for "10,000", but for "2.3K", and for «2,3 тис.» in two
 * lines. Minutes are hours and minutes from two hours on.
 */
export function compactAmount(unit: Unit, value: number, { number }: Format): [number: string, word?: string] {
  if (isLongMinutes(unit, value) && value < clockMinutesMax) return [clockMinutes(value)];
  // 999.7 is shown as 1,000, which is too long.
  if (Math.round(value) < 1000) return [number(value, { maximumFractionDigits: value >= 10 ? 0 : 1 })];
  const compact = number(value, { notation: "compact", maximumFractionDigits: value >= 10_000 ? 0 : 1 });
  const [short = "", word] = compact.split("\u00a0");
  return word === undefined ? [short] : [short, word];
}
