import type { Correlation } from "@daymark/domain/analysis/analytics";

/** The strength of a correlation, in Cohen's terms. */
export type CorrelationStrength = "none" | "weak" | "moderate" | "strong";

/** Cohen, Statistical Power Analysis for the Behavioral Sciences (1988): 0.1, 0.3 and 0.5, with either sign. */
export function strengthOf(coefficient: number): CorrelationStrength {
  const size = Math.abs(coefficient);
  if (size < 0.1) return "none";
  if (size < 0.3) return "weak";
  return size < 0.5 ? "moderate" : "strong";
}

type Counts = Pick<Correlation, "both" | "only_first" | "only_second" | "neither">;

/**
 * How often the second habit was done on days with the first and on days without it, 0 to 1; null if there were no such
 * days.
 */
export function conditionalRates({ both, only_first, only_second, neither }: Counts) {
  const rate = (done: number, days: number) => (days === 0 ? null : done / days);
  return {
    withFirst: { days: both + only_first, done: both, rate: rate(both, both + only_first) },
    withoutFirst: { days: only_second + neither, done: only_second, rate: rate(only_second, only_second + neither) },
  };
}
