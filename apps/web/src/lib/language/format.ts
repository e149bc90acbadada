import { formatLocale, type Language } from "@daymark/domain/text/language";
import { useLingui } from "@lingui/react";
import { useMemo } from "react";

/**
 * Formats dates and numbers for a language (English as in the United States). A day of the product is a calendar date
 * without a zone: it is formatted in UTC, so that no time zone shifts it.
 */
export function createFormat(language: Language) {
  const locale = formatLocale[language];
  return {
    locale,
    number: (value: number, options?: Intl.NumberFormatOptions) => numberFormat(locale, options).format(value),
    /** @param share 0 to 1 */
    percent: (share: number, digits: 0 | 1 = 0) =>
      numberFormat(locale, { style: "percent", maximumFractionDigits: digits }).format(share),
    /** @param day `YYYY-MM-DD` */
    day: (day: string, options: Intl.DateTimeFormatOptions = { dateStyle: "medium" }) =>
      dateFormat(locale, { ...options, timeZone: "UTC" }).format(new Date(`${day}T00:00:00Z`)),
    /** A range of days in its shortest form: "Aug 3 – 9, 2026". */
    range: (from: string, to: string) =>
      dateFormat(locale, { dateStyle: "medium", timeZone: "UTC" }).formatRange(
        new Date(`${from}T00:00:00Z`),
        new Date(`${to}T00:00:00Z`),
      ),
    /** @param month `YYYY-MM`; "листопад 2026", without the «р.» that a whole date takes. */
    month: (month: string, length: "long" | "short" = "long") => {
      const name = dateFormat(locale, { month: length, timeZone: "UTC" }).format(new Date(`${month}-01T00:00:00Z`));
      return `${name} ${month.slice(0, 4)}`;
    },
    /** @param instant ISO 8601, formatted in the reader's time zone */
    instant: (instant: string, options: Intl.DateTimeFormatOptions = { dateStyle: "medium", timeStyle: "short" }) =>
      dateFormat(locale, options).format(new Date(instant)),
    /**
     * The distance of an instant from now, in the largest unit that fits: "2 hours ago", "in 3 days".
     *
     * @param instant ISO 8601
     * @param now milliseconds since the epoch
     */
    relative: (instant: string, now: number) => {
      const seconds = (Date.parse(instant) - now) / 1000;
      const unit = units.find(({ from }) => Math.abs(seconds) >= from);
      return relativeFormat(locale).format(unit ? Math.trunc(seconds / unit.from) : 0, unit?.name ?? "second");
    },
  };
}

export type Format = ReturnType<typeof createFormat>;

/** The format of the page's language. */
export function useFormat(): Format {
  const { i18n } = useLingui();
  return useMemo(() => createFormat(i18n.locale as Language), [i18n.locale]);
}

/** For distances of at least a minute; a shorter one is "now". A month has the mean length. */
const units = [
  { name: "year", from: 365.25 * 86_400 },
  { name: "month", from: 30.4375 * 86_400 },
  { name: "day", from: 86_400 },
  { name: "hour", from: 3600 },
  { name: "minute", from: 60 },
] as const;

const numberFormats = new Map<string, Intl.NumberFormat>();
const dateFormats = new Map<string, Intl.DateTimeFormat>();
const relativeFormats = new Map<string, Intl.RelativeTimeFormat>();

// Creating a formatter costs a hundred times as much as using it, and a calendar formats hundreds of days.
function numberFormat(locale: string, options: Intl.NumberFormatOptions = {}) {
  const key = locale + JSON.stringify(options);
  const known = numberFormats.get(key) ?? new Intl.NumberFormat(locale, options);
  numberFormats.set(key, known);
  return known;
}

function relativeFormat(locale: string) {
  const known = relativeFormats.get(locale) ?? new Intl.RelativeTimeFormat(locale, { numeric: "auto" });
  relativeFormats.set(locale, known);
  return known;
}

function dateFormat(locale: string, options: Intl.DateTimeFormatOptions) {
  const key = locale + JSON.stringify(options);
  const known = dateFormats.get(key) ?? new Intl.DateTimeFormat(locale, options);
  dateFormats.set(key, known);
  return known;
}
