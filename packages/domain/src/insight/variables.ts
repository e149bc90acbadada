import { countLevels, halvesOf, type Levels, levelsOf, medianOf, ranksOf } from "./levels.ts";
import { type Residual, residualOf } from "./residual.ts";
import type { HabitSeries } from "./series.ts";

/** What one kind of comparison takes of a habit. */
export interface Variable {
  residual: Residual;
  levels: Levels;
  /** Each day belongs to one of two sides: 1 if the event happened, or if the amount is above the threshold. */
  sides: Levels;
}

interface AmountVariable extends Variable {
  /** The middle amount. */
  threshold: number;
}

/** What the tests of a habit share. */
export interface Variables {
  series: HabitSeries;
  /** Null if the event nearly always or nearly never happened. */
  event: Variable | null;
  /** Of the ranks of the amounts; null if the amounts say no more than the events. */
  amount: AmountVariable | null;
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
    event: doesVary ? eventVariable(happened, firstDay) : null,
    amount: amounts && amountVariable(amounts, firstDay),
    share: events / days,
  };
}

function eventVariable(happened: Float64Array, firstDay: number): Variable {
  const levels = levelsOf(happened);
  return { residual: residualOf(happened, firstDay), levels, sides: levels };
}

function amountVariable(amounts: Float64Array, firstDay: number): AmountVariable {
  const levels = levelsOf(amounts);
  const threshold = medianOf(levels, countLevels(levels));
  return { residual: residualOf(ranksOf(levels), firstDay), levels, sides: halvesOf(levels, threshold), threshold };
}
