import { roundRatio, sumUnits, type Unit } from "../base/unit.ts";
import type { DayEntry } from "./result.ts";

/**
 * Adds the values of several days in the units of their entry before any conversion, so that rounding errors do not add
 * up.
 */
export class AmountSum {
  readonly #sums = new Map<Unit, number>();
  #days = 0;

  /** Adds a day; a day without a value changes nothing. */
  add(entry: DayEntry | undefined): void {
    if (!entry?.value || entry.value <= 0) return;
    this.#days += 1;
    this.#sums.set(entry.unit, (this.#sums.get(entry.unit) ?? 0) + entry.value);
  }

  /** Takes back a day that was added. */
  remove(entry: DayEntry | undefined): void {
    if (!entry?.value || entry.value <= 0) return;
    this.#days -= 1;
    this.#sums.set(entry.unit, (this.#sums.get(entry.unit) ?? 0) - entry.value);
  }

  /** The number of days with a value. */
  get days(): number {
    return this.#days;
  }

  /** The total in the given unit, rounded to four decimals once. */
  total(unit: Unit): number {
    return sumUnits(this.#sums, unit);
  }

  /** The average per day with a value, to four decimals; null if there is none. */
  average(unit: Unit): number | null {
    return this.#days === 0 ? null : roundRatio(this.total(unit), this.#days);
  }
}
