import type { CallingUser } from "@daymark/auth/caller";
import type { Sql } from "@daymark/db/client";
import {
  type Analytics,
  type Correlation,
  compareWeeks,
  computeTrend,
  correlate,
  type Trend,
} from "@daymark/domain/analytics";
import { toDayNumber } from "@daymark/domain/day";
import { hasAnalytics } from "@daymark/domain/plan";
import { ApiError } from "../error.ts";
import { readHistories } from "./history.ts";

/** First and last day, `YYYY-MM-DD`, both included. */
interface Days {
  from: string;
  to: string;
}

const numbersOf = ({ from, to }: Days) => ({ from: toDayNumber(from), to: toDayNumber(to) });

/**
 * All active habits side by side, week by week. One statement.
 *
 * @param today `YYYY-MM-DD`, the caller's
 * @throws ApiError `plan_limit_reached`
 */
export async function compareHabits(sql: Sql, user: CallingUser, days: Days, today: string): Promise<Analytics> {
  requireAnalytics(user);
  const histories = await readHistories(sql, user.id, null);
  const results = histories.map(({ id, habit, entries }) => ({
    habit_id: id,
    ...compareWeeks(habit, entries, numbersOf(days), toDayNumber(today)),
  }));
  return { from: days.from, to: days.to, results };
}

/**
 * A habit's days with moving averages. One statement.
 *
 * @param today `YYYY-MM-DD`, the caller's
 * @throws ApiError `plan_limit_reached`, `habit_not_found`
 */
export async function readTrend(
  sql: Sql,
  user: CallingUser,
  { id, ...days }: Days & { id: number },
  today: string,
): Promise<Trend> {
  requireAnalytics(user);
  const [history] = await readHistories(sql, user.id, [id]);
  if (!history) throw new ApiError("habit_not_found");
  return { habit_id: id, ...computeTrend(history.habit, history.entries, numbersOf(days), toDayNumber(today)) };
}

/**
 * How two habits go together. One statement.
 *
 * @param today `YYYY-MM-DD`, the caller's
 * @throws ApiError `plan_limit_reached`, `habit_not_found` for either
 */
export async function correlateHabits(
  sql: Sql,
  user: CallingUser,
  { id, other_id, ...days }: Days & { id: number; other_id: number },
  today: string,
): Promise<Correlation> {
  requireAnalytics(user);
  const histories = await readHistories(sql, user.id, [id, other_id]);
  const first = histories.find((history) => history.id === id);
  const second = histories.find((history) => history.id === other_id);
  if (!first || !second) throw new ApiError("habit_not_found");
  return { habit_id: id, other_id, ...correlate(first, second, numbersOf(days), toDayNumber(today)) };
}

function requireAnalytics({ plan }: CallingUser): void {
  if (!hasAnalytics(plan)) throw new ApiError("plan_limit_reached", { values: { type: "analytics", plan } });
}
