import type { CommentEmoji, EmojiCount } from "@daymark/domain/community/comment-emoji";
import { ApiError } from "../base/error.ts";
import { limit } from "../procedure/rate-limit.ts";
import { findComment } from "./comment.ts";
import { type ThreadSource, type Writer, withThread } from "./source.ts";
import { readStanding } from "./writer.ts";

interface Reacted {
  /** Of the comment. */
  id: number;
  emoji: CommentEmoji;
}

/**
 * Sets the caller's reaction to a comment; a repeat changes nothing. Those may react who may comment: where comments are
 * closed, only admins.
 *
 * @returns the comment's users of that emoji
 * @throws ApiError banned; permission_denied if comments are closed; too_many_requests; …_comment_not_found, …_not_found
 */
export async function setCommentReaction(
  ctx: Writer,
  source: ThreadSource,
  { id, emoji }: Reacted,
): Promise<EmojiCount> {
  await limit(ctx, "reaction", ctx.user.id);
  return withThread(ctx.db, source, async (sql, thread) => {
    await findComment(sql, ctx, source, { threadId: thread.id, id });
    if ((await readStanding(sql, ctx)).banned) throw new ApiError("banned");
    if (thread.comments === "closed" && !ctx.user.is_staff) throw new ApiError("permission_denied");
    await sql`
      insert into comment_reactions (comment_id, user_id, emoji) values (${id}, ${ctx.user.id}, ${emoji})
      on conflict do nothing`;
    const [row] = await sql<[{ count: number }]>`
      select count(*)::int from comment_reactions where comment_id = ${id} and emoji = ${emoji}`;
    return { emoji, count: row.count, mine: true };
  });
}

/**
 * Removes the caller's reaction to a comment, if there is one. A banned user may do it too, and comments may be closed.
 *
 * @throws ApiError too_many_requests; …_comment_not_found, …_not_found
 */
export async function deleteCommentReaction(ctx: Writer, source: ThreadSource, { id, emoji }: Reacted): Promise<void> {
  await limit(ctx, "reaction", ctx.user.id);
  await withThread(ctx.db, source, async (sql, thread) => {
    await findComment(sql, ctx, source, { threadId: thread.id, id });
    await sql`delete from comment_reactions where comment_id = ${id} and user_id = ${ctx.user.id} and emoji = ${emoji}`;
  });
}
