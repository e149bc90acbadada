import type { Database, Sql, Transaction } from "@daymark/db/connection/client";
import { withinTransaction } from "@daymark/db/connection/within-transaction";
import type { CommentForm } from "@daymark/domain/community/comment";
import { commentWords } from "@daymark/domain/community/comment-words";
import { commentExcerpt, commentsOfLetterMax } from "@daymark/domain/operator/mail";
import type { Language } from "@daymark/domain/text/language";
import { createPace } from "../base/pace.ts";
import type { Mail, Outbox } from "../host/outbox.ts";
import { charactersAtOnce, readMarkdown } from "../thread/markdown.ts";
import { type CommentNewsJob, commentNewsTask, enqueueNews } from "../thread/news.ts";
import { type DecisionNewsJob, enqueueDecisionNews } from "./decision-news.ts";

interface TellDeps {
  db: Database;
  outbox: Outbox;
}

/** Followers notified in one transaction. */
const pageSize = 100;

/**
 * Enqueues the mails about a decision on a request for one page of followers, and the job for the next page.
 *
 * @returns how many followers were notified
 */
export function tellOfDecision(deps: TellDeps, job: DecisionNewsJob): Promise<number> {
  const { thread_id, actor_id, outcome, reply, after = 0 } = job;
  return tellPage(deps, { thread_id, after }, async (sql, { request, followers }) => ({
    mails: followers
      .filter(({ id }) => id !== actor_id)
      .map((follower) => ({
        userId: follower.id,
        mail: {
          ...addressed(follower),
          template: "board_decision" as const,
          values: { ...letterTo(deps.outbox, follower, request), outcome, reply, duplicate_of: request.duplicate_of },
        },
      })),
    next: (last) => enqueueDecisionNews(sql, { ...job, after: last }),
  }));
}

/**
 * The same for comments on a request since its followers were last notified. Each follower gets the comments of others
 * that still exist.
 *
 * @returns how many followers were notified
 */
export async function tellOfComments(deps: TellDeps, job: CommentNewsJob): Promise<number> {
  const [first] = job;
  if (!first) return 0;
  const { thread_id, key } = first;
  const after = Math.max(...job.map((item) => item.after ?? 0));
  return tellPage(deps, { thread_id, after }, async (sql, { request, followers }) => {
    const comments = await readComments(
      sql,
      job.map(({ comment_id }) => comment_id),
    );
    return {
      mails: followers.flatMap((follower) => {
        const others = comments.filter(({ author_id }) => author_id !== follower.id);
        if (others.length === 0) return [];
        const values = {
          ...letterTo(deps.outbox, follower, request),
          // Each follower's mail is a row, so it holds no more than the letter shows.
          comments: others.slice(0, commentsOfLetterMax).map(({ author, text }) => ({ author, text })),
          more: Math.max(0, others.length - commentsOfLetterMax),
        };
        return [{ userId: follower.id, mail: { ...addressed(follower), template: "board_comments" as const, values } }];
      }),
      next: (last) =>
        enqueueNews(sql, { task: commentNewsTask, key, job: job.map((item) => ({ ...item, after: last })) }),
    };
  });
}

interface Follower {
  id: number;
  username: string;
  email: string;
  language: Language;
}

interface Request {
  id: number;
  title: string;
  /** The title of the request that it was merged into, if followers may see that. */
  duplicate_of: string | null;
}

interface Page {
  mails: { userId: number; mail: Mail }[];
  /** Enqueues the page after the follower of this id. */
  next: (last: number) => Promise<void>;
}

async function tellPage(
  { db, outbox }: TellDeps,
  { thread_id, after }: { thread_id: number; after: number },
  write: (sql: Sql, about: { request: Request; followers: Follower[] }) => Promise<Page>,
): Promise<number> {
  return withinTransaction(db, async (within) => {
    const sql = within.$client;
    const [row] = await sql<RequestRow[]>`
      select f.id, f.title, f.author_id, d.title as duplicate_of,
        f.status in ('open', 'closed') and f.hidden_at is null as is_public
      from feature_requests f
      left join feature_requests d on d.id = f.duplicate_of_id and d.status in ('open', 'closed') and d.hidden_at is null
      where f.thread_id = ${thread_id}`;
    // The request was deleted meanwhile.
    if (!row) return 0;
    const request = { id: Number(row.id), title: row.title, duplicate_of: row.duplicate_of };
    const followers = await readFollowers(sql, {
      thread_id,
      after,
      onlyId: row.is_public ? null : (row.author_id ?? "0"),
    });
    const last = followers.at(-1);
    if (!last) return 0;
    const { mails, next } = await write(sql, { request, followers });
    await within.transaction((tx: Transaction) => outbox.enqueueMany(tx, mails));
    // Called even after the last page: the next job prevents this one from being written again.
    await next(last.id);
    return mails.length;
  });
}

interface RequestRow {
  id: string;
  title: string;
  author_id: string | null;
  duplicate_of: string | null;
  is_public: boolean;
}

/**
 * The followers who want mails and have a verified address. Users who are being deleted are skipped, so that the
 * statement does not wait.
 *
 * @param page.onlyId the only user who may see the request; null: everyone
 */
async function readFollowers(
  sql: Sql,
  { thread_id, after, onlyId }: { thread_id: number; after: number; onlyId: string | null },
): Promise<Follower[]> {
  const rows = await sql<(Omit<Follower, "id"> & { id: string })[]>`
    select u.id, u.username, u.email, u.language from users u
    where u.id > ${after} and u.id in (select user_id from thread_followers where thread_id = ${thread_id})
      and u.email_verified and u.is_active and u.board_mails
      and ${onlyId === null ? sql`true` : sql`u.id = ${onlyId}`}
    order by u.id limit ${pageSize} for key share skip locked`;
  return rows.map((row) => ({ ...row, id: Number(row.id) }));
}

async function readComments(
  sql: Sql,
  ids: number[],
): Promise<{ author_id: number | null; author: string | null; text: string }[]> {
  const rows = await sql<{ author_id: string | null; author: string | null; text: string; form: CommentForm }[]>`
    select c.author_id, u.username as author, c.text, c.form from comments c left join users u on u.id = c.author_id
    where c.id = any(${ids}::bigint[]) and c.deleted_at is null and c.hidden_at is null
    order by c.id`;
  const pace = createPace(charactersAtOnce);
  let characters = 0;
  const comments = [];
  for (const { author_id, author, text, form } of rows) {
    const words = commentWords({ text, ...(form === "markdown" && { blocks: readMarkdown(text) }) });
    comments.push({ author_id: author_id === null ? null : Number(author_id), author, text: commentExcerpt(words) });
    characters += text.length;
    if (pace.isDue(characters)) await pace.giveWay(characters);
  }
  return comments;
}

function addressed({ email, language }: Follower) {
  return { to: email, language };
}

function letterTo(outbox: Outbox, { id, username }: Follower, request: Request) {
  return {
    username,
    title: request.title,
    link: `${outbox.publicUrl}/feature-requests/${request.id}`,
    unsubscribe: outbox.unsubscribe.create({ purpose: "board", userId: id }),
  };
}
