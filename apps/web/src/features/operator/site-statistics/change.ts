import type { SiteFigure } from "@daymark/domain/operator/site-statistics";

/** What became of a figure since the range before. */
export interface Change {
  difference: number;
  /** Of what was before; null where that was nothing. */
  share: number | null;
}

/** Null where there is nothing to compare: one of the two was not counted. */
export function changeOf({ amount, before }: SiteFigure): Change | null {
  if (amount === null || before === null) return null;
  // Averages have one decimal, whose difference has one, too.
  const difference = Math.round((amount - before) * 10) / 10;
  return { difference, share: before === 0 ? null : difference / before };
}
