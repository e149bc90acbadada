import type { CallingUser } from "@daymark/auth/session/caller";
import type { Database, Sql } from "@daymark/db/connection/client";
import { withinTransaction } from "@daymark/db/connection/within-transaction";
import type { CommentMode, ThreadKind } from "@daymark/domain/community/thread";
import { ApiError } from "../base/error.ts";
import type { Context } from "../procedure/context.ts";

/** The user who writes public content. */
export type Writer = Pick<Context, "db" | "services" | "now" | "caller"> & { user: CallingUser };

/** The reader of public content: guests have no caller. */
export type Reader = Pick<Context, "caller" | "now">;

/** The user whose view of public content is read, who need not be the caller. */
export type Viewer = { caller: { user: Pick<CallingUser, "id" | "is_staff"> } | null };

/** How a router identifies the thread of a call. */
export interface ThreadSource {
  kind: ThreadKind;
  /** A query of its id; it returns no row if the thread is missing or the caller may not see it. */
  select: (sql: Sql) => ReturnType<Sql>;
}

export interface Thread {
  id: number;
  comments: CommentMode;
  merged: boolean;
}

/** @throws ApiError blog_not_found, feature_request_not_found */
export async function findThread(sql: Sql, source: ThreadSource): Promise<Thread> {
  const [row] = await sql<ThreadRow[]>`
    select id, comments, merged from threads where id = (${source.select(sql)})`;
  return toThread(row, source);
}

/**
 * Runs `work` on a thread in one transaction. Every write in a thread locks the thread first, and then its rows or the
 * rows that refer to a user; of several threads, the lowest id first. So transactions do not deadlock, even if a user
 * is deleted with all that they wrote (account/delete.ts). Foreign keys do not conflict with this lock.
 *
 * @throws ApiError blog_not_found, feature_request_not_found
 */
export function withThread<T>(
  db: Database,
  source: ThreadSource,
  work: (sql: Sql, thread: Thread) => Promise<T>,
): Promise<T> {
  return withinTransaction(db, async ({ $client: sql }) => {
    const [row] = await sql<ThreadRow[]>`
      select id, comments, merged from threads, ${threadLockTimeout(sql)} timeout
      where id = (${source.select(sql)}) for no key update of threads`;
    return work(sql, toThread(row, source));
  });
}

/** Locks threads in the order that every transaction uses. */
export async function lockThreads(sql: Sql, ids: readonly number[]): Promise<void> {
  await sql`
    select from threads, ${threadLockTimeout(sql)} timeout
    where id = any(${[...ids]}::bigint[]) order by id for no key update of threads`;
}

/**
 * A subquery of one row that sets how long the transaction waits for each lock from now on. A statement that locks threads
 * reads from it: PostgreSQL evaluates it before it locks the rows. Then it ends the statement (55P03), and the call is
 * `unavailable`.
 *
 * It is two seconds for each lock, less than for the locks of a user, because a thread is locked for some milliseconds and every user can
 * write in it: calls that wait for one thread could take all connections.
 */
export function threadLockTimeout(sql: Sql) {
  // OFFSET keeps PostgreSQL from merging it into the outer query, which might not evaluate it.
  return sql`(select set_config('lock_timeout', '2s', true) offset 0)`;
}

type ThreadRow = Omit<Thread, "id"> & { id: string };

function toThread(row: ThreadRow | undefined, { kind }: ThreadSource): Thread {
  if (!row) throw new ApiError(`${kind}_not_found`);
  return { ...row, id: Number(row.id) };
}

/** Whether the user is banned now: a part of a statement. */
export function isBanned(sql: Sql, { user, now }: Pick<Writer, "user" | "now">) {
  return sql`exists (
    select from bans where user_id = ${user.id} and (until is null or until > ${new Date(now()).toISOString()}::timestamptz)
  )`;
}
