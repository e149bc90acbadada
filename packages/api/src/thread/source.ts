import type { CallingUser } from "@daymark/auth/session/caller";
import type { Database, Sql } from "@daymark/db/connection/client";
import { withinTransaction } from "@daymark/db/connection/within-transaction";
import type { CommentMode, ThreadKind } from "@daymark/domain/community/thread";
import { ApiError } from "../base/error.ts";
import type { Context } from "../procedure/context.ts";

/** Who writes what others read. */
export type Writer = Pick<Context, "db" | "limits" | "now" | "caller"> & { user: CallingUser };

/** Who reads it: guests have no caller. */
export type Reader = Pick<Context, "caller" | "now">;

/** How a router names the thread that a call is about. */
export interface ThreadSource {
  kind: ThreadKind;
  /** A query of its id; of no row where it is not there, or not for the caller to see. */
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
 * Does something to a thread in one transaction. Whatever writes in a thread locks it first, and what is in it, or
 * refers to a user, afterwards; of several threads the lowest id first. So nobody waits for each other in a circle, also
 * where a user goes with all that they wrote (account/delete.ts). It is the lock that foreign keys ignore.
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

/** Locks threads in the order in which all do. */
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
 * It is two seconds for each lock, less than for the locks of a user, because a thread is locked for some milliseconds and everybody can
 * write in it: calls that wait for one thread could take all connections.
 */
export function threadLockTimeout(sql: Sql) {
  // OFFSET keeps it from becoming part of a greater query, which might have no use for it.
  return sql`(select set_config('lock_timeout', '2s', true) offset 0)`;
}

type ThreadRow = Omit<Thread, "id"> & { id: string };

function toThread(row: ThreadRow | undefined, { kind }: ThreadSource): Thread {
  if (!row) throw new ApiError(`${kind}_not_found`);
  return { ...row, id: Number(row.id) };
}

/** True for what a person who is banned must not write now: a part of a statement. */
export function isBanned(sql: Sql, { user, now }: Pick<Writer, "user" | "now">) {
  return sql`exists (
    select from bans where user_id = ${user.id} and (until is null or until > ${new Date(now()).toISOString()}::timestamptz)
  )`;
}
