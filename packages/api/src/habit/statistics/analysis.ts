import { type Analysis, computeAnalysis } from "@daymark/domain/analysis/analysis";
import { toDayNumber } from "@daymark/domain/base/day";
import type { habitAnalysisInput } from "@daymark/domain/tracking/habit";
import type * as z from "zod/mini";
import { ApiError } from "../../base/error.ts";
import type { Reader } from "../../procedure/long-reads.ts";
import { readHistory, runInTurns } from "./history.ts";

/**
 * The data of the charts of a habit's statistics. One statement.
 *
 * @param today `YYYY-MM-DD`, the caller's
 * @param weekStart the ISO weekday that the caller's week begins with; Monday if absent
 * @throws ApiError `habit_not_found`
 */
export async function analyseHabit(
  reader: Reader,
  { id, week_start: weekStart }: z.infer<typeof habitAnalysisInput>,
  today: string,
): Promise<Analysis> {
  const history = await readHistory(reader, id);
  if (!history) throw new ApiError("habit_not_found");
  const { habit, entries } = history;
  return { habit_id: id, ...(await runInTurns(computeAnalysis(habit, entries, toDayNumber(today), { weekStart }))) };
}
