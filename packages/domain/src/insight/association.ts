import { normalTail, quantileOf } from "./probability.ts";
import type { Residual } from "./residual.ts";

/** How two residuals go together. */
export interface Association {
  /** Pearson's coefficient, -1..1. */
  coefficient: number;
  /** Days on which both say something. */
  days: number;
  /** As many independent days as tell the same. */
  effectiveDays: number;
  /** Of so large a coefficient by chance, with either sign. */
  probability: number;
  /** The change of the second variable that goes with one unit of the first: of two events, the difference of shares. */
  slope: number;
}

/** Degrees of freedom that the averages of weekdays take. */
const weekdayDegrees = 6;

/**
 * The association of a residual with another one some days later. Null if too little is left to compare.
 *
 * Daily records resemble those of the day before, so a pair of series tells less than its number of days: the number of
 * independent days comes from both autocorrelations (Bartlett 1935; Pyper and Peterman, Comparison of methods to account
 * for autocorrelation, Can. J. Fish. Aquat. Sci. 55, 1998).
 *
 * @param lag days from the first to the second, 0 or 1
 * @param products the sum of the products of both, see {@link sumsOfProducts}
 */
export function associate(first: Residual, second: Residual, lag: number, products: number): Association | null {
  const freedom = Math.min(first.freedom, second.freedom);
  return associateSums(sumsOf(first, second, lag, products), first.autocorrelations, second.autocorrelations, freedom);
}

/** Sums over the days on which both variables say something. */
export interface Sums {
  days: number;
  x: number;
  y: number;
  xx: number;
  yy: number;
  xy: number;
}

/**
 * The same from sums.
 *
 * @param ofFirst, ofSecond autocorrelations
 * @param freedom share of the degrees of freedom that is left
 */
export function associateSums(
  sums: Sums,
  ofFirst: Float64Array,
  ofSecond: Float64Array,
  freedom: number,
): Association | null {
  const { days } = sums;
  if (days < 4) return null;
  const varianceOfFirst = sums.xx - (sums.x * sums.x) / days;
  const varianceOfSecond = sums.yy - (sums.y * sums.y) / days;
  // Sums of squares that ought to be zero are rounding errors of this size.
  if (varianceOfFirst < 1e-9 * days || varianceOfSecond < 1e-9 * days) return null;
  const covariance = sums.xy - (sums.x * sums.y) / days;
  const coefficient = covariance / Math.sqrt(varianceOfFirst * varianceOfSecond);
  const effectiveDays = independentDays(ofFirst, ofSecond, days) * freedom - weekdayDegrees;
  if (effectiveDays < 4) return null;
  const z = Math.abs(Math.atanh(bounded(coefficient))) * Math.sqrt(effectiveDays - 3);
  return {
    coefficient,
    days,
    effectiveDays,
    probability: 2 * normalTail(z),
    slope: covariance / varianceOfFirst,
  };
}

/** Never more than the days themselves, so that series that swing back each day count for no more. */
function independentDays(first: Float64Array, second: Float64Array, days: number): number {
  let inflation = 1;
  for (let index = 0; index < first.length; index += 1) {
    const lag = index + 1;
    if (lag >= days) break;
    inflation += 2 * (1 - lag / days) * (first[index] as number) * (second[index] as number);
  }
  return days / Math.max(1, inflation);
}

/**
 * The range of a coefficient by Fisher's transformation (Fisher 1921).
 *
 * @param deviations of the normal distribution that the range reaches to each side: see {@link deviationsOf}
 */
export function coefficientRange({ coefficient, effectiveDays }: Association, deviations: number): [number, number] {
  const reach = deviations / Math.sqrt(effectiveDays - 3);
  const z = Math.atanh(bounded(coefficient));
  return [Math.tanh(z - reach), Math.tanh(z + reach)];
}

/** So many standard deviations to each side miss the true value with a probability. */
export function deviationsOf(error: number): number {
  return quantileOf(normalTail, error / 2);
}

/** Fisher's transformation has no value at 1. */
function bounded(coefficient: number): number {
  return Math.max(-0.999_999, Math.min(0.999_999, coefficient));
}

