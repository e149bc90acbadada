import type { HealthSource, HealthWay } from "@daymark/domain/health/mapping-choice";
import { useLingui } from "@lingui/react/macro";

/** Names of products, which no language changes. */
export const sourceNames: Record<HealthSource, string> = {
  "health-auto-export": "Health Auto Export",
  "health-connect": "Health Connect",
};

/** How a day is made of what was measured. */
export function useWayWords(): Record<HealthWay, string> {
  const { t } = useLingui();
  return {
    sum: t`The sum of the day`,
    last: t`The last value of the day`,
    max: t`The largest value of the day`,
    count: t`The number of entries`,
  };
}
