import type { Sql } from "@daymark/db/connection/client";
import { type CommentEmoji, commentEmojis, type EmojiCount } from "@daymark/domain/community/comment-emoji";

/**
 * A column with the reactions to a comment, null if there are none: a part of a statement whose comment is `c`.
 *
 * @param userId the caller; null for a guest
 */
export function reactionsColumn(sql: Sql, userId: number | null) {
  return sql`(
    select json_object_agg(r.emoji, json_build_array(r.count, r.mine)) from (
      select emoji, count(*)::int, coalesce(bool_or(user_id = ${userId}::bigint), false) as mine
      from comment_reactions where comment_id = c.id group by emoji
    ) r
  ) as reactions`;
}

/** The value of {@link reactionsColumn}. */
export type ReactionsColumn = { [Emoji in CommentEmoji]?: [count: number, mine: boolean] } | null;

/** In the order in which they are shown; an emoji that only a newer version knows is left out. */
export function toEmojiCounts(column: NonNullable<ReactionsColumn>): EmojiCount[] {
  return commentEmojis.flatMap((emoji) => {
    const [count, mine] = column[emoji] ?? [0, false];
    return count > 0 ? [{ emoji, count, mine }] : [];
  });
}
