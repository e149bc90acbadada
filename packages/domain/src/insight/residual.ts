import { weekdayOf } from "../base/day.ts";
import { weekDays } from "../base/week.ts";

/**
 * What is left of a series when its weekdays and its slow changes are taken away. Two habits that both belong to the
 * weekend, or that both faded in the same spring, have nothing in common in what is left.
 */
export interface Residual {
  /** 0 on a day that says nothing. */
  values: Float64Array;
  /** 1 on a day that says something, else 0; no integers, because sums of products are faster without a conversion. */
  known: Float64Array;
  days: number;
  /** Index of the first such day, and whether all days from it on are such days. */
  begin: number;
  isDense: boolean;
  /** Sums of the values, and of their squares, before each index; the last one is of all. */
  sums: Float64Array;
  squares: Float64Array;
  /** Share of the degrees of freedom that is left once the local level is taken away. */
  freedom: number;
  /** Autocorrelation at 1, 2, … {@link lagsMax} days. */
  autocorrelations: Float64Array;
}

/** The local level is the average of the day and of two weeks on each side of it. */
const levelReach = 14;
/** Autocorrelations beyond four weeks are noise once the local level is taken away. */
export const lagsMax = 28;

/**
 * @param series NaN on a day that says nothing
 * @param firstDay day number of its first value
 */
export function residualOf(series: Float64Array, firstDay: number): Residual {
  const { values, known } = knownValues(series);
  takeWeekdays(values, known, firstDay);
  const { left, freedom } = takeLevel(values, known);
  return toResidual(left, known, freedom);
}

/** A series without its slow changes, but with its weekdays; 0 on a day that says nothing. */
export function withoutLevel(series: Float64Array): Float64Array {
  const { values, known } = knownValues(series);
  return takeLevel(values, known).left;
}

function knownValues(series: Float64Array): { values: Float64Array; known: Float64Array } {
  const known = new Float64Array(series.length);
  const values = new Float64Array(series.length);
  for (let index = 0; index < series.length; index += 1) {
    const value = series[index] as number;
    if (Number.isNaN(value)) continue;
    known[index] = 1;
    values[index] = value;
  }
  return { values, known };
}

function toResidual(values: Float64Array, known: Float64Array, freedom: number): Residual {
  const { length } = values;
  const [sums, squares] = [new Float64Array(length + 1), new Float64Array(length + 1)];
  let days = 0;
  for (let index = 0; index < length; index += 1) {
    const value = values[index] as number;
    sums[index + 1] = (sums[index] as number) + value;
    squares[index + 1] = (squares[index] as number) + value * value;
    days += known[index] as number;
  }
  const begin = days === 0 ? length : known.indexOf(1);
  const isDense = days === length - begin;
  return {
    values,
    known,
    days,
    begin,
    isDense,
    sums,
    squares,
    freedom,
    autocorrelations: autocorrelationsOf(values, known),
  };
}

/** Takes the average of each weekday from its values. */
function takeWeekdays(values: Float64Array, known: Float64Array, firstDay: number): void {
  const first = weekdayOf(firstDay) - 1;
  for (let offset = 0; offset < weekDays; offset += 1) {
    const start = (offset - first + weekDays) % weekDays;
    let [sum, count] = [0, 0];
    for (let index = start; index < values.length; index += weekDays) {
      sum += values[index] as number;
      count += known[index] as number;
    }
    if (count === 0) continue;
    for (let index = start; index < values.length; index += weekDays) {
      if (known[index]) values[index] = (values[index] as number) - sum / count;
    }
  }
}

function takeLevel(values: Float64Array, known: Float64Array): { left: Float64Array; freedom: number } {
  const { length } = values;
  const left = new Float64Array(length);
  let [days, taken] = [0, 0];
  let [sum, count] = [0, 0];
  for (let index = 0; index < Math.min(levelReach, length); index += 1) {
    sum += values[index] as number;
    count += known[index] as number;
  }
  for (let index = 0; index < length; index += 1) {
    const entering = index + levelReach;
    if (entering < length) {
      sum += values[entering] as number;
      count += known[entering] as number;
    }
    const leaving = index - levelReach - 1;
    if (leaving >= 0) {
      sum -= values[leaving] as number;
      count -= known[leaving] as number;
    }
    if (!known[index]) continue;
    left[index] = (values[index] as number) - sum / count;
    days += 1;
    taken += 1 / count;
  }
  return { left, freedom: days === 0 ? 0 : 1 - taken / days };
}

/**
 * How much a series resembles itself 1, 2, … {@link lagsMax} days before.
 *
 * @param values with an average of 0; 0 on a day that says nothing
 * @param known 1 on the other days
 */
export function autocorrelationsOf(values: Float64Array, known: Float64Array): Float64Array {
  const autocorrelations = new Float64Array(lagsMax);
  let [squares, days] = [0, 0];
  for (let index = 0; index < values.length; index += 1) {
    squares += (values[index] as number) ** 2;
    days += known[index] as number;
  }
  if (squares === 0) return autocorrelations;
  for (let lag = 1; lag <= lagsMax; lag += 1) {
    let [sum, pairs] = [0, 0];
    for (let index = lag; index < values.length; index += 1) {
      sum += (values[index] as number) * (values[index - lag] as number);
      pairs += (known[index] as number) * (known[index - lag] as number);
    }
    if (pairs > 0) autocorrelations[lag - 1] = sum / pairs / (squares / days);
  }
  return autocorrelations;
}
