import { dayRangeMax } from "@daymark/domain/base/bounds";
import { fromDayNumber, isDay, toDayNumber } from "@daymark/domain/base/day";
import { presetByDefault, type SitePreset, type SiteSearch } from "./search.ts";

export interface DayRange {
  from: string;
  to: string;
}

/** A range of valid days in ascending order, within the length that the API allows. */
export function readRange(from: string, to: string): DayRange | undefined {
  if (!isDay(from) || !isDay(to)) return undefined;
  const days = toDayNumber(to) - toDayNumber(from) + 1;
  return days >= 1 && days <= dayRangeMax ? { from, to } : undefined;
}

/** The shown preset; null for a custom range. */
export function presetOf({ days, from = "", to = "" }: SiteSearch): SitePreset | null {
  return readRange(from, to) ? null : (days ?? presetByDefault);
}

/** @param today `YYYY-MM-DD`, in UTC */
export function rangeOf(search: SiteSearch, today: string): DayRange {
  const preset = presetOf(search) ?? presetByDefault;
  const own = readRange(search.from ?? "", search.to ?? "");
  return own ?? { from: fromDayNumber(toDayNumber(today) - preset + 1), to: today };
}
