import type { ComboboxOption } from "@daymark/ui/combobox";
import { pageDayZone } from "../../../lib/preferences/day-zone.ts";

/** Browsers use the names of 1990 for some zones; users look for today's names (IANA's `backward` links them). */
const presentNames: Record<string, string> = {
  "Africa/Asmera": "Africa/Asmara",
  "America/Buenos_Aires": "America/Argentina/Buenos_Aires",
  "America/Catamarca": "America/Argentina/Catamarca",
  "America/Cordoba": "America/Argentina/Cordoba",
  "America/Godthab": "America/Nuuk",
  "America/Indianapolis": "America/Indiana/Indianapolis",
  "America/Jujuy": "America/Argentina/Jujuy",
  "America/Louisville": "America/Kentucky/Louisville",
  "America/Mendoza": "America/Argentina/Mendoza",
  "Asia/Calcutta": "Asia/Kolkata",
  "Asia/Katmandu": "Asia/Kathmandu",
  "Asia/Rangoon": "Asia/Yangon",
  "Asia/Saigon": "Asia/Ho_Chi_Minh",
  "Atlantic/Faeroe": "Atlantic/Faroe",
  "Europe/Kiev": "Europe/Kyiv",
  "Pacific/Enderbury": "Pacific/Kanton",
  "Pacific/Ponape": "Pacific/Pohnpei",
  "Pacific/Truk": "Pacific/Chuuk",
};

/** The current name of a zone. */
export function presentName(zone: string): string {
  return presentNames[zone] ?? zone;
}

/** The current name of the device's zone; UTC if the browser does not know it. */
export function deviceTimezone(): string {
  return presentName(pageDayZone().device());
}

/**
 * An option for one time zone: its place, and below it its localized name and its offset from UTC.
 *
 * @param zone IANA name; an alias of a zone in the list is also accepted
 * @param now milliseconds since the epoch: the difference to UTC changes with the seasons
 */
export function timezoneOption(zone: string, locale: string, now: number): ComboboxOption {
  const label = zone.replaceAll("_", " ").replaceAll("/", " / ");
  const offset = partOf(zone, locale, now, "shortOffset");
  const name = partOf(zone, locale, now, "longGeneric");
  const place = partOf(zone, locale, now, "shortGeneric");
  return { value: zone, label, detail: [offset, name].filter(Boolean).join(" · "), keywords: `${zone} ${place}` };
}

/** All zones of the browser, sorted by name. */
export function timezoneOptions(locale: string, now: number): ComboboxOption[] {
  const zones = new Set(["UTC", ...Intl.supportedValuesOf("timeZone").map(presentName).sort()]);
  return Array.from(zones, (zone) => timezoneOption(zone, locale, now));
}

function partOf(zone: string, locale: string, now: number, style: "shortOffset" | "longGeneric" | "shortGeneric") {
  try {
    const parts = new Intl.DateTimeFormat(locale, { timeZone: zone, timeZoneName: style }).formatToParts(now);
    return parts.find((part) => part.type === "timeZoneName")?.value ?? "";
  } catch {
    // The server knows this zone and the browser does not.
    return "";
  }
}
