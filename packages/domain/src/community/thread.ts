import * as z from "zod/mini";
import { commentLengthMax } from "../base/bounds.ts";
import { idSchema } from "../base/id.ts";
import { pageMembers } from "../base/pagination.ts";
import { typedText } from "../text/text.ts";

/** What has reactions and comments: a post with all its languages, or a feature request. */
export const threadKinds = ["blog", "feature_request"] as const;
export type ThreadKind = (typeof threadKinds)[number];

export const commentModes = ["open", "closed"] as const;
export type CommentMode = (typeof commentModes)[number];

export const reactionTypes = ["like", "dislike"] as const;
export type ReactionType = (typeof reactionTypes)[number];

export const reportDetailsLengthMax = 500;

/** How many links a text has, in the forms that authors write so that readers can follow them. */
export function linkCount(text: string): number {
  return text.match(/https?:\/\/|\bwww\./gi)?.length ?? 0;
}

/** The caller's reaction. */
export const reactionSchema = z.object({ id: z.int(), type: z.enum(reactionTypes) });
export type Reaction = z.infer<typeof reactionSchema>;

/** `created` is false if the call changed an existing reaction. */
export const reactionSetOutput = z.extend(reactionSchema, { created: z.boolean() });

/** The likes and dislikes of a thread; `mine` is the caller's reaction, null for a guest or a caller without one. */
export const reactionsSchema = z.object({ likes: z.int(), dislikes: z.int(), mine: z.nullable(reactionSchema) });
export type Reactions = z.infer<typeof reactionsSchema>;

export const commentSchema = z.object({
  id: z.int(),
  /** Empty if the comment was deleted or hidden. It stays in the list only because it has replies. */
  text: z.string(),
  /** User name; null if the account or the comment was deleted. */
  author: z.nullable(z.string()),
  parent_id: z.nullable(z.int()),
  created_at: z.string(),
  edited_at: z.nullable(z.string()),
  /** Whether the caller wrote it. */
  mine: z.boolean(),
  /** Whether an admin wrote the comment, as an official answer. */
  by_staff: z.boolean(),
  pinned: z.boolean(),
  state: z.enum(["shown", "deleted", "hidden"]),
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
export const reactionSetMembers = { type: z.enum(reactionTypes) };
export const commentListMembers = pageMembers;
export const commentCreateMembers = { text, parent_id: z.optional(idSchema) };
export const commentUpdateMembers = { text };

export const reportReasons = ["spam", "abuse", "personal_data", "off_topic", "other"] as const;
export type ReportReason = (typeof reportReasons)[number];
export const reportMembers = {
  reason: z.enum(reportReasons),
  details: z.optional(typedText({ min: 0, max: reportDetailsLengthMax })),
};
