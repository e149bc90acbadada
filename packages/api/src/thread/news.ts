import type { Sql } from "@daymark/db/connection/client";

/** The job that tells a request's followers of comments, a page of them at a time: {@link CommentNewsJob} is its payload. */
export const commentNewsTask = "tell_of_comments";

/** One of each comment: to a list that waits the queue adds what comes with the same key. */
export type CommentNewsJob = { thread_id: number; comment_id: number; key: string; after?: number }[];

/** The first comment is told of at once; what comes within so long after it comes in one mail when that time is over. */
const newsGap = "10 minutes";

/**
 * Has followers told of a comment, where there are any beside its author. In the transaction of the comment, whose
 * thread must be locked: no two comments see the same moment of the last news. By the clock, not by when the transaction
 * began, which for one that had to wait may be before the news that it waited for.
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
 * Puts a job into the queue, in place of one that waits under the same key. One of that key that is under way is never
 * tried again: so its own next page, enqueued in the transaction that writes this page's mails, keeps any page from being
 * written twice, whenever a worker dies.
 *
 * @param at when it is to be done; now where absent
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
