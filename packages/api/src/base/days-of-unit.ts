import type { Unit } from "@daymark/domain/base/unit";
import type { DayEntry } from "@daymark/domain/rules/result";

/**
 * Days of a habit that were recorded in one unit, as a statement reads many of them: as arrays, because the driver takes
 * longer for rows and objects than all the rest.
 */
export interface DaysOfUnit {
  unit: Unit;
  /** Day numbers, in no order, of days with a value, a skip or a confirmation. */
  days: number[];
  /** One for each of `days`; null if the day is skipped or confirmed. */
  values: (number | null)[];
  /** Those of `days` that are confirmed; null if there are none. */
  confirmed: number[] | null;
}

/** The entries of a habit, ascending by day. */
export function fromDaysOfUnits(ofUnits: readonly DaysOfUnit[]): DayEntry[] {
  return ofUnits.flatMap(toEntries).sort((a, b) => a.day - b.day);
}

function toEntries({ unit, days, values, confirmed }: DaysOfUnit): DayEntry[] {
  const said = new Set(confirmed);
  return days.map((day, index) => {
    const value = values[index] ?? null;
    const isConfirmed = said.has(day);
    return { day, value, unit, skipped: value === null && !isConfirmed, confirmed: isConfirmed };
  });
}
