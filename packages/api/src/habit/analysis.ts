import type { Sql } from "@daymark/db/client";
import { type Analysis, computeAnalysis } from "@daymark/domain/analysis";
import { toDayNumber } from "@daymark/domain/day";
import { ApiError } from "../error.ts";
import { readHistories } from "./history.ts";

/**
 * What the pictures of a habit's statistics draw. One statement.
 *
 * @param today `YYYY-MM-DD`, the caller's
 * @throws ApiError `habit_not_found`
 */
export async function analyseHabit(sql: Sql, userId: number, id: number, today: string): Promise<Analysis> {
  const [history] = await readHistories(sql, userId, [id]);
  if (!history) throw new ApiError("habit_not_found");
  return { habit_id: id, ...computeAnalysis(history.habit, history.entries, toDayNumber(today)) };
}
