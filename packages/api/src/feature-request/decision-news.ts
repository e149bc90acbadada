import type { Sql } from "@daymark/db/connection/client";
import type { BoardDecisionLetter } from "@daymark/domain/operator/mail";
import { enqueueNews } from "../thread/news.ts";

/** The job that tells a request's followers of a decision, a page of them at a time: {@link DecisionNewsJob} is its payload. */
export const decisionNewsTask = "tell_of_decision";

export interface DecisionNewsJob {
  thread_id: number;
  /** Who decided, and is not told. */
  actor_id: number;
  outcome: BoardDecisionLetter["outcome"];
  /** What the admins answered with it; null where they said nothing new. */
  reply: string | null;
  /** All followers up to this id have been told; absent before the first page. */
  after?: number;
}

/** Of several decisions before the first is told of, followers hear the last alone. */
export async function enqueueDecisionNews(sql: Sql, job: DecisionNewsJob): Promise<void> {
  const key = `${decisionNewsTask} ${job.thread_id}`;
  await enqueueNews(sql, { task: decisionNewsTask, key, job });
}
