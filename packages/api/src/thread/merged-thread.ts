import type { Database, Sql } from "@daymark/db/connection/client";
import { withinTransaction } from "@daymark/db/connection/within-transaction";
import { ApiError } from "../base/error.ts";
import { lockThreads } from "./source.ts";

/**
 * Threads of requests that are merged with one another, all into one root. An unmerged thread is a family by itself.
 */
export type Family = readonly number[];

/** More than the decisions on one family during one attempt. */
const attemptsMax = 10;

/** Requests were merged with it or separated from it between the read and the lock. */
class FamilyChanged extends Error {
  override readonly name = "FamilyChanged";
}

/**
 * Runs `work` in one transaction while no other call votes on, decides on or deletes any request that these are merged
 * with.
 *
 * @param threadIds threads of the families; they may be of several
 * @param work receives all threads of these families, as they are at its beginning
 */
export async function withFamily<T>(
  db: Database,
  threadIds: readonly number[],
  work: (sql: Sql, family: Family) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await withinTransaction(db, async ({ $client: sql }) => {
        const seen = await readFamily(sql, threadIds);
        await lockThreads(sql, seen);
        const family = await readFamily(sql, threadIds);
        // Locking one more now would break the order: the transaction releases all locks and begins again.
        if (!family.every((id) => seen.includes(id))) throw new FamilyChanged();
        return work(sql, family);
      });
    } catch (error) {
      if (!(error instanceof FamilyChanged)) throw error;
      if (attempt === attemptsMax) throw new ApiError("conflict");
    }
  }
}

async function readFamily(sql: Sql, threadIds: readonly number[]): Promise<number[]> {
  const rows = await sql<{ thread_id: string }[]>`
    with recursive up as (
      select id, duplicate_of_id from feature_requests where thread_id = any(${[...threadIds]}::bigint[])
      union
      select f.id, f.duplicate_of_id from feature_requests f join up on f.id = up.duplicate_of_id
    ),
    down as (
      select id from up
      union
      select f.id from feature_requests f join down on f.duplicate_of_id = down.id
    )
    select f.thread_id from feature_requests f join down on down.id = f.id order by f.thread_id`;
  return rows.map(({ thread_id }) => Number(thread_id));
}

/** Threads of all requests that were merged into a request, directly or not: a part of a statement. */
export function mergedInto(sql: Sql, threadId: number) {
  return sql`
    with recursive down as (
      select id, thread_id from feature_requests
      where duplicate_of_id = (select id from feature_requests where thread_id = ${threadId})
      union
      select f.id, f.thread_id from feature_requests f join down on f.duplicate_of_id = down.id
    )
    select thread_id from down`;
}

/**
 * Restores the carried votes of each request. A user who voted on a request that was merged into it, directly or
 * through others, and not on the request itself, has one carried vote there, equal to their earliest vote.
 *
 * @param family locked
 * @param userId the only user whose votes have changed; if absent, recounts all users
 */
export async function recount(sql: Sql, family: Family, userId?: number): Promise<void> {
  const ids = [...family];
  const whose = userId === undefined ? sql`true` : sql`r.user_id = ${userId}`;
  await sql`
    with recursive down as (
      select thread_id as into_id, id, thread_id from feature_requests where thread_id = any(${ids}::bigint[])
      union
      select down.into_id, f.id, f.thread_id from feature_requests f join down on f.duplicate_of_id = down.id
    ),
    due as (
      select distinct on (down.into_id, r.user_id) down.into_id as thread_id, r.user_id, r.type
      from down join reactions r on r.thread_id = down.thread_id and not r.carried and ${whose}
      where down.into_id <> down.thread_id and not exists (
        select from reactions own
        where own.thread_id = down.into_id and own.user_id = r.user_id and not own.carried
      )
      order by down.into_id, r.user_id, r.id
    ),
    gone as (
      delete from reactions r where r.thread_id = any(${ids}::bigint[]) and r.carried and ${whose} and not exists (
        select from due where due.thread_id = r.thread_id and due.user_id = r.user_id
      )
    )
    insert into reactions as kept (thread_id, user_id, type, carried)
    select thread_id, user_id, type, true from due order by thread_id, user_id
    on conflict (thread_id, user_id) do update set type = excluded.type where kept.type <> excluded.type`;
}

/**
 * Updates whether threads are merged, and recounts the carried votes. The caller calls it after a request was merged,
 * separated or deleted.
 */
export async function settleFamily(sql: Sql, family: Family): Promise<void> {
  await sql`
    update threads t set merged = f.merged
    from (
      select f.thread_id, f.duplicate_of_id is not null or exists (
        select from feature_requests other where other.duplicate_of_id = f.id
      ) as merged
      from feature_requests f where f.thread_id = any(${[...family]}::bigint[])
    ) f
    where t.id = f.thread_id and t.merged <> f.merged`;
  await recount(sql, family);
}
