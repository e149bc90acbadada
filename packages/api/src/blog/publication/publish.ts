import type { Database, Transaction } from "@daymark/db/connection/client";
import { blogs } from "@daymark/db/schema/blog";
import { eq, sql } from "drizzle-orm";
import type { PageCache } from "../../host/page-cache.ts";
import { enqueueAnnouncement, isToBeAnnounced } from "./announce.ts";

/** The job that announces a scheduled post at its time: {@link PublishPostJob} is its payload. */
export const publishPostTask = "publish_post";

export interface PublishPostJob {
  blog_id: number;
}

/** The job runs this much later, so that the time has come also on a node whose clock is behind. */
const clockSkewMilliseconds = 1_000;

interface Publication {
  published?: boolean | undefined;
  /** ISO 8601; null for no scheduled time. */
  publish_at?: string | null | undefined;
}

/**
 * The time of publication after a change. A given time decides. Without one, the post is published now, keeps its time,
 * or becomes a draft again.
 *
 * @param before the previous time of publication, past or future; null for a draft
 * @param now milliseconds since the epoch
 */
export function publishedAt(before: Date | null, { published, publish_at }: Publication, now: number): Date | null {
  if (publish_at) return new Date(publish_at);
  const isScheduled = before !== null && before.getTime() > now;
  if (published === true) return before === null || isScheduled ? new Date(now) : before;
  if (published === false) return null;
  return publish_at === null && isScheduled ? null : before;
}

/**
 * Enqueues what follows from the publication. A published post is announced to subscribers who were not notified yet, a
 * scheduled one at its time, a draft not at all. The caller calls it after every change.
 *
 * @param now milliseconds since the epoch
 */
export async function followPublication(tx: Transaction, post: typeof blogs.$inferSelect, now: number): Promise<void> {
  const { id, published_at } = post;
  await tx.execute(sql`select graphile_worker.remove_job(${jobKey(id)})`);
  if (published_at === null) return;
  if (published_at.getTime() > now) await enqueuePublication(tx, id, published_at);
  else if (isToBeAnnounced(post)) await enqueueAnnouncement(tx, post.thread_id);
}

/** Removes the job of a deleted post. */
export async function forgetPublication(tx: Transaction, id: number): Promise<void> {
  await tx.execute(sql`select graphile_worker.remove_job(${jobKey(id)})`);
}

async function enqueuePublication(tx: Transaction, id: number, at: Date): Promise<void> {
  const runAt = new Date(at.getTime() + clockSkewMilliseconds).toISOString();
  await tx.execute(sql`
    select from graphile_worker.add_job(
      ${publishPostTask}, json_build_object('blog_id', ${id}::bigint),
      job_key => ${jobKey(id)}, run_at => ${runAt}::timestamptz
    )`);
}

function jobKey(id: number): string {
  return `${publishPostTask} ${id}`;
}

/**
 * Announces a scheduled post whose time has come: invalidates the page cache and notifies subscribers. A post that was
 * rescheduled meanwhile waits for its new time.
 */
export async function publishDue(
  deps: { db: Database; pageCache: PageCache; now: () => number },
  { blog_id }: PublishPostJob,
): Promise<void> {
  const hasCome = await deps.db.transaction(async (tx) => {
    const [post] = await tx.select().from(blogs).where(eq(blogs.id, blog_id)).for("update");
    if (!post?.published_at) return false;
    const isDue = post.published_at.getTime() <= deps.now();
    if (!isDue) await enqueuePublication(tx, post.id, post.published_at);
    else if (isToBeAnnounced(post)) await enqueueAnnouncement(tx, post.thread_id);
    return isDue;
  });
  if (hasCome) deps.pageCache.invalidate(["blog"]);
}
