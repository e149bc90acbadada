import { platformTimezone } from "../base/day.ts";
import { sumUnits, type Unit } from "../base/unit.ts";

/** Items that begin within the same quarter of an hour, in one unit. */
export interface LogQuarter {
  /** Milliseconds since the epoch at the beginning of the quarter. All present zones differ by whole quarters. */
  startMs: number;
  unit: Unit;
  count: number;
  /** The sum of their values. */
  value: number;
}

/** What was done in an hour of the day, over all days. */
export interface HourOfLog {
  /** 0..23 by the clock of the zone. */
  hour: number;
  count: number;
  /** In the given unit, to four decimals. */
  amount: number;
}

/**
 * At which hours of the clock the items were done, for all 24 hours. An hour that a change of the clock repeats counts
 * both times, and one that it skips has none.
 *
 * @param timezone IANA name
 * @param unit of the amounts, of the same kind as those of the items
 * @throws RangeError if the time zone is unknown
 */
export function hoursOfLog(quarters: readonly LogQuarter[], timezone: string, unit: Unit): HourOfLog[] {
  const format = new Intl.DateTimeFormat("en", {
    timeZone: platformTimezone(timezone) ?? timezone,
    hour: "2-digit",
    hourCycle: "h23",
  });
  const counts = Array.from({ length: 24 }, () => 0);
  const amounts = Array.from({ length: 24 }, () => new Map<Unit, number>());
  for (const { startMs, unit: own, count, value } of quarters) {
    const hour = Number(format.format(startMs)) % 24;
    counts[hour] = (counts[hour] ?? 0) + count;
    amounts[hour]?.set(own, (amounts[hour]?.get(own) ?? 0) + value);
  }
  return counts.map((count, hour) => ({ hour, count, amount: sumUnits(amounts[hour] ?? new Map(), unit) }));
}
