import type { Sql } from "@daymark/db/connection/client";
import type { BoardDecisionLetter } from "@daymark/domain/operator/mail";
import { enqueueNews } from "../thread/news.ts";

/**
 * The job that notifies a request's followers of a decision, one page at a time: {@link DecisionNewsJob} is its
 * payload.
 */
export const decisionNewsTask = "tell_of_decision";

export interface DecisionNewsJob {
  thread_id: number;
  /** The admin who decided and is not notified. */
  actor_id: number;
  outcome: BoardDecisionLetter["outcome"];
  /** The admins' answer; null if it has not changed. */
  reply: string | null;
  /** All followers up to this id have been notified; absent before the first page. */
  after?: number;
}

/** If several decisions follow before the first mail, followers get only the last one. */
export async function enqueueDecisionNews(sql: Sql, job: DecisionNewsJob): Promise<void> {
  const key = `${decisionNewsTask} ${job.thread_id}`;
  await enqueueNews(sql, { task: decisionNewsTask, key, job });
}
