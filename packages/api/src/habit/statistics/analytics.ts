import type { CallingUser } from "@daymark/auth/session/caller";
import { hasAnalytics } from "@daymark/domain/account/plan";
import {
  type Analytics,
  type analyticsInput,
  type Correlation,
  compareWeeks,
  computeTrend,
  correlate,
  type Trend,
} from "@daymark/domain/analysis/analytics";
import { toDayNumber } from "@daymark/domain/base/day";
import type * as z from "zod/mini";
import { ApiError } from "../../base/error.ts";
import { type LimitedCall, planLimitReached } from "../../host/plan-limit-error.ts";
import type { Reader } from "../../procedure/long-reads.ts";
import { readHistories, readHistory } from "./history.ts";
import type { History } from "./history-rows.ts";

/** A reader whose plan has to include graph analytics. */
export type AnalyticsReader = Reader & LimitedCall & { user: CallingUser };

/** First and last day, `YYYY-MM-DD`, both included. */
interface Days {
  from: string;
  to: string;
}

const numbersOf = ({ from, to }: Days) => ({ from: toDayNumber(from), to: toDayNumber(to) });

/**
 * All active habits side by side, week by week.
 *
 * @param today `YYYY-MM-DD`, the caller's
 * @throws ApiError `plan_limit_reached`
 */
export async function compareHabits(
  reader: AnalyticsReader,
  { week_start: weekStart, ...days }: z.infer<typeof analyticsInput>,
  today: string,
): Promise<Analytics> {
  requireAnalytics(reader);
  const results: Analytics["results"] = [];
  for await (const { id, habit, entries } of readHistories(reader, null)) {
    results.push({ habit_id: id, ...compareWeeks(habit, entries, numbersOf(days), toDayNumber(today), { weekStart }) });
  }
  return { from: days.from, to: days.to, results };
}

/**
 * A habit's days with moving averages. One statement.
 *
 * @param today `YYYY-MM-DD`, the caller's
 * @throws ApiError `plan_limit_reached`, `habit_not_found`
 */
export async function readTrend(
  reader: AnalyticsReader,
  { id, ...days }: Days & { id: number },
  today: string,
): Promise<Trend> {
  requireAnalytics(reader);
  const history = await readHistory(reader, id);
  if (!history) throw new ApiError("habit_not_found");
  return { habit_id: id, ...computeTrend(history.habit, history.entries, numbersOf(days), toDayNumber(today)) };
}

/**
 * The correlation of two habits. One statement.
 *
 * @param today `YYYY-MM-DD`, the caller's
 * @throws ApiError `plan_limit_reached`, `habit_not_found` for either
 */
export async function correlateHabits(
  reader: AnalyticsReader,
  { id, other_id, ...days }: Days & { id: number; other_id: number },
  today: string,
): Promise<Correlation> {
  requireAnalytics(reader);
  const histories: History[] = [];
  for await (const history of readHistories(reader, [id, other_id])) histories.push(history);
  const first = histories.find((history) => history.id === id);
  const second = histories.find((history) => history.id === other_id);
  if (!first || !second) throw new ApiError("habit_not_found");
  return { habit_id: id, other_id, ...correlate(first, second, numbersOf(days), toDayNumber(today)) };
}

/** @throws ApiError `plan_limit_reached` */
export function requireAnalytics(call: LimitedCall): void {
  if (!hasAnalytics(call.user.plan)) throw planLimitReached(call, { type: "analytics" });
}