/** The sums over all days on which both say something; rough ones if they rule a finding out. */
function sumsOf(first: Residual, second: Residual, lag: number, xy: number): Sums {
  const part = { from: Math.max(first.begin, second.begin - lag, 0), to: first.values.length - lag, lag };
  if (part.to <= part.from) return { days: 0, x: 0, y: 0, xx: 0, yy: 0, xy: 0 };
  if (first.isDense && second.isDense) return denseSums(first, second, part, xy);
  return hopelessSums(first, second, part, xy) ?? exactSums(first, second, part, xy);
}

/** A difference of this many standard errors occurs in one of nine by chance. */
const hopelessBelow = 1.6;
/** Below it, whether two series are compared at all depends on their exact number of common days. */
const commonDaysMin = 60;

interface Part {
  /** Indexes of the first residual; `to` is excluded. */
  from: number;
  to: number;
  lag: number;
}

function denseSums(first: Residual, second: Residual, part: Part, xy: number): Sums {
  const { from, to, lag } = part;
  const between = (sums: Float64Array, begin: number, end: number) => (sums[end] as number) - (sums[begin] as number);
  return {
    days: to - from,
    x: between(first.sums, from, to),
    y: between(second.sums, from + lag, to + lag),
    xx: between(first.squares, from, to),
    yy: between(second.squares, from + lag, to + lag),
    xy,
  };
}

/**
 * Rough sums, or null if there may be a finding. The days are the fewest on which both can say something, with which the products are the least likely by chance.
 */
function hopelessSums(first: Residual, second: Residual, part: Part, xy: number): Sums | null {
  const days = first.days + second.days - first.values.length - part.lag;
  if (days < commonDaysMin) return null;
  const squareOf = ({ squares, days: all }: Residual) => ((squares.at(-1) as number) / Math.max(1, all)) * days;
  const [xx, yy] = [squareOf(first), squareOf(second)];
  const z = (Math.abs(xy) / Math.sqrt(xx * yy)) * Math.sqrt(days);
  return z < hopelessBelow ? { days, x: 0, y: 0, xx, yy, xy } : null;
}

function exactSums(first: Residual, second: Residual, { from, to, lag }: Part, xy: number): Sums {
  const [x, y, isX, isY] = [first.values, second.values, first.known, second.known];
  let [days, sumX, sumY, xx, yy] = [0, 0, 0, 0, 0];
  for (let index = from; index < to; index += 1) {
    const isLeft = isX[index] as number;
    const isRight = isY[index + lag] as number;
    const left = (x[index] as number) * isRight;
    const right = (y[index + lag] as number) * isLeft;
    days += isLeft * isRight;
    sumX += left;
    sumY += right;
    xx += left * left;
    yy += right * right;
  }
  return { days, x: sumX, y: sumY, xx, yy, xy };
}

/** The residuals of one habit: of what was done, and of how much; only zeros for what is not compared. */
export interface ComparedValues {
  event: Float64Array;
  amount: Float64Array;
}

/** The sum on the same day, and the sum of the first habit with the second one on the day after. */
type ProductsByLag = readonly [number, number];

export interface Products {
  events: ProductsByLag;
  amounts: ProductsByLag;
  /** Of the event of the first habit and the amount of the second one. */
  mixed: ProductsByLag;
}

/**
 * The sums of the products of two habits.
 *
 * This loop is most of the work of all insights. A residual is 0 on days that say nothing, so it needs no test of each day.
 * It forms all six sums at once, because each addition has to wait for the one before it in the same sum.
 */
export function sumsOfProducts(first: ComparedValues, second: ComparedValues): Products {
  const { event, amount } = first;
  const { event: otherEvent, amount: otherAmount } = second;
  let [events, amounts, mixed] = [0, 0, 0];
  let [eventsAfter, amountsAfter, mixedAfter] = [0, 0, 0];
  let [eventBefore, amountBefore] = [0, 0];
  for (let index = 0; index < event.length; index += 1) {
    const eventNow = event[index] as number;
    const amountNow = amount[index] as number;
    const otherEventNow = otherEvent[index] as number;
    const otherAmountNow = otherAmount[index] as number;
    events += eventNow * otherEventNow;
    amounts += amountNow * otherAmountNow;
    mixed += eventNow * otherAmountNow;
    eventsAfter += eventBefore * otherEventNow;
    amountsAfter += amountBefore * otherAmountNow;
    mixedAfter += eventBefore * otherAmountNow;
    eventBefore = eventNow;
    amountBefore = amountNow;
  }
  return { events: [events, eventsAfter], amounts: [amounts, amountsAfter], mixed: [mixed, mixedAfter] };
}
