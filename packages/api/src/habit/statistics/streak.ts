import { toDayNumber } from "@daymark/domain/base/day";
import { explainStreak } from "@daymark/domain/rules/explain";
import type { Streak } from "@daymark/domain/rules/streak";
import { ApiError } from "../../base/error.ts";
import type { Reader } from "../../procedure/long-reads.ts";
import { readHistory, runInTurns } from "./history.ts";

/**
 * Explains a habit's streak day by day. One statement.
 *
 * @param input.until the newest day to explain, `YYYY-MM-DD`
 * @param today `YYYY-MM-DD`, the caller's
 * @throws ApiError `habit_not_found`
 */
export async function explainStreakOf(
  reader: Reader,
  { id, until }: { id: number; until?: string | undefined },
  today: string,
): Promise<Streak> {
  const history = await readHistory(reader, id, { withVacation: true });
  if (!history) throw new ApiError("habit_not_found");
  const { habit, entries, vacation } = history;
  const options = until === undefined ? { vacation } : { vacation, until: toDayNumber(until) };
  return { habit_id: id, ...(await runInTurns(explainStreak(habit, entries, toDayNumber(today), options))) };
}
