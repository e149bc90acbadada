import * as z from "zod/mini";
import { commentLengthMax } from "../base/bounds.ts";
import { idSchema } from "../base/id.ts";
import { answeredInstantSchema } from "../base/instant.ts";
import { pageMembers } from "../base/pagination.ts";
import { typedText } from "../text/text.ts";
import { commentEmojis } from "./comment-emoji.ts";
import { spansSchema } from "./rich-text-input.ts";

/** How the text of a comment was written. */
export const commentForms = ["plain", "markdown"] as const;
export type CommentForm = (typeof commentForms)[number];

const marking = { text: z.string(), spans: spansSchema };

/** A part of a comment in Markdown, in the form of a post's blocks. All of its text is plain: there is no HTML. */
export const commentBlockSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("paragraph"), ...marking }),
  z.object({
    kind: z.literal("list"),
    ordered: z.boolean(),
    /** The number of the first item of an ordered list, if it is not 1. */
    start: z.optional(z.int()),
    items: z.array(z.object({ ...marking, level: z.optional(z.int()) })),
  }),
  z.object({ kind: z.literal("quote"), ...marking }),
  z.object({ kind: z.literal("code"), text: z.string() }),
]);
export type CommentBlock = z.infer<typeof commentBlockSchema>;

export const emojiCountSchema = z.object({ emoji: z.enum(commentEmojis), count: z.int(), mine: z.boolean() });

export const commentSchema = z.object({
  id: z.int(),
  /** Empty if the comment was deleted or hidden. It stays in the list only because it has replies. */
  text: z.string(),
  form: z.enum(commentForms),
  /**
   * What the Markdown says, for readers; absent if the form is plain. The text as it was typed is the only block if
   * the comment has too many lines or marks, or if the longer comments of its page have.
   */
  blocks: z.optional(z.array(commentBlockSchema)),
  /** User name; null if the account or the comment was deleted. */
  author: z.nullable(z.string()),
  parent_id: z.nullable(z.int()),
  created_at: answeredInstantSchema,
  edited_at: z.nullable(answeredInstantSchema),
  /** Whether the caller wrote it. */
  mine: z.boolean(),
  /** Whether an admin wrote the comment, as an official answer. */
  by_staff: z.boolean(),
  pinned: z.boolean(),
  state: z.enum(["shown", "deleted", "hidden"]),
  /** In the order of `commentEmojis`, without unused ones; absent if there are no reactions. */
  reactions: z.optional(z.array(emojiCountSchema)),
  /** In a list: how many more replies follow those returned here. Absent if none do. */
  replies_left: z.optional(z.int()),
  /** In a list: the cursor with which the list returns this comment again, followed by its next replies. */
  replies_next: z.optional(z.string()),
});
export type Comment = z.infer<typeof commentSchema>;

/**
 * A page of a thread's comments. `limit` counts comments that are no replies: pinned first, then oldest first. Each is
 * followed by its first replies, oldest first (`repliesShownMax`); `replies_next` leads to the others. With that
 * cursor, the page is one comment and up to `limit` of its replies.
 */
export const commentListSchema = z.object({ results: z.array(commentSchema), next: z.nullable(z.string()) });

const text = typedText({ min: 1, max: commentLengthMax });
/** Input members to which each kind of thread adds the member that names the thread in the path. */
export const commentListMembers = pageMembers;
/** A text without a form is plain. */
const form = z.optional(z.enum(commentForms));
export const commentCreateMembers = { text, form, parent_id: z.optional(idSchema) };
/** Without a form, the text keeps the one it has. */
export const commentUpdateMembers = { text, form };
/** The comment is in the path, as is the emoji. */
export const commentReactionMembers = { id: idSchema, emoji: z.enum(commentEmojis) };
