import { dayRangeMax } from "@daymark/domain/base/bounds";
import { fromDayNumber, isDay, toDayNumber } from "@daymark/domain/base/day";
import { presetByDefault, type SitePreset, type SiteSearch } from "./search.ts";

export interface DayRange {
  from: string;
  to: string;
}

/** Days that exist, in their order, and no more than may be asked for. */
export function readRange(from: string, to: string): DayRange | undefined {
  if (!isDay(from) || !isDay(to)) return undefined;
  const days = toDayNumber(to) - toDayNumber(from) + 1;
  return days >= 1 && days <= dayRangeMax ? { from, to } : undefined;
}

/** The preset that is shown; null where the range is somebody's own. */
export function presetOf({ days, from = "", to = "" }: SiteSearch): SitePreset | null {
  return readRange(from, to) ? null : (days ?? presetByDefault);
}

/** @param today `YYYY-MM-DD`, by UTC */
export function rangeOf(search: SiteSearch, today: string): DayRange {
  const preset = presetOf(search) ?? presetByDefault;
  const own = readRange(search.from ?? "", search.to ?? "");
  return own ?? { from: fromDayNumber(toDayNumber(today) - preset + 1), to: today };
}
