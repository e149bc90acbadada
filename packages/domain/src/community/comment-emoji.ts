/** The reactions to a comment, in the order in which they are shown. A user has at most one of each. */
export const commentEmojis = ["thumbs_up", "heart", "hooray", "laugh", "confused", "eyes"] as const;
export type CommentEmoji = (typeof commentEmojis)[number];

/** How many users reacted to a comment with an emoji; `mine` says whether the caller is among them. */
export interface EmojiCount {
  emoji: CommentEmoji;
  count: number;
  mine: boolean;
}
