import {
  type Association,
  associate,
  type ComparedValues,
  coefficientRange,
  deviationsOf,
  type Products,
  sumsOfProducts,
} from "./association.ts";
import { falseDiscoveryRate, selectDiscoveries } from "./false-discovery.ts";
import { insightRelationsMax } from "./insights.ts";
import { medianOf, sumOf, tableOf } from "./levels.ts";
import { fisherProbability } from "./probability.ts";
import type { Variable, Variables } from "./variables.ts";

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
const kindsOf = {
  events: { first: "event", second: "event" },
  amounts: { first: "amount", second: "amount" },
  mixed: { first: "event", second: "amount" },
} as const;
type Comparison = keyof typeof kindsOf;

interface Test extends Association {
  first: Variables;
  second: Variables;
  lag: number;
  kinds: (typeof kindsOf)[Comparison];
  /** Those of the kinds. */
  variables: { first: Variable; second: Variable };
  /** Of two events; null until it is needed for others, whose tables are large. */
  counts: SideCounts | null;
}

/** For each level of the second habit, its days with and without the first one. */
interface SideCounts {
  with: Uint32Array;
  without: Uint32Array;
}

/** Findings whose days are counted between two pauses, each in 0.01 to 0.05 ms. */
const countedAtOnce = 32;

/**
 * What goes together: all pairs of habits on the same day, and each habit with each other one the day after. Pauses after
 * each habit, and while it counts the days of what it found, so that the caller can let other work run.
 *
 * @returns the relations, the most certain first, {@link insightRelationsMax} at most; how many there are; and how many
 *   were looked at
 */
export function* findRelations(
  variables: readonly Variables[],
): Generator<void, { relations: Relation[]; found: number; tests: number }> {
  const pairs = new Pairs();
  const values = comparedValues(variables);
  for (const [index, first] of variables.entries()) {
    for (const [other, second] of variables.entries()) {
      if (other === index) continue;
      const products = sumsOfProducts(values[index] as ComparedValues, values[other] as ComparedValues);
      const pair = { first, second, products };
      if (other > index) {
        pairs.test(pair, "events", 0);
        pairs.test(pair, "amounts", 0);
      }
      pairs.test(pair, "mixed", 0);
      pairs.test(pair, "events", 1);
      pairs.test(pair, "mixed", 1);
      pairs.test(pair, "amounts", 1);
    }
    yield;
  }
  const { selected, intervalError } = selectDiscoveries(pairs.candidates, pairs.count);
  const deviations = selected.length > 0 ? deviationsOf(intervalError) : 0;
  const relations: Relation[] = [];
  const said = new Set<string>();
  let counted = 0;
  for (const test of selected) {
    const key = keyOf(test);
    if (said.has(key) || !isWorthSaying(test)) continue;
    const sides = sidesOf(test);
    counted += 1;
    if (counted % countedAtOnce === 0) yield;
    if (!sides) continue;
    said.add(key);
    if (relations.length < insightRelationsMax) relations.push(toRelation(test, sides, deviations));
  }
  return { relations, found: said.size, tests: pairs.count };
}

function comparedValues(variables: readonly Variables[]): ComparedValues[] {
  const nothing = new Float64Array(variables[0]?.series.happened.length ?? 0);
  return variables.map(({ event, amount }) => ({
    event: event?.residual.values ?? nothing,
    amount: amount?.residual.values ?? nothing,
  }));
}

/** One sentence of a pair is enough; on the same day it has no direction. */
function keyOf({ first, second, lag }: Test): string {
  const ids = [first.series.id, second.series.id];
  return `${lag} ${(lag === 0 ? ids.sort((a, b) => a - b) : ids).join(" ")}`;
}

interface Pair {
  first: Variables;
  second: Variables;
  products: Products;
}

class Pairs {
  /** The tests that may be discoveries. */
  readonly candidates: Test[] = [];
  count = 0;

