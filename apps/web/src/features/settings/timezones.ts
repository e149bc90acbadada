import type { ComboboxOption } from "@daymark/ui/combobox";

/** The zone of the machine that the page is on. */
export function deviceTimezone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
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
  return ["UTC", ...Intl.supportedValuesOf("timeZone").filter((zone) => zone !== "UTC")].map((zone) =>
    timezoneOption(zone, locale, now),
  );
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
