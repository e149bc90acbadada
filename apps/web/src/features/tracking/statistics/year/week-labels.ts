import type { Format } from "../../../../lib/language/format.ts";

/** With more weeks, about a year and a half, only years are labelled. */
const namedWeeksMax = 78;

/**
 * The labels below weeks: the month's name at its first week, or the year at the first of the year; else empty.
 *
 * @param weeks their Mondays, `YYYY-MM-DD`, ascending
 */
export function weekLabels(weeks: readonly string[], format: Pick<Format, "day">): string[] {
  const isShort = weeks.length <= namedWeeksMax;
  const length = isShort ? "YYYY-MM".length : "YYYY".length;
  return weeks.map((week, index) => {
    const before = weeks[index - 1];
    if (before?.slice(0, length) === week.slice(0, length)) return "";
    return isShort ? format.day(week, { month: "short" }) : week.slice(0, length);
  });
}
