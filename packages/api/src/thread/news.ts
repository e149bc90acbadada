import type { Sql } from "@daymark/db/connection/client";

/**
 * The job that notifies a request's followers of comments, one page at a time: {@link CommentNewsJob} is its payload.
 */
export const commentNewsTask = "tell_of_comments";

/** One element for each comment: the queue appends new elements to a waiting list with the same key. */
export type CommentNewsJob = { thread_id: number; comment_id: number; key: string; after?: number }[];

/**
 * Followers are notified of the first comment at once. Comments within this time after it come in one mail when it is
 * over.
 */
const newsGap = "10 minutes";

/**
 * Enqueues the notification of a comment, if the thread has followers other than its author. It runs in the transaction
 * of the comment, and the caller holds the thread's lock, so that no two comments read the same time of the last news.
 * It uses the clock, not the start of the transaction: a transaction that waited may have begun before the news that it
 * waited for.
 */
export async function enqueueCommentNews(
  sql: Sql,
  { thread_id, comment_id, author_id }: { thread_id: number; comment_id: number; author_id: number },
): Promise<void> {
  const [thread] = await sql<{ news_at: string }[]>`
    update threads set news_at = case
      when news_at > clock_timestamp() then news_at
      when news_at > clock_timestamp() - ${newsGap}::interval then news_at + ${newsGap}::interval
      else clock_timestamp()
    end
    where id = ${thread_id} and exists (
      select from thread_followers where thread_id = ${thread_id} and user_id <> ${author_id}
    )
    returning news_at`;
  if (!thread) return;
  const key = `${commentNewsTask} ${thread_id} ${Date.parse(thread.news_at)}`;
  const job: CommentNewsJob = [{ thread_id, comment_id, key }];
  await enqueueNews(sql, { task: commentNewsTask, key, job, at: thread.news_at });
}

/**
 * Enqueues a job, in place of a waiting one with the same key. If a job with this key is running, it is not retried any
 * more. So the job of its next page, enqueued in the transaction that writes this page's mails, prevents any page from
 * being written twice, whenever a worker dies.
 *
 * @param at when it runs; now if absent
 */
export async function enqueueNews(
  sql: Sql,
  { task, key, job, at }: { task: string; key: string; job: object; at?: string },
): Promise<void> {
  await sql`
    select from graphile_worker.add_job(
      ${task}, ${JSON.stringify(job)}::json, job_key => ${key}, run_at => ${at ?? null}::timestamptz
    )`;
}
