import { toDayNumber } from "@daymark/domain/base/day";
import { remainingUntilEnd } from "@daymark/domain/rules/end";
import { computeStatistics, type Statistics } from "@daymark/domain/rules/statistics";
import type { Reader } from "../../procedure/long-reads.ts";
import { readHistories } from "./history.ts";

/**
 * Statistics as of today of some habits (also archived ones), or of all active ones, in the order of the dashboard.
 *
 * @param ids the habits, or null for all active ones
 * @param today `YYYY-MM-DD`, the caller's
 * @returns without habits that are missing, deleted or another user's
 */
export async function listStatistics(
  reader: Reader,
  ids: readonly number[] | null,
  today: string,
): Promise<Statistics[]> {
  const todayNumber = toDayNumber(today);
  const results: Statistics[] = [];
  for await (const history of readHistories(reader, ids)) {
    const { id: habit_id, habit, entries, end } = history;
    const remaining = remainingUntilEnd(end, entries, habit.unit, todayNumber);
    results.push({ habit_id, ...computeStatistics(habit, entries, todayNumber), remaining });
  }
  return results;
}
