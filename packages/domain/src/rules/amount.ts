import { roundRatio, sumUnits, type Unit } from "../base/unit.ts";
import { type DayEntry, hasValue } from "./result.ts";

/** The values of some days, added up in the units they were entered in before any conversion, so that no rounding adds up. */
export class AmountSum {
  readonly #sums = new Map<Unit, number>();
  #days = 0;

  /** Takes a day in; one without a value changes nothing. */
  add(entry: DayEntry | undefined): void {
    if (!entry || entry.value === null || !hasValue(entry)) return;
    this.#days += 1;
    this.#sums.set(entry.unit, (this.#sums.get(entry.unit) ?? 0) + entry.value);
  }

  /** How many days had a value. */
  get days(): number {
    return this.#days;
  }

  /** In the unit given, rounded to four decimals once. */
  total(unit: Unit): number {
    return sumUnits(this.#sums, unit);
  }

  /** The total for each day with a value, four decimals; null where there is none. */
  average(unit: Unit): number | null {
    return this.#days === 0 ? null : roundRatio(this.total(unit), this.#days);
  }
}
