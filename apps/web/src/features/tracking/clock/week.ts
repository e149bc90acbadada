import type { Format } from "../../../lib/language/format.ts";

/** Regions whose week begins on another day than Monday, from CLDR 48. Not every browser has `Intl.Locale` week data. */
const firstDays: Record<number, string> = {
  5: "MV",
  6: "AF BH DJ DZ EG IQ IR JO KW LY OM QA SD SY",
  7:
    "AG AS BD BR BS BT BW BZ CA CO DM DO ET GT GU HK HN ID IL IN IS JM JP KE KH KR LA MH MM MO MT MX MZ NI NP PA PE " +
    "PH PK PR PT PY SA SG SV TH TT TW UM US VE VI WS YE ZA ZW",
};

/** The ISO weekday with which the week of a locale begins. */
function firstDayOf(locale: string): number {
  const region = new Intl.Locale(locale).region ?? "";
  const found = Object.entries(firstDays).find(([, regions]) => region !== "" && regions.split(" ").includes(region));
  return found ? Number(found[0]) : 1;
}

/**
 * The locale of the page with the region of the user: an English page of a British browser has British weeks.
 *
 * @param locale of the page
 * @param languages of the browser, the preferred one first
 */
function regionalLocale(locale: string, languages: readonly string[]): string {
  const { language } = new Intl.Locale(locale);
  const own = languages.find((tag) => {
    try {
      const preferred = new Intl.Locale(tag);
      return preferred.language === language && preferred.region !== undefined;
    } catch {
      // A browser may be configured with any text.
      return false;
    }
  });
  return own ?? locale;
}

/** True for an ISO weekday that is part of the weekend: Saturday and Sunday in both of our languages. */
export function isWeekend(weekday: number): boolean {
  return weekday >= 6;
}

/**
 * ISO weekdays in the order of the week.
 *
 * @param locale of the page
 * @param weekStart the first weekday that the user chose; else the one of their region
 * @param languages of the browser, the preferred one first
 */
export function weekdaysFrom(locale: string, weekStart?: number, languages = navigator.languages): number[] {
  const firstDay = weekStart ?? firstDayOf(regionalLocale(locale, languages));
  return Array.from({ length: 7 }, (_, index) => ((firstDay - 1 + index) % 7) + 1);
}

/** The name of an ISO weekday. 2001-01-01 was a Monday. */
export function weekdayName(weekday: number, format: Format, style: "long" | "short" | "narrow"): string {
  return format.day(`2001-01-0${weekday}`, { weekday: style });
}
