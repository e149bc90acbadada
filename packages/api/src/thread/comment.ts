import type { Sql } from "@daymark/db/connection/client";
import type { Comment, CommentForm } from "@daymark/domain/community/comment";
import { ApiError } from "../base/error.ts";
import { readComment } from "./comment-list.ts";
import { enqueueCommentNews } from "./news.ts";
import { findThread, type ThreadSource, type Writer, withThread } from "./source.ts";
import { readStanding, requireWriter } from "./writer.ts";

/**
 * Adds a comment to a thread, or a reply to a comment. A reply to a reply is added beside it: replies have one level.
 *
 * @throws ApiError banned; permission_denied if comments are closed and the writer is no admin; too_many_requests;
 *   validation_failed (parent_unknown, links_too_many); …_not_found
 */
export async function createComment(
  ctx: Writer,
  source: ThreadSource,
  { text, form = "plain", parent_id }: Written & { parent_id?: number | undefined },
): Promise<Comment> {
  // A call for a missing thread fails before it counts against a limit.
  await findThread(ctx.db.$client, source);
  await requireWriter(ctx, { text }, "comment");
  return withThread(ctx.db, source, async (sql, thread) => {
    if (thread.comments === "closed" && !ctx.user.is_staff) throw new ApiError("permission_denied");
    const parentId = parent_id === undefined ? null : await findParent(sql, thread.id, parent_id);
    const [row] = await sql<[{ id: string }]>`
      insert into comments (thread_id, author_id, parent_id, text, form)
      values (${thread.id}, ${ctx.user.id}, ${parentId}, ${text}, ${form}) returning id`;
    const id = Number(row.id);
    await enqueueCommentNews(sql, { thread_id: thread.id, comment_id: id, author_id: ctx.user.id });
    return readComment(sql, { threadId: thread.id, id }, ctx.user);
  });
}

interface Written {
  text: string;
  form?: CommentForm | undefined;
}

/** @throws ApiError validation_failed if there is no readable comment to reply to */
async function findParent(sql: Sql, threadId: number, id: number): Promise<number> {
  const [parent] = await sql<{ id: string; parent_id: string | null }[]>`
    select id, parent_id from comments
    where id = ${id} and thread_id = ${threadId} and deleted_at is null and hidden_at is null`;
  if (!parent) throw new ApiError("validation_failed", { fields: { parent_id: [{ code: "parent_unknown" }] } });
  return Number(parent.parent_id ?? parent.id);
}

/**
 * Changes the caller's own comment; an admin may not change another user's text.
 *
 * @throws ApiError banned; permission_denied if it is another user's; validation_failed (links_too_many);
 *   too_many_requests; …_comment_not_found, …_not_found
 */
export async function updateComment(
  ctx: Writer,
  source: ThreadSource,
  { id, text, form }: Written & { id: number },
): Promise<Comment> {
  const sql = ctx.db.$client;
  const thread = await findThread(sql, source);
  const { author_id } = await findComment(sql, ctx, source, { threadId: thread.id, id });
  if (author_id !== ctx.user.id) throw new ApiError("permission_denied");
  await requireWriter(ctx, { text }, "change");
  const changed = await sql`
    update comments set text = ${text}, form = coalesce(${form ?? null}, form),
      edited_at = case when text = ${text} and form = coalesce(${form ?? null}, form) then edited_at else now() end
    where id = ${id} and deleted_at is null returning 1`;
  if (changed.length === 0) throw new ApiError(`${source.kind}_comment_not_found`);
  return readComment(sql, { threadId: thread.id, id }, ctx.user);
}

/**
 * Deletes a comment, for its author or an admin. If it has replies, its place stays, without text or name, until the
 * last of them is deleted.
 *
 * @throws ApiError permission_denied if it is another user's; session_terminated if the caller was deleted;
 *   …_comment_not_found, …_not_found
 */
export function deleteComment(ctx: Writer, source: ThreadSource, id: number): Promise<void> {
  return withThread(ctx.db, source, async (sql, thread) => {
    const { author_id } = await findComment(sql, ctx, source, { threadId: thread.id, id });
    if (author_id !== ctx.user.id && !ctx.user.is_staff) {
      // If the caller was deleted while waiting for the thread's lock, the comment may have been theirs.
      await readStanding(sql, ctx);
      throw new ApiError("permission_denied");
    }
    await removeComment(sql, id);
  });
}

/** The caller holds the thread's lock. */
export async function removeComment(sql: Sql, id: number): Promise<void> {
  const [removed] = await sql<{ parent_id: string | null }[]>`
    delete from comments c where id = ${id} and not exists (select from comments where parent_id = c.id)
    returning parent_id`;
  if (!removed) {
    await sql`
      update comments set text = '', author_id = null, deleted_at = now(), edited_at = null, pinned_at = null
      where id = ${id}`;
    // Without the text there is nothing left to moderate or to react to.
    await sql`delete from reports where comment_id = ${id}`;
    await sql`delete from comment_reactions where comment_id = ${id}`;
  } else if (removed.parent_id !== null) {
    await sql`
      delete from comments c where id = ${removed.parent_id} and deleted_at is not null
        and not exists (select from comments where parent_id = c.id)`;
  }
}

/**
 * A deleted comment does not exist, and a hidden one only for those who may see it.
 *
 * @throws ApiError …_comment_not_found
 */
export async function findComment(
  sql: Sql,
  ctx: Pick<Writer, "user">,
  { kind }: Pick<ThreadSource, "kind">,
  { threadId, id }: { threadId: number; id: number },
): Promise<{ author_id: number | null }> {
  const [row] = await sql<{ author_id: string | null; hidden_at: string | null }[]>`
    select author_id, hidden_at from comments
    where id = ${id} and thread_id = ${threadId} and deleted_at is null`;
  const author_id = row?.author_id == null ? null : Number(row.author_id);
  const isThere = row && (row.hidden_at === null || ctx.user.is_staff || author_id === ctx.user.id);
  if (!isThere) throw new ApiError(`${kind}_comment_not_found`);
  return { author_id };
}
