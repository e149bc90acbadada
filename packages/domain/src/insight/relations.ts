import { type Association, associate, coefficientRange } from "./association.ts";
import { falseDiscoveryRate, selectDiscoveries } from "./false-discovery.ts";
import { averageOf } from "./moments.ts";
import { fisherProbability } from "./probability.ts";
import type { Variables } from "./variables.ts";

/** The days of one side of a comparison. */
export interface Side {
  days: number;
  /** Share of these days on which the event of the other habit happened; null if its amounts are compared. */
  share: number | null;
  /** The middle amount of these days, in the unit of the other habit; null if its events are compared. */
  median: number | null;
}

/** A finding: on days with the first habit, the second one was different. */
export interface Relation {
  firstId: number;
  secondId: number;
  /** Days from the first habit to the second: the same day, or the day after. */
  lag: number;
  /** What is estimated: a difference of shares, or a rank correlation. */
  measure: "share" | "rank";
  days: number;
  /** A day belongs to `with` if the event of the first habit happened or, with a threshold, if its amount is above it. */
  threshold: number | null;
  with: Side;
  without: Side;
  /** Weekdays and slow changes taken away. */
  estimate: number;
  low: number;
  high: number;
}

/** Fewer days say nothing. */
const relationDaysMin = 60;
const sideDaysMin = 14;
/** The smallest number of days that each of the four combinations should have by chance (Cochran 1954). */
const expectedDaysMin = 5;
/** Less is not worth a sentence, however certain it is. */
const leastShare = 0.1;
const leastRank = 0.15;

/** What of each habit is compared. */
interface Kinds {
  first: "event" | "amount";
  second: "event" | "amount";
}

interface Test extends Association {
  first: Variables;
  second: Variables;
  lag: number;
  kinds: Kinds;
}

/**
 * What goes together: all pairs of habits on the same day, and each habit with each other one the day after. Pauses after
 * each habit, so that the caller can let other work run.
 *
 * @returns the relations, the most certain first, and how many were looked at
 */
export function* findRelations(
  variables: readonly Variables[],
): Generator<void, { relations: Relation[]; tests: number }> {
  const pairs = new Pairs();
  for (const [index, first] of variables.entries()) {
    for (const [other, second] of variables.entries()) {
      if (other === index) continue;
      if (other > index) {
        pairs.test(first, second, 0, { first: "event", second: "event" });
        pairs.test(first, second, 0, { first: "amount", second: "amount" });
      }
      pairs.test(first, second, 0, { first: "event", second: "amount" });
      pairs.test(first, second, 1, { first: "event", second: "event" });
      pairs.test(first, second, 1, { first: "event", second: "amount" });
      pairs.test(first, second, 1, { first: "amount", second: "amount" });
    }
    yield;
  }
  const { selected, intervalError } = selectDiscoveries(pairs.candidates, pairs.count);
  const relations: Relation[] = [];
  const said = new Set<string>();
  for (const test of selected) {
    const key = keyOf(test);
    const relation = said.has(key) ? null : describe(test, intervalError);
    if (!relation) continue;
    said.add(key);
    relations.push(relation);
  }
  return { relations, tests: pairs.count };
}

/** One sentence of a pair is enough; on the same day it has no direction. */
function keyOf({ first, second, lag }: Test): string {
  const ids = [first.series.id, second.series.id];
  return `${lag} ${(lag === 0 ? ids.sort((a, b) => a - b) : ids).join(" ")}`;
}

class Pairs {
  /** The tests that may be discoveries. */
  readonly candidates: Test[] = [];
  count = 0;

  test(first: Variables, second: Variables, lag: number, kinds: Kinds): void {
    const [one, other] = [first[kinds.first], second[kinds.second]];
    const association = one && other && associate(one, other, lag);
    if (!association) return;
    const isCandidate = association.probability <= falseDiscoveryRate;
    // The days of a hopeless test are rough. It counts if it could have had enough: to count too many tests is the safe side.
    const days = isCandidate ? association.days : Math.min(one.days, other.days);
    const expected =
      days * (kinds.first === "event" ? rarer(first.share) : 1) * (kinds.second === "event" ? rarer(second.share) : 1);
    if (days < relationDaysMin || expected < (kinds.second === "event" ? expectedDaysMin : sideDaysMin)) return;
    this.count += 1;
    if (!isCandidate) return;
    const test = { ...association, first, second, lag, kinds };
    this.candidates.push(kinds.second === "event" ? { ...test, probability: checkedProbability(test) } : test);
  }
}

