import type { ComboboxOption } from "@daymark/ui/combobox";

/** Browsers keep the names of 1990 for some places; people look for those of today (IANA's `backward` links them). */
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

/** The name a zone goes by today. */
export function presentName(zone: string): string {
  return presentNames[zone] ?? zone;
}

/** The zone of the machine that the page is on. */
export function deviceTimezone(): string {
  return presentName(new Intl.DateTimeFormat().resolvedOptions().timeZone);
}

/**
 * One time zone as it is offered: its place, and beneath it its name in the language and what its clocks are ahead by.
 *
 * @param zone IANA name; another name for a place we list is well too
 * @param now milliseconds since the epoch: the difference to UTC changes with the seasons
 */
export function timezoneOption(zone: string, locale: string, now: number): ComboboxOption {
  const label = zone.replaceAll("_", " ").replaceAll("/", " / ");
  const offset = partOf(zone, locale, now, "shortOffset");
  const name = partOf(zone, locale, now, "longGeneric");
  const place = partOf(zone, locale, now, "shortGeneric");
  return { value: zone, label, detail: [offset, name].filter(Boolean).join(" · "), keywords: `${zone} ${place}` };
}

/** All that the browser knows, in the order of their names. */
export function timezoneOptions(locale: string, now: number): ComboboxOption[] {
  const zones = new Set(["UTC", ...Intl.supportedValuesOf("timeZone").map(presentName).sort()]);
  return Array.from(zones, (zone) => timezoneOption(zone, locale, now));
}

function partOf(zone: string, locale: string, now: number, style: "shortOffset" | "longGeneric" | "shortGeneric") {
  try {
    const parts = new Intl.DateTimeFormat(locale, { timeZone: zone, timeZoneName: style }).formatToParts(now);
    return parts.find((part) => part.type === "timeZoneName")?.value ?? "";
  } catch {
    // A zone that the server's list has and this browser's has not.
    return "";
  }
}
