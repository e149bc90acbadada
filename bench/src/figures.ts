/** One side of a comparison in one round. */
export interface Measurement {
  /** Answers per second over the whole round. */
  requestsPerSecond: number;
  /** Milliseconds of the median answer. */
  p50: number;
  p95: number;
  p99: number;
  answers: number;
  /** Answers that were not 2xx, broken connections and timeouts. */
  faults: number;
}

export interface Summary extends Measurement {
  /** The slowest and the fastest round, in requests per second. */
  spread: { min: number; max: number };
}

/** The middle value; for an even number of values, the mean of the two middle ones. */
export function median(values: readonly number[]): number {
  if (values.length === 0) throw new RangeError("no values for a median");
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] as number;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] as number) + upper) / 2;
}

/**
 * Nearest-rank percentile: the smallest value that at least `percent` of all values do not exceed.
 *
 * @param sorted ascending
 * @param percent over 0, up to 100
 */
export function percentile(sorted: ArrayLike<number>, percent: number): number {
  if (sorted.length === 0) throw new RangeError("no values for a percentile");
  const rank = Math.ceil((percent / 100) * sorted.length);
  return sorted[Math.min(Math.max(rank, 1), sorted.length) - 1] as number;
}

/** Combines the rounds of one side: medians of the figures, sums of the counts. */
export function summarize(rounds: readonly Measurement[]): Summary {
  const rates = rounds.map((round) => round.requestsPerSecond);
  return {
    requestsPerSecond: median(rates),
    p50: median(rounds.map((round) => round.p50)),
    p95: median(rounds.map((round) => round.p95)),
    p99: median(rounds.map((round) => round.p99)),
    answers: rounds.reduce((sum, round) => sum + round.answers, 0),
    faults: rounds.reduce((sum, round) => sum + round.faults, 0),
    spread: { min: Math.min(...rates), max: Math.max(...rates) },
  };
}

export type Ratio = { value: number; min: number; max: number } | { refused: string };

/**
 * The speed of the product relative to its reference: the median of the ratios of each round. The two runs of a round
 * are close in time, so other work on the machine affects both.
 *
 * An error is often the fastest answer, so a fault on either side gives no ratio.
 */
export function pairedRatio(product: readonly Measurement[], reference: readonly Measurement[]): Ratio {
  if (product.length !== reference.length || product.length === 0) {
    return { refused: `${product.length} rounds against ${reference.length}` };
  }
  const all = [...product, ...reference];
  const faults = all.reduce((sum, round) => sum + round.faults, 0);
  if (faults > 0) {
    const answers = all.reduce((sum, round) => sum + round.answers, 0);
    return { refused: `${faults} faults in ${answers} answers` };
  }
  if (all.some((round) => round.answers === 0)) return { refused: "a round without answers" };
  const ratios = product.map(
    (round, index) => round.requestsPerSecond / (reference[index] as Measurement).requestsPerSecond,
  );
  return { value: median(ratios), min: Math.min(...ratios), max: Math.max(...ratios) };
}
