import * as z from "zod/mini";
import { commentLengthMax } from "../base/bounds.ts";
import { idSchema } from "../base/id.ts";
import { pageMembers } from "../base/pagination.ts";
import { typedText } from "../text/text.ts";

/** What can be reacted to and commented on: a post in all its languages, or a feature request. */
export const threadKinds = ["blog", "feature_request"] as const;
export type ThreadKind = (typeof threadKinds)[number];

export const commentModes = ["open", "closed"] as const;
export type CommentMode = (typeof commentModes)[number];

export const reactionTypes = ["like", "dislike"] as const;
export type ReactionType = (typeof reactionTypes)[number];

export const reportDetailsLengthMax = 500;

/** How long an account is new: so long it may bring along few links, and write little in an hour. */
export const accountNewDays = 7;
/** In one comment or request. */
export const linksOfNewMax = 2;

/** How many links a text has, as whoever wants them to be followed writes them. */
export function linkCount(text: string): number {
  return text.match(/https?:\/\/|\bwww\./gi)?.length ?? 0;
}

/** One's own reaction. */
export const reactionSchema = z.object({ id: z.int(), type: z.enum(reactionTypes) });
export type Reaction = z.infer<typeof reactionSchema>;

/** What setting one answers; `created` is false where it changed the one there was. */
export const reactionSetOutput = z.extend(reactionSchema, { created: z.boolean() });

/** How often a thread is liked and disliked; `mine` is the caller's, null for guests and where there is none. */
export const reactionsSchema = z.object({ likes: z.int(), dislikes: z.int(), mine: z.nullable(reactionSchema) });
export type Reactions = z.infer<typeof reactionsSchema>;

export const commentSchema = z.object({
  id: z.int(),
  /** Empty where it was deleted or hidden, and only its replies keep its place. */
  text: z.string(),
  /** User name; null where the account was deleted, or the comment was. */
  author: z.nullable(z.string()),
  parent_id: z.nullable(z.int()),
  created_at: z.string(),
  edited_at: z.nullable(z.string()),
  /** Whether the caller wrote it. */
  mine: z.boolean(),
  /** Whether an admin wrote it: an answer of those who run the product. */
  by_staff: z.boolean(),
  pinned: z.boolean(),
  state: z.enum(["shown", "deleted", "hidden"]),
  /** In a list: how many replies follow those given here. Absent where none do. */
  replies_left: z.optional(z.int()),
  /** In a list: the cursor with which the same list gives the comment again, followed by its next replies. */
  replies_next: z.optional(z.string()),
});
export type Comment = z.infer<typeof commentSchema>;

/**
 * A page of a thread's comments: `limit` counts those that answer none, pinned first, then oldest first. Each is followed by
 * its first replies, oldest first (`repliesShownMax`); `replies_next` leads to the others. With that as its cursor, the
 * page is one comment and up to `limit` of its replies.
 */
export const commentListSchema = z.object({ results: z.array(commentSchema), next: z.nullable(z.string()) });

const text = typedText({ min: 1, max: commentLengthMax });
/** Members of the calls, to which each kind adds what names its thread in the path. */
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
