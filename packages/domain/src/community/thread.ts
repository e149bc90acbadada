import * as z from "zod/mini";
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

/** Input members to which each kind of thread adds the member that names the thread in the path. */
export const reactionSetMembers = { type: z.enum(reactionTypes) };
export const reportReasons = ["spam", "abuse", "personal_data", "off_topic", "other"] as const;
export type ReportReason = (typeof reportReasons)[number];
export const reportMembers = {
  reason: z.enum(reportReasons),
  details: z.optional(typedText({ min: 0, max: reportDetailsLengthMax })),
};
