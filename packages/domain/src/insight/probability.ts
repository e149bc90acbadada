/**
 * Tails and quantiles of the distributions that the tests of insights need.
 *
 * Sources: Press et al., Numerical Recipes, third edition: 6.2.2 (error function by Chebyshev polynomials, relative error
 * 1.2e-7 everywhere), 6.4 (incomplete beta function), 6.14.12 (Kolmogorov–Smirnov).
 */

/** P(Z > z) of the standard normal distribution. */
export function normalTail(z: number): number {
  if (z < 0) return 1 - normalTail(-z);
  const t = 1 / (1 + z / Math.SQRT2 / 2);
  let sum = 0;
  for (const coefficient of errorFunction) sum = sum * t + coefficient;
  return 0.5 * t * Math.exp((-z * z) / 2 + sum);
}

/** From the highest power to the constant. */
const errorFunction = [
  0.17087277, -0.82215223, 1.48851587, -1.13520398, 0.27886807, -0.18628806, 0.09678418, 0.37409196, 1.00002368,
  -1.26551223,
];

/** P(T > t) of Student's distribution. */
export function studentTail(t: number, degrees: number): number {
  const half = 0.5 * incompleteBeta(degrees / (degrees + t * t), degrees / 2, 0.5);
  return t >= 0 ? half : 1 - half;
}

/** P(K > x) of the Kolmogorov distribution: the largest distance of a Brownian bridge from zero. */
export function kolmogorovTail(x: number): number {
  if (x < 0.3) return 1;
  let sum = 0;
  for (let k = 1; k <= 20; k += 1) sum += (k % 2 ? 2 : -2) * Math.exp(-2 * k * k * x * x);
  return Math.min(1, sum);
}

/**
 * The value that a variable exceeds with a probability, by bisection.
 *
 * @param tail falls from 0.5 at 0
 * @param probability above 0, at most 0.5
 */
export function quantileOf(tail: (value: number) => number, probability: number): number {
  let [low, high] = [0, 1];
  while (tail(high) > probability && high < 1e6) high *= 2;
  for (let step = 0; step < 60; step += 1) {
    const middle = (low + high) / 2;
    if (tail(middle) > probability) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/**
 * Fisher's exact test of a two-by-two table, two-sided: twice the smaller tail of the hypergeometric distribution, at
 * most 1 (Fisher 1922).
 *
 * @param both, onlyFirst, onlySecond, neither whole numbers, 0 or more
 */
export function fisherProbability(both: number, onlyFirst: number, onlySecond: number, neither: number): number {
  const row = both + onlyFirst;
  const column = both + onlySecond;
  const all = row + onlySecond + neither;
  const least = Math.max(0, row + column - all);
  const most = Math.min(row, column);
  const logChoose = (n: number, k: number) => logGamma(n + 1) - logGamma(k + 1) - logGamma(n - k + 1);
  const chance = Math.exp(logChoose(row, both) + logChoose(all - row, column - both) - logChoose(all, column));
  const others = all - row - column;
  const more = tailOf(chance, most - both, (step) => {
    const count = both + step;
    return ((row - count) * (column - count)) / ((count + 1) * (others + count + 1));
  });
  const fewer = tailOf(chance, both - least, (step) => {
    const count = both - step;
    return (count * (others + count)) / ((row - count + 1) * (column - count + 1));
  });
  return Math.min(1, 2 * Math.min(fewer, more));
}

/**
 * The sum of a term and those after it, up to where they no longer change it.
 *
 * @param ratioAt how many times the term before it each term is, by the number of steps before
 */
function tailOf(first: number, steps: number, ratioAt: (step: number) => number): number {
  let [term, sum] = [first, first];
  for (let step = 0; step < steps && term > sum * Number.EPSILON; step += 1) {
    term *= ratioAt(step);
    sum += term;
  }
  return sum;
}

/** The regularized incomplete beta function I_x(a, b), by Lentz's continued fraction. */
function incompleteBeta(x: number, a: number, b: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  if (x > (a + 1) / (a + b + 2)) return 1 - incompleteBeta(1 - x, b, a);
  const front = Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log(1 - x));
  const tiny = 1e-300;
  const nonZero = (value: number) => (Math.abs(value) < tiny ? tiny : value);
  let c = 1;
  let d = 1 / nonZero(1 - ((a + b) * x) / (a + 1));
  let fraction = d;
  for (let m = 1; m <= 300; m += 1) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / nonZero(1 + even * d);
    c = nonZero(1 + even / c);
    fraction *= d * c;
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / nonZero(1 + odd * d);
    c = nonZero(1 + odd / c);
    fraction *= d * c;
    if (Math.abs(d * c - 1) < 1e-14) break;
  }
  return (front * fraction) / a;
}

/** Lanczos' approximation of ln Γ(x), x > 0 (Numerical Recipes, 6.1). */
function logGamma(x: number): number {
  let sum = 1.000000000190015;
  lanczos.forEach((coefficient, index) => {
    sum += coefficient / (x + index + 1);
  });
  const base = x + 5.5;
  return (x + 0.5) * Math.log(base) - base + Math.log((Math.sqrt(2 * Math.PI) * sum) / x);
}

const lanczos = [
  76.18009172947146, -86.50532032941678, 24.01409824083091, -1.231739572450155, 0.001208650973866179,
  -0.000005395239384953,
];
