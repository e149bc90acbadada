import type { Sql } from "@daymark/db/client";
import { toDayNumber } from "@daymark/domain/day";
import { computeStatistics, type Statistics } from "@daymark/domain/statistics";
import { readHistories } from "./history.ts";

/**
 * Statistics as of today of one habit (an archived one too), or of all active ones in the order of the dashboard. One
 * statement.
 *
 * @param id the habit, or null for all active ones
 * @param today `YYYY-MM-DD`, the caller's
 * @returns nothing where the habit is missing, deleted or another's
 */
export async function listStatistics(
  sql: Sql,
  userId: number,
  id: number | null,
  today: string,
): Promise<Statistics[]> {
  const histories = await readHistories(sql, userId, id === null ? null : [id]);
  const todayNumber = toDayNumber(today);
  return histories.map(({ id, habit, entries }) => ({
    habit_id: id,
    ...computeStatistics(habit, entries, todayNumber),
  }));
}
