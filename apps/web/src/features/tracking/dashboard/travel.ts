import { todayIn } from "@daymark/domain/base/day";
import type { DayZone } from "../../../lib/preferences/day-zone.ts";

/** A person whose device is not where they live. */
export interface Travel {
  /** IANA names: where the device is, and what the settings say. */
  here: string;
  home: string;
  /** Milliseconds since the epoch: what the two clocks show is told for it. */
  now: number;
  /** Today by each of them, `YYYY-MM-DD`: the same for most of a day. */
  todayHere: string;
  todayHome: string;
}

/**
 * Whether it has to be asked by which zone days are recorded: where the clocks of the two differ, so that sooner or later
 * their dates do, and nothing was chosen for this journey yet.
 *
 * @param home of the settings, null where they say none
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

/** What a clock on the wall shows; zones of many names show the same. Null for one that this browser does not know. */
function clockIn(zone: string, now: number): string | null {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: zone, dateStyle: "short", timeStyle: "short" }).format(now);
  } catch {
    return null;
  }
}