function rarer(share: number): number {
  return Math.min(share, 1 - share);
}

/** The normal approximation is poor far out in the tail for rare events, so an exact test has to agree. */
function checkedProbability({ first, second, lag, probability, effectiveDays, days }: Test): number {
  const scale = effectiveDays / days;
  const [x, y] = [first.series.happened, second.series.happened];
  const counts = { both: 0, onlyFirst: 0, onlySecond: 0, neither: 0 };
  for (let index = 0; index + lag < x.length; index += 1) {
    const [isX, isY] = [x[index] as number, y[index + lag] as number];
    if (Number.isNaN(isX) || Number.isNaN(isY)) continue;
    counts[isX ? (isY ? "both" : "onlyFirst") : isY ? "onlySecond" : "neither"] += 1;
  }
  const exact = fisherProbability(
    ...([counts.both, counts.onlyFirst, counts.onlySecond, counts.neither].map((count) =>
      Math.round(count * scale),
    ) as [number, number, number, number]),
  );
  return Math.max(probability, exact);
}

/** The days of both sides as they were recorded; null if they are too few, too alike, or contradict the estimate. */
function describe(test: Test, intervalError: number): Relation | null {
  const { first, second, lag, kinds } = test;
  const measure = kinds.second === "event" ? "share" : "rank";
  const values = kinds.first === "event" ? first.series.happened : (first.series.amounts as Float64Array);
  const outcomes = kinds.second === "event" ? second.series.happened : (second.series.amounts as Float64Array);
  const threshold = kinds.first === "event" ? null : medianOf(values);
  const sides: { with: number[]; without: number[] } = { with: [], without: [] };
  for (let index = 0; index + lag < values.length; index += 1) {
    const [value, outcome] = [values[index] as number, outcomes[index + lag] as number];
    if (Number.isNaN(value) || Number.isNaN(outcome)) continue;
    sides[value > (threshold ?? 0) ? "with" : "without"].push(outcome);
  }
  if (sides.with.length < sideDaysMin || sides.without.length < sideDaysMin) return null;
  const [coefficientLow, coefficientHigh] = coefficientRange(test, intervalError);
  // The range of a coefficient becomes one of a difference of shares by the ratio of both.
  const scale = measure === "share" ? test.slope / test.coefficient : 1;
  const estimate = test.coefficient * scale;
  if (Math.abs(estimate) < (measure === "share" ? leastShare : leastRank)) return null;
  const middleOf = measure === "share" ? averageOf : medianOf;
  const [middleWith, middleWithout] = [middleOf(sides.with), middleOf(sides.without)];
  if (Math.sign(middleWith - middleWithout) !== Math.sign(estimate)) return null;
  const toSide = (days: number, middle: number) =>
    measure === "share" ? { days, share: middle, median: null } : { days, share: null, median: middle };
  return {
    firstId: first.series.id,
    secondId: second.series.id,
    lag,
    measure,
    days: sides.with.length + sides.without.length,
    threshold,
    with: toSide(sides.with.length, middleWith),
    without: toSide(sides.without.length, middleWithout),
    estimate,
    low: Math.max(-1, coefficientLow * scale),
    high: Math.min(1, coefficientHigh * scale),
  };
}

/** @param values NaN among them is ignored; at least one is a number */
function medianOf(values: ArrayLike<number>): number {
  const ascending = Float64Array.from(values)
    .filter((value) => !Number.isNaN(value))
    .sort();
  const middle = (ascending.length - 1) / 2;
  return ((ascending[Math.floor(middle)] as number) + (ascending[Math.ceil(middle)] as number)) / 2;
}
