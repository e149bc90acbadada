import type { SiteFigure } from "@daymark/domain/operator/site-statistics";

/** The change of a figure since the previous range. */
export interface Change {
  difference: number;
  /** Relative to the previous value; null if that was 0. */
  share: number | null;
}

/** Null if there is nothing to compare: one of the two was not counted. */
export function changeOf({ amount, before }: SiteFigure): Change | null {
  if (amount === null || before === null) return null;
  // Averages have one decimal, and so has their difference.
  const difference = Math.round((amount - before) * 10) / 10;
  return { difference, share: before === 0 ? null : difference / before };
}
