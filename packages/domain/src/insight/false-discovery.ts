/** How many of the things that are said may be chance, on average: one in a hundred. */
export const falseDiscoveryRate = 0.01;
/** How many of the ranges that are said may miss the true value, on average: one in twenty. */
const falseCoverageRate = 0.05;

interface Selection<T> {
  selected: T[];
  /**
   * The probability of error of each interval, chosen so that 95 % of all reported intervals hold: Benjamini and Yekutieli,
   * False discovery rate–adjusted multiple confidence intervals, JASA 100 (2005).
   */
  intervalError: number;
}

/**
 * Chooses the tests of a family by the procedure of Benjamini and Hochberg (Controlling the false discovery rate, JRSS B
 * 57, 1995).
 *
 * @param tests in any order, each with its probability under chance, 0 to 1; those above {@link falseDiscoveryRate} may be
 *   left out
 * @param count of all tests, with those that are left out
 * @returns the chosen ones, the least probable first
 */
export function selectDiscoveries<T extends { probability: number }>(
  tests: readonly T[],
  count = tests.length,
): Selection<T> {
  const ascending = tests.toSorted((a, b) => a.probability - b.probability);
  const last = ascending.findLastIndex(
    ({ probability }, index) => probability <= ((index + 1) / count) * falseDiscoveryRate,
  );
  const selected = ascending.slice(0, last + 1);
  return { selected, intervalError: (selected.length * falseCoverageRate) / Math.max(1, count) };
}