  test({ first, second, products }: Pair, comparison: Comparison, lag: 0 | 1): void {
    const kinds = kindsOf[comparison];
    const [one, other] = [first[kinds.first], second[kinds.second]];
    const association = one && other && associate(one.residual, other.residual, lag, products[comparison][lag]);
    if (!association) return;
    const isCandidate = association.probability <= falseDiscoveryRate;
    // The days of a hopeless test are rough. It counts if it could have had enough: to count too many tests is the safe side.
    const days = isCandidate ? association.days : Math.min(one.residual.days, other.residual.days);
    const expected =
      days * (kinds.first === "event" ? rarer(first.share) : 1) * (kinds.second === "event" ? rarer(second.share) : 1);
    if (days < relationDaysMin || expected < (kinds.second === "event" ? expectedDaysMin : sideDaysMin)) return;
    this.count += 1;
    if (!isCandidate) return;
    const test = { ...association, first, second, lag, kinds, variables: { first: one, second: other }, counts: null };
    this.candidates.push(kinds.second === "event" ? checked(test) : test);
  }
}

function rarer(share: number): number {
  return Math.min(share, 1 - share);
}

/** The normal approximation is poor far out in the tail for rare events, so an exact test has to agree. */
function checked(test: Test): Test {
  const counts = countSides(test);
  const { without, with: withFirst } = counts;
  const scale = test.effectiveDays / test.days;
  const scaled = (counts: Uint32Array, level: number) => Math.round((counts[level] as number) * scale);
  const exact = fisherProbability(scaled(withFirst, 1), scaled(withFirst, 0), scaled(without, 1), scaled(without, 0));
  return { ...test, counts, probability: Math.max(test.probability, exact) };
}

/** The days of each side, counted by what the second habit did. */
function countSides({ variables: { first, second }, lag }: Test): SideCounts {
  const [without, withFirst] = tableOf(first.sides, second.levels, lag) as [Uint32Array, Uint32Array];
  return { with: withFirst, without };
}

function isWorthSaying(test: Test): boolean {
  return Math.abs(estimateOf(test)) >= (test.kinds.second === "event" ? leastShare : leastRank);
}

/** The coefficient of two ranks; of an event, the difference of shares. */
function estimateOf({ kinds, coefficient, slope }: Test): number {
  return kinds.second === "event" ? slope : coefficient;
}

/** The days of both sides as they were recorded; null if they are too few, or contradict the estimate. */
function sidesOf(test: Test): Record<"with" | "without", Side> | null {
  const counts = test.counts ?? countSides(test);
  const days = { with: sumOf(counts.with), without: sumOf(counts.without) };
  if (days.with < sideDaysMin || days.without < sideDaysMin) return null;
  const isOfEvents = test.kinds.second === "event";
  const middleOf = (side: "with" | "without") =>
    isOfEvents ? (counts[side][1] as number) / days[side] : medianOf(test.variables.second.levels, counts[side]);
  const middle = { with: middleOf("with"), without: middleOf("without") };
  if (Math.sign(middle.with - middle.without) !== Math.sign(estimateOf(test))) return null;
  const toSide = (side: "with" | "without") => ({
    days: days[side],
    share: isOfEvents ? middle[side] : null,
    median: isOfEvents ? null : middle[side],
  });
  return { with: toSide("with"), without: toSide("without") };
}

/** @param deviations as {@link coefficientRange} takes them */
function toRelation(test: Test, sides: Record<"with" | "without", Side>, deviations: number): Relation {
  const { first, second, lag, kinds } = test;
  const estimate = estimateOf(test);
  const [coefficientLow, coefficientHigh] = coefficientRange(test, deviations);
  // The range of a coefficient becomes one of a difference of shares by the ratio of both.
  const scale = estimate / test.coefficient;
  return {
    firstId: first.series.id,
    secondId: second.series.id,
    lag,
    measure: kinds.second === "event" ? "share" : "rank",
    days: sides.with.days + sides.without.days,
    threshold: kinds.first === "amount" ? (first.amount?.threshold ?? null) : null,
    ...sides,
    estimate,
    low: Math.max(-1, coefficientLow * scale),
    high: Math.min(1, coefficientHigh * scale),
  };
}
