import { amountMax } from "../base/bounds.ts";
import { sumUnits, type Unit, unitFactor, units } from "../base/unit.ts";

/** An amount in a unit: a whole number, 1..10000. */
export interface LogAmount {
  value: number;
  unit: Unit;
}

/** The sum of items in a unit, to four decimals; 0 without items. All units are of one kind. */
export function sumOfLog(items: readonly LogAmount[], unit: Unit): number {
  return sumUnits(sumsOfUnits(items), unit);
}

/** The whole sum of the items in each of their units. */
export function sumsOfUnits(items: readonly LogAmount[]): Map<Unit, number> {
  const sums = new Map<Unit, number>();
  for (const { unit, value } of items) sums.set(unit, (sums.get(unit) ?? 0) + value);
  return sums;
}

/** The value of a day in a unit that its items come to: their sum as a whole number, halves up. */
export function roundedSum(items: readonly LogAmount[], unit: Unit): number {
  return Math.round(sumOfLog(items, unit));
}

/**
 * The amount of a day that consists of items: in the habit's unit if the sum is whole in it, else in the largest unit of
 * the items in which it is. If there is none, the smallest unit that can hold the sum loses least. If none can hold it,
 * the day keeps the unit that it has: 18,000 meters stay 18 kilometers after the habit's unit became meters.
 *
 * @param dayUnit the unit of the day so far, if it has an amount. A sum that does not grow always fits into it.
 * @returns null without items, undefined if the sum is above 10000 in every one of these units
 */
export function amountOfLog(
  items: readonly LogAmount[],
  habitUnit: Unit,
  dayUnit: Unit = habitUnit,
): LogAmount | null | undefined {
  if (items.length === 0) return null;
  const given = new Set(items.map(({ unit }) => unit));
  const ofItems = units.filter((unit) => given.has(unit)).sort((a, b) => unitFactor(b, a) - 1);
  const candidates = [habitUnit, ...ofItems.filter((unit) => unit !== habitUnit)];
  const holding = candidates.filter((unit) => isAmount(roundedSum(items, unit)));
  const exact = holding.find((unit) => Number.isInteger(sumOfLog(items, unit)));
  const unit = exact ?? holding.sort((a, b) => unitFactor(a, b) - 1)[0] ?? dayUnit;
  const value = roundedSum(items, unit);
  return isAmount(value) ? { value, unit } : undefined;
}

function isAmount(value: number): boolean {
  return value >= 1 && value <= amountMax;
}
