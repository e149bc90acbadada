import { fromDayNumber } from "@daymark/domain/base/day";
import { roundRatio } from "@daymark/domain/base/unit";
import type { SiteDay, SiteFigure, SitePart, SiteRange, SiteSpan } from "@daymark/domain/operator/site-statistics";

/** A row of statistics_days, its day as a number. */
export interface DayRow {
  day: number;
  measure: string;
  label: string;
  amount: number;
}

/** Measures that are counted from the first day of counting on; the others are known for earlier days, too. */
const countedSinceBegan = new Set(["active", "active_week", "active_month", "entries", "deletions"]);

interface DayTableParts {
  /** The day on which counting began; null before. */
  began: number | null;
  rows: readonly DayRow[];
  /** Totals by the day at whose end they hold. */
  totals: ReadonlyMap<number, readonly DayRow[]>;
  totalsOf: { before: number; shown: number };
  /** The requested range, without future days. */
  shown: SiteRange;
  before: SiteRange;
}

/** Rolled-up days, and their sums in a range and in the range before it. */
export class DayTable {
  readonly began: number | null;
  readonly #parts: DayTableParts;
  readonly #rows: ReadonlyMap<string, ReadonlyMap<number, readonly DayRow[]>>;

  constructor(parts: DayTableParts) {
    this.began = parts.began;
    this.#parts = parts;
    const rows = new Map<string, Map<number, DayRow[]>>();
    for (const row of parts.rows) {
      const ofMeasure = rows.get(row.measure) ?? new Map<number, DayRow[]>();
      rows.set(row.measure, ofMeasure);
      const ofDay = ofMeasure.get(row.day) ?? [];
      ofMeasure.set(row.day, ofDay);
      ofDay.push(row);
    }
    this.#rows = rows;
  }

  /** The total at the end of the range, and of the one before. */
  total(measure: string, label: string): SiteFigure {
    const { shown, before } = this.#parts.totalsOf;
    return { amount: this.#totalAt(shown, measure, label), before: this.#totalAt(before, measure, label) };
  }

  #totalAt(day: number, measure: string, label: string): number | null {
    // Days before the first walk have only the overall total.
    return this.#totalsOf(day, measure)?.get(label) ?? null;
  }

  totalParts(measure: string): SitePart[] {
    const { shown, before } = this.#parts.totalsOf;
    return this.#toParts([shown, before].map((day) => this.#totalsOf(day, measure)));
  }

  #totalsOf(day: number, measure: string): ReadonlyMap<string, number> | null {
    const rows = this.#parts.totals.get(day)?.filter((row) => row.measure === measure) ?? [];
    return rows.length === 0 ? null : new Map(rows.map(({ label, amount }) => [label, amount]));
  }

  /** The largest first. */
  #toParts(sides: readonly (ReadonlyMap<string, number> | null)[]): SitePart[] {
    const [now, then] = sides;
    const labels = new Set([...(now?.keys() ?? []), ...(then?.keys() ?? [])]);
    return [...labels]
      .map((label) => ({
        label,
        amount: now ? (now.get(label) ?? 0) : null,
        before: then ? (then.get(label) ?? 0) : null,
      }))
      .sort((a, b) => (b.amount ?? 0) - (a.amount ?? 0) || (a.label < b.label ? -1 : 1));
  }

  /** The total of each day that is shown. A day without a count has the total of the last counted day before it. */
  totalDays(measure: string): SiteDay[] {
    const { shown, before, totals } = this.#parts;
    let amount: number | null =
      totals.get(before.from - 1)?.find((row) => row.measure === measure && row.label === "all")?.amount ?? null;
    const all: SiteDay[] = [];
    for (let day = before.from; day <= shown.to; day += 1) {
      amount = this.#rows.get(measure)?.get(day)?.[0]?.amount ?? amount;
      if (day >= shown.from) all.push({ day: fromDayNumber(day), amount });
    }
    return all;
  }

  days(measure: string): SiteDay[] {
    const { from, to } = this.#parts.shown;
    return Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => ({
      day: fromDayNumber(from + index),
      amount: this.#dayOf(measure, from + index),
    }));
  }

  /** Null if the day was not counted. */
  #dayOf(measure: string, day: number): number | null {
    const rows = this.#rows.get(measure)?.get(day);
    if (rows) return rows.reduce((sum, { amount }) => sum + amount, 0);
    return this.#isCounted(measure, day) ? 0 : null;
  }

  #isCounted(measure: string, day: number): boolean {
    if (this.began === null) return false;
    return !countedSinceBegan.has(measure) || day >= this.began;
  }

  sum(measure: string): SiteFigure & { days: SiteDay[] } {
    const { shown, before } = this.#parts;
    return {
      amount: this.#sumOf(measure, shown),
      // A part of a range is not comparable with a whole one.
      before: this.#isCounted(measure, before.from) ? this.#sumOf(measure, before) : null,
      days: this.days(measure),
    };
  }

  #sumOf(measure: string, range: SiteRange): number | null {
    const amounts = this.#amountsOf(measure, range);
    return amounts.length === 0 ? null : amounts.reduce((sum, amount) => sum + amount, 0);
  }

  /** The amounts of the counted days. */
  #amountsOf(measure: string, { from, to }: SiteRange): number[] {
    const amounts: number[] = [];
    for (let day = from; day <= to; day += 1) {
      const amount = this.#dayOf(measure, day);
      if (amount !== null) amounts.push(amount);
    }
    return amounts;
  }

  sumParts(measure: string): SitePart[] {
    const { shown, before } = this.#parts;
    const sides = [shown, before].map((range) => {
      if (!this.#isCounted(measure, range === before ? range.from : range.to)) return null;
      const sums = new Map<string, number>();
      for (const [day, rows] of this.#rows.get(measure) ?? []) {
        if (day < range.from || day > range.to) continue;
        for (const { label, amount } of rows) sums.set(label, (sums.get(label) ?? 0) + amount);
      }
      return sums;
    });
    return this.#toParts(sides);
  }

  /** The average of a day, to one decimal. */
  average(measure: string): SiteFigure {
    const { shown, before } = this.#parts;
    const averageOf = (range: SiteRange) => {
      const amounts = this.#amountsOf(measure, range);
      if (amounts.length === 0) return null;
      const sum = amounts.reduce((total, amount) => total + amount, 0);
      return Math.round(roundRatio(sum, amounts.length) * 10) / 10;
    };
    return { amount: averageOf(shown), before: this.#isCounted(measure, before.from) ? averageOf(before) : null };
  }

  /**
   * The sums of spans of days.
   *
   * @param starts of the spans, ascending
   * @param endOf returns the last day of a span
   */
  spans(measure: string, starts: readonly number[], endOf: (start: number) => number, today: number): SiteSpan[] {
    return starts.map((start) => {
      const end = endOf(start);
      return {
        from: fromDayNumber(start),
        amount: this.#sumOf(measure, { from: start, to: Math.min(end, today) }),
        is_whole: end < today && this.#isCounted(measure, start),
      };
    });
  }
}
