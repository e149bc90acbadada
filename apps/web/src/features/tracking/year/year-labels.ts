import { fromDayNumber, toDayNumber } from "@daymark/domain/base/day";
import type { Format } from "../../../lib/language/format.ts";

/** "January 5" for each day of a year: formatted once for all maps. */
export function yearLabels(year: string, format: Format): ReadonlyMap<string, string> {
  const labels = new Map<string, string>();
  const last = toDayNumber(`${year}-12-31`);
  for (let number = toDayNumber(`${year}-01-01`); number <= last; number += 1) {
    const day = fromDayNumber(number);
    labels.set(day, format.day(day, { day: "numeric", month: "long" }));
  }
  return labels;
}
