import type { Database } from "@daymark/db/connection/client";
import type { WebhookEvent } from "@daymark/domain/webhook/webhook-event";
import { sql } from "drizzle-orm";

/** The job that finds what recorded days have reached: {@link FindReachedJob} is its payload. */
export const findReachedTask = "find_reached";

export interface FindReachedJob {
  user_id: number;
  habit_id: number;
  /** `YYYY-MM-DD`, those that were recorded. */
  days: string[];
  /** `YYYY-MM-DD`, the user's at that time. */
  today: string;
}

/** Events that follow from the whole history of a habit, which is too long to read in every call. */
const found: readonly WebhookEvent[] = ["goal.met", "streak.reached"];

/** Enqueues a {@link FindReachedJob} in the transaction of the change, if a webhook of the user wants to know. */
export async function enqueueFindReached(db: Pick<Database, "execute">, job: FindReachedJob): Promise<void> {
  await db.execute(sql`
    select graphile_worker.add_job(${findReachedTask}, ${JSON.stringify(job)}::json)
    where exists (
      select from webhooks where user_id = ${job.user_id} and enabled and events && ${sql.param([...found])}::text[]
    )`);
}
