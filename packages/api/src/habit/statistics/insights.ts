import { fromDayNumber, toDayNumber } from "@daymark/domain/base/day";
import { periodBounds } from "@daymark/domain/base/period";
import { InsightCollector, insightDaysMax } from "@daymark/domain/insight/collect";
import type { Insights } from "@daymark/domain/insight/insights";
import { type AnalyticsReader, requireAnalytics } from "./analytics.ts";
import { readHistories, runInTurns } from "./history.ts";

/**
 * What the days of the active habits say. Nothing of it is stored. The computation takes some hundred milliseconds for
 * many years, so other requests run between its steps.
 *
 * @param today `YYYY-MM-DD`, the caller's
 * @throws ApiError `plan_limit_reached`
 */
export async function readInsights(reader: AnalyticsReader, today: string): Promise<Insights> {
  requireAnalytics(reader);
  const day = toDayNumber(today);
  const collector = new InsightCollector(day);
  const { from } = periodBounds("quarter", day - insightDaysMax);
  for await (const history of readHistories(reader, null, { withVacation: true, from: fromDayNumber(from) })) {
    collector.add(history);
  }
  return runInTurns(collector.compute());
}
