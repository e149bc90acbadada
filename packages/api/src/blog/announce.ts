import type { Database, Transaction } from "@daymark/db/connection/client";
import { blogs } from "@daymark/db/schema/blog";
import { users } from "@daymark/db/schema/user";
import type { Language } from "@daymark/domain/text/language";
import { and, eq, gt, sql } from "drizzle-orm";
import type { Outbox } from "../host/outbox.ts";

/** The job that tells subscribers of a post, a page of them: {@link AnnouncePostJob} is its payload. */
export const announcePostTask = "announce_post";

export interface AnnouncePostJob {
  /** Of the post in all its languages. */
  thread_id: number;
}

/** Subscribers told in one transaction. */
const pageSize = 100;

/** How far a post has been told of, as its rows have it. */
type Telling = Pick<typeof blogs.$inferSelect, "announced_at" | "announced_to">;

/** Whether there are subscribers to be told of a post: nobody was, or it was taken back before all of them were. */
export function isToBeAnnounced({ announced_at, announced_to }: Telling): boolean {
  return announced_at === null || announced_to !== null;
}

/**
 * To be called in the transaction that publishes a post. A job of this key that is under way is not tried again once
 * another one is there (graphile-worker's replace mode).
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
 * Puts the mails for the next page of subscribers into the outbox, and has another page follow. Each is told of a post
 * once, in their own language where it can be read in it now, whatever is published, taken back and published again
 * meanwhile or later: the post itself says how far its telling has gone, in the transaction that writes the mails.
 *
 * @returns how many were told
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
    // Taken back or deleted meanwhile: whoever has not heard of it hears of it when it is published again, if ever.
    if (!first) return 0;
    const told = versions.filter(({ announced_at }) => announced_at !== null);
    const isDone = told.some(({ announced_to }) => announced_to === null);
    const after = Math.max(0, ...told.map(({ announced_to }) => announced_to ?? 0));
    const subscribers = isDone ? [] : await readSubscribers(tx, after);
    const isLast = subscribers.length < pageSize;
    const last = isLast ? null : (subscribers.at(-1)?.id ?? null);
    // Of all versions, also those that are published later.
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
    .where(
      and(
        gt(users.id, after),
        eq(users.newsletter_subscriber, true),
        eq(users.email_verified, true),
        eq(users.is_active, true),
      ),
    )
    .orderBy(users.id)
    .limit(pageSize);
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
