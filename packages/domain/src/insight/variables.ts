import { type Residual, ranksOf, residualOf } from "./residual.ts";
import type { HabitSeries } from "./series.ts";

/** What the tests of a habit share. */
export interface Variables {
  series: HabitSeries;
  /** Null if the event nearly always or nearly never happened. */
  event: Residual | null;
  /** Of the ranks of the amounts; null if the amounts say no more than the events. */
  amount: Residual | null;
  /** Share of the days on which the event happened. */
  share: number;
}

/** Fewer days say nothing. */
const daysMin = 60;
/** Nor does an event of which one of both sides has fewer than this. */
const eventDaysMin = 12;

/**
 * Null if the habit has too few days, or neither an event nor amounts that vary.
 *
 * @param firstDay day number of the first value
 */
export function variablesOf(series: HabitSeries, firstDay: number): Variables | null {
  const { happened, amounts, days } = series;
  let events = 0;
  for (const value of happened) if (value === 1) events += 1;
  const doesVary = Math.min(events, days - events) >= eventDaysMin;
  if (days < daysMin || !(doesVary || amounts)) return null;
  return {
    series,
    event: doesVary ? residualOf(happened, firstDay) : null,
    amount: amounts && residualOf(ranksOf(amounts), firstDay),
    share: events / days,
  };
}
