import type { Database, Transaction } from "@daymark/db/connection/client";
import { blogs } from "@daymark/db/schema/blog";
import { users } from "@daymark/db/schema/user";
import type { Language } from "@daymark/domain/text/language";
import { and, eq, gt, sql } from "drizzle-orm";
import type { Outbox } from "../../host/outbox.ts";

/** The job that notifies subscribers of a post, one page of them at a time: {@link AnnouncePostJob} is its payload. */
export const announcePostTask = "announce_post";

export interface AnnouncePostJob {
  /** The thread of the post in all its languages. */
  thread_id: number;
}

/** Subscribers notified in one transaction. */
const pageSize = 100;

/** The progress of a post's announcement, in its rows. */
type Telling = Pick<typeof blogs.$inferSelect, "announced_at" | "announced_to">;

/**
 * Whether subscribers remain to notify: the announcement has not begun, or the post was unpublished before it ended.
 */
export function isToBeAnnounced({ announced_at, announced_to }: Telling): boolean {
  return announced_at === null || announced_to !== null;
}

/**
 * The caller calls it in the transaction that publishes a post. If a job with this key is running, it is not retried
 * once another one exists (graphile-worker's replace mode).
 */
export async function enqueueAnnouncement(tx: Transaction, threadId: number): Promise<void> {
  const job: AnnouncePostJob = { thread_id: threadId };
  await tx.execute(sql`
    select from graphile_worker.add_job(
      ${announcePostTask}, ${JSON.stringify(job)}::json, job_key => ${`${announcePostTask} ${threadId}`}
    )`);
}

interface AnnounceDeps {
  db: Database;
  outbox: Outbox;
  /** Milliseconds since the epoch. */
  now: () => number;
}

/**
 * Enqueues the mails for the next page of subscribers, and the job for the page after it. Each subscriber is notified
 * of a post once, in their own language if a version in it is published now, even if the post is unpublished and
 * published again meanwhile or later. The post's row stores the progress in the transaction that writes the mails.
 *
 * @returns how many subscribers were notified
 */
export async function announcePage(deps: AnnounceDeps, { thread_id }: AnnouncePostJob): Promise<number> {
  return deps.db.transaction(async (tx) => {
    const now = new Date(deps.now());
    const versions = await tx
      .select()
      .from(blogs)
      .where(eq(blogs.thread_id, thread_id))
      .orderBy(blogs.id)
      .for("update");
    const readable = versions
      .filter((version): version is Readable => version.published_at !== null && version.published_at <= now)
      .sort((one, other) => one.published_at.getTime() - other.published_at.getTime());
    const [first] = readable;
    // The post was unpublished or deleted meanwhile. The other subscribers are notified if it is published again.
    if (!first) return 0;
    const after = progressOf(versions);
    const subscribers = after === null ? [] : await readSubscribers(tx, after);
    const isLast = subscribers.length < pageSize;
    const last = isLast ? null : (subscribers.at(-1)?.id ?? null);
    // All versions, including those that are published later.
    await tx
      .update(blogs)
      .set({ announced_at: sql`coalesce(announced_at, ${now.toISOString()}::timestamptz)`, announced_to: last })
      .where(eq(blogs.thread_id, thread_id));
    if (subscribers.length === 0) return 0;
    await deps.outbox.enqueueMany(
      tx,
      subscribers.map((subscriber) => {
        const post = readable.find(({ language }) => language === subscriber.language) ?? first;
        return { userId: subscriber.id, mail: letterTo(deps.outbox, subscriber, post) };
      }),
    );
    if (!isLast) await enqueueAnnouncement(tx, thread_id);
    return subscribers.length;
  });
}

/** All subscribers up to this id have been notified of the post; null if all have. */
function progressOf(versions: readonly Telling[]): number | null {
  const told = versions.filter(({ announced_at }) => announced_at !== null);
  if (told.some(({ announced_to }) => announced_to === null)) return null;
  return Math.max(0, ...told.map(({ announced_to }) => announced_to ?? 0));
}

const announcement = { announced_at: blogs.announced_at, announced_to: blogs.announced_to };

/**
 * How many subscribers would be notified if a post were published now.
 *
 * @param db.replica counts them, because there may be very many; the post itself may be new, so the primary knows it
 * @param threadId of the post in all its languages; null for a new post without a translation
 */
export async function countToBeTold(
  { db, replica }: { db: Database; replica: Database },
  threadId: number | null,
): Promise<number> {
  const versions =
    threadId === null ? [] : await db.select(announcement).from(blogs).where(eq(blogs.thread_id, threadId));
  const after = progressOf(versions);
  return after === null ? 0 : replica.$count(users, isSubscriberAfter(after));
}

type Readable = typeof blogs.$inferSelect & { published_at: Date };

interface Subscriber {
  id: number;
  username: string;
  email: string;
  language: Language;
}

function readSubscribers(tx: Transaction, after: number): Promise<Subscriber[]> {
  return tx
    .select({ id: users.id, username: users.username, email: users.email, language: users.language })
    .from(users)
    .where(isSubscriberAfter(after))
    .orderBy(users.id)
    .limit(pageSize);
}

function isSubscriberAfter(after: number) {
  return and(
    gt(users.id, after),
    eq(users.newsletter_subscriber, true),
    eq(users.email_verified, true),
    eq(users.is_active, true),
  );
}

function letterTo({ publicUrl, unsubscribe }: Outbox, { id, username, email, language }: Subscriber, post: Readable) {
  return {
    template: "newsletter" as const,
    to: email,
    language,
    values: {
      username,
      link: `${publicUrl}/blog/${post.slug}`,
      title: post.title,
      description: post.description,
      unsubscribe: unsubscribe.create({ purpose: "newsletter", userId: id }),
    },
  };
}
