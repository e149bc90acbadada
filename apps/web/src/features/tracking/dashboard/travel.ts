import { todayIn } from "@daymark/domain/base/day";
import type { DayZone } from "../../../lib/preferences/day-zone.ts";

/** A user whose device is in another zone than their home. */
export interface Travel {
  /** IANA names: the device's zone, and the zone in the settings. */
  here: string;
  home: string;
  /** Milliseconds since the epoch, to show the time in both zones. */
  now: number;
  /** Today in each of the zones, `YYYY-MM-DD`: the same for most of a day. */
  todayHere: string;
  todayHome: string;
}

/**
 * The zones between which the user has to choose. Null if both zones have the same clock time, so that their dates stay
 * the same, or if the user has already chosen for this journey.
 *
 * @param home zone in the settings, null if there is none
 * @param now milliseconds since the epoch
 * @param dayStartHour whole hours 0..6
 */
export function travelOf(
  dayZone: Pick<DayZone, "device" | "chosen">,
  { home, now, dayStartHour }: { home: string | null; now: number; dayStartHour: number },
): Travel | null {
  const here = dayZone.device();
  if (home === null || dayZone.chosen() === home) return null;
  const clock = clockIn(home, now);
  if (clock === null || clock === clockIn(here, now)) return null;
  const [todayHere, todayHome] = [todayIn(now, here, dayStartHour), todayIn(now, home, dayStartHour)];
  return { here, home, now, todayHere, todayHome };
}

/** The local time in a zone, to compare zones with different names. Null for a zone that this browser does not know. */
function clockIn(zone: string, now: number): string | null {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: zone, dateStyle: "short", timeStyle: "short" }).format(now);
  } catch {
    return null;
  }
}
