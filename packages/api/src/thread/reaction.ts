import type { Sql } from "@daymark/db/connection/client";
import type { Reaction, ReactionType } from "@daymark/domain/community/thread";
import { ApiError } from "../base/error.ts";
import { limit } from "../procedure/rate-limit.ts";
import { mergedInto, recount, withFamily } from "./merged-thread.ts";
import {
  findThread,
  isBanned,
  type Thread,
  type ThreadSource,
  threadLockTimeout,
  type Writer,
  withThread,
} from "./source.ts";

/**
 * Sets the caller's reaction; an existing reaction of the user in the thread keeps its id. It is one statement beside
 * the counter's, which locks the thread first, so that 20 parallel calls are one vote. Only merged requests need more
 * statements.
 *
 * @throws ApiError banned; too_many_requests; blog_not_found, feature_request_not_found
 */
export async function setReaction(
  ctx: Writer,
  source: ThreadSource,
  type: ReactionType,
): Promise<Reaction & { created: boolean }> {
  await limit(ctx, "reaction", ctx.user.id);
  const sql = ctx.db.$client;
  const [row] = await sql<SetRow[]>`
    with thread as (
      select id, merged from threads, ${threadLockTimeout(sql)} timeout
      where id = (${source.select(sql)}) for no key update of threads
    ),
    reaction as (
      insert into reactions (thread_id, user_id, type)
      select id, ${ctx.user.id}, ${type} from thread where not merged and not ${isBanned(sql, ctx)}
      on conflict (thread_id, user_id) do update set type = excluded.type, carried = false
      -- Of a row that was there already it is who locked it to change it.
      returning id, xmax = 0 as created
    )
    select reaction.id, reaction.created, thread.merged from thread left join reaction on true`;
  if (!row) throw new ApiError(`${source.kind}_not_found`);
  if (row.id !== null) return { id: Number(row.id), type, created: row.created };
  if (!row.merged) throw new ApiError("banned");
  return setMergedReaction(ctx, source, type);
}

type SetRow = { merged: boolean } & ({ id: string; created: boolean } | { id: null; created: null });

async function setMergedReaction(ctx: Writer, source: ThreadSource, type: ReactionType) {
  await requireNoBan(ctx);
  const { id: threadId } = await findThread(ctx.db.$client, source);
  return withFamily(ctx.db, [threadId], async (sql, family) => {
    // The thread was deleted while this call waited for its lock.
    if (!family.includes(threadId)) throw new ApiError(`${source.kind}_not_found`);
    const [row] = await sql<[{ id: string; created: boolean }]>`
      insert into reactions (thread_id, user_id, type) values (${threadId}, ${ctx.user.id}, ${type})
      on conflict (thread_id, user_id) do update set type = excluded.type, carried = false
      returning id, xmax = 0 as created`;
    await recount(sql, family, ctx.user.id);
    return { id: Number(row.id), type, created: row.created };
  });
}

/**
 * Turns a like into a dislike, or the reverse.
 *
 * @throws ApiError banned; permission_denied if it is another user's; too_many_requests; …_reaction_not_found,
 *   …_not_found
 */
export function updateReaction(
  ctx: Writer,
  source: ThreadSource,
  { id, type }: { id: number; type: ReactionType },
): Promise<Reaction> {
  return changeReaction(ctx, source, id, async (sql) => {
    await requireNoBan(ctx, sql);
    // A reaction that was carried from a duplicate now belongs to this thread.
    await sql`update reactions set type = ${type}, carried = false where id = ${id}`;
    return { id, type };
  });
}

/**
 * Deletes a reaction, also from the requests that were merged into this one: otherwise it would return with the next
 * change of one of them.
 *
 * @throws ApiError permission_denied if it is another user's; too_many_requests; …_reaction_not_found, …_not_found
 */
export function deleteReaction(ctx: Writer, source: ThreadSource, id: number): Promise<void> {
  return changeReaction(ctx, source, id, async (sql, thread) => {
    await sql`delete from reactions where id = ${id}`;
    if (thread.merged) {
      await sql`delete from reactions where user_id = ${ctx.user.id} and thread_id in (${mergedInto(sql, thread.id)})`;
    }
  });
}

async function changeReaction<T>(
  ctx: Writer,
  source: ThreadSource,
  id: number,
  change: (sql: Sql, thread: Thread) => Promise<T>,
): Promise<T> {
  const requireOwn = async (sql: Sql, thread: Thread) => {
    const [row] = await sql<{ user_id: string }[]>`
      select user_id from reactions where id = ${id} and thread_id = ${thread.id} for update`;
    if (!row) throw new ApiError(`${source.kind}_reaction_not_found`);
    if (Number(row.user_id) !== ctx.user.id) throw new ApiError("permission_denied");
  };
  await limit(ctx, "reaction", ctx.user.id);
  const plain = await withThread(ctx.db, source, async (sql, thread) => {
    if (thread.merged) return { thread };
    await requireOwn(sql, thread);
    return { thread, done: { value: await change(sql, thread) } };
  });
  if (plain.done) return plain.done.value;
  const { thread } = plain;
  return withFamily(ctx.db, [thread.id], async (sql, family) => {
    await requireOwn(sql, thread);
    const value = await change(sql, thread);
    await recount(sql, family, ctx.user.id);
    return value;
  });
}

async function requireNoBan(ctx: Writer, sql: Sql = ctx.db.$client): Promise<void> {
  const [row] = await sql<[{ banned: boolean }]>`select ${isBanned(sql, ctx)} as banned`;
  if (row.banned) throw new ApiError("banned");
}
