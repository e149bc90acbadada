import { fromDayNumber, toDayNumber } from "@daymark/domain/base/day";
import { ReviewCollector } from "@daymark/domain/review/collect-review";
import type { Review, reviewInput } from "@daymark/domain/review/review";
import type * as z from "zod/mini";
import { ApiError } from "../../base/error.ts";
import { type AnalyticsReader, requireAnalytics } from "./analytics.ts";
import { nextTurn, readHistories } from "./history.ts";

/**
 * The review of a year: of the caller's present one so far, or of an earlier one. Nothing of it is stored. Other requests
 * run between the habits.
 *
 * @param today `YYYY-MM-DD`, the caller's
 * @throws ApiError `plan_limit_reached`, `validation_failed` for a year to come
 */
export async function readReview(
  reader: AnalyticsReader,
  input: z.infer<typeof reviewInput>,
  today: string,
): Promise<Review> {
  requireAnalytics(reader);
  const thisYear = Number(today.slice(0, 4));
  const { year = thisYear } = input;
  if (year > thisYear) {
    throw new ApiError("validation_failed", { fields: { year: [{ code: "too_big", values: { max: thisYear } }] } });
  }
  const collector = new ReviewCollector(year, toDayNumber(today));
  const from = fromDayNumber(collector.readsFrom);
  for await (const history of readHistories(reader, null, { withVacation: true, withArchived: true, from })) {
    await nextTurn();
    collector.add(history);
  }
  await nextTurn();
  return collector.compute();
}
