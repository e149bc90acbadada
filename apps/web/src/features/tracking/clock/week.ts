import type { Format } from "../../../lib/language/format.ts";

interface Week {
  /** ISO weekday of the first day of the week. */
  firstDay: number;
  weekend: readonly number[];
}

// Not every browser has `Intl.Locale` week data yet; these values are from CLDR for our languages.
const weeks: Record<string, Week> = {
  "en-US": { firstDay: 7, weekend: [6, 7] },
  "uk-UA": { firstDay: 1, weekend: [6, 7] },
};

function weekOf(locale: string): Week {
  return weeks[locale] ?? { firstDay: 1, weekend: [6, 7] };
}

/** True for an ISO weekday that is part of a locale's weekend. */
export function isWeekend(weekday: number, locale: string): boolean {
  return weekOf(locale).weekend.includes(weekday);
}

/**
 * ISO weekdays in the order of the week.
 *
 * @param weekStart the first weekday that the user chose; else the locale's
 */
export function weekdaysFrom(locale: string, weekStart?: number): number[] {
  const firstDay = weekStart ?? weekOf(locale).firstDay;
  return Array.from({ length: 7 }, (_, index) => ((firstDay - 1 + index) % 7) + 1);
}

/** The name of an ISO weekday. 2001-01-01 was a Monday. */
export function weekdayName(weekday: number, format: Format, style: "long" | "short" | "narrow"): string {
  return format.day(`2001-01-0${weekday}`, { weekday: style });
}
