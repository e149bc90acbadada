import type { Database } from "@daymark/db/connection/client";
import type { WebhookEvent } from "@daymark/domain/webhook/webhook-event";
import { sql } from "drizzle-orm";

/** The job that finds what recorded days have reached: {@link FindReachedJob} is its payload. */
export const findReachedTask = "find_reached";

export interface FindReachedJob {
  user_id: number;
  habit_id: number;
  /** `YYYY-MM-DD`, the user's at that time. */
  today: string;
}

/**
 * Days before today that the job looks at. Older ones still give `day.recorded`: deliveries are kept for a week, and by
 * them a goal is reported once.
 */
export const reachedDaysBack = 5;

/** Events that follow from the whole history of a habit, which is too long to read in every call. */
const found: readonly WebhookEvent[] = ["goal.met", "streak.reached", "habit.finished"];

/** The queue runs the lowest number first: mails, reminders and everything else come before these. */
const priority = 100;

/**
 * Enqueues a {@link FindReachedJob} in the transaction of the change, if a webhook of the user has chosen these events.
 * A habit has one waiting job, and a user one running job, so that one user's recorded days do not delay the jobs of others.
 * The job looks at all the recent days, so a new one replaces a waiting one without loss.
 */
export async function enqueueFindReached(db: Pick<Database, "execute">, job: FindReachedJob): Promise<void> {
  await db.execute(sql`
    select graphile_worker.add_job(${findReachedTask}, ${JSON.stringify(job)}::json,
      queue_name => ${`${findReachedTask} ${job.user_id}`}, job_key => ${`${findReachedTask} ${job.habit_id}`},
      job_key_mode => 'preserve_run_at', priority => ${priority}::int)
    where exists (
      select from webhooks where user_id = ${job.user_id} and enabled and events && ${sql.param([...found])}::text[]
    )`);
}
