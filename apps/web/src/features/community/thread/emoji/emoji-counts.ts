import { type CommentEmoji, commentEmojis, type EmojiCount } from "@daymark/domain/community/comment-emoji";

/**
 * The counts after the user's own reactions change, in the order of all emojis, without unused ones.
 *
 * @param own whether the user reacts with an emoji; the others are as the server said
 */
export function countedWithOwn(
  given: readonly EmojiCount[],
  own: ReadonlyMap<CommentEmoji, boolean>,
): readonly EmojiCount[] {
  return commentEmojis.flatMap((emoji) => {
    const { count, mine: was } = given.find((each) => each.emoji === emoji) ?? { count: 0, mine: false };
    const mine = own.get(emoji) ?? was;
    const now = count + Number(mine) - Number(was);
    return now > 0 ? [{ emoji, count: now, mine }] : [];
  });
}
