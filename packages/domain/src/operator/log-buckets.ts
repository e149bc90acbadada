/** How many buckets a histogram of log lines has at most. */
export const logBucketsMax = 96;

const steps = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1_800, 3_600] as const;

/**
 * The width of the buckets that divide a time, in seconds: a step that a reader of a clock expects, such as a quarter of
 * an hour for a day.
 *
 * @param milliseconds the length of the time
 */
export function bucketSecondsOf(milliseconds: number): number {
  const least = milliseconds / 1000 / logBucketsMax;
  return steps.find((step) => step >= least) ?? Math.ceil(least);
}
