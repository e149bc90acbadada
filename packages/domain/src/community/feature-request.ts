import * as z from "zod/mini";
import { idSchema } from "../base/id.ts";
import { answeredInstantSchema } from "../base/instant.ts";
import { pageMembers } from "../base/pagination.ts";
import { firstBroken, lengthTo, readable, typedText } from "../text/text.ts";
import {
  categories,
  closeReasons,
  replyLengthMax,
  requestSorts,
  requestStages,
  requestStatuses,
  requestTitleLength,
  searchLengthMax,
  stageFilters,
} from "./request-kind.ts";
import { reactionsSchema, reportMembers } from "./thread.ts";

/** A request in a list or as the target of a merge. */
export const requestLinkSchema = z.object({
  id: z.int(),
  title: z.string(),
  status: z.enum(requestStatuses),
});
export type RequestLink = z.infer<typeof requestLinkSchema>;

export const featureRequestSchema = z.object({
  id: z.int(),
  title: z.string(),
  details: z.string(),
  category: z.enum(categories),
  status: z.enum(requestStatuses),
  /** How far the work on an open request is; null if it is under consideration, or not open. */
  stage: z.nullable(z.enum(requestStages)),
  /** The reason of a closed request; null if it is not closed or the admin gave none. */
  reason: z.nullable(z.enum(closeReasons)),
  /** The admins' public answer. */
  reply: z.nullable(z.string()),
  /** User name; null if the account was deleted. */
  author: z.nullable(z.string()),
  mine: z.boolean(),
  reactions: reactionsSchema,
  comment_count: z.int(),
  created_at: answeredInstantSchema,
  updated_at: answeredInstantSchema,
  /** Whether the author gets mail about the request; null for everyone else. */
  notify_me: z.nullable(z.boolean()),
  /** Whether the caller follows the request; always false for guests. */
  following: z.boolean(),
  /** When the request was created, last commented on, or last changed its status. */
  active_at: answeredInstantSchema,
  /** The request that this one was merged into. */
  duplicate_of: z.nullable(requestLinkSchema),
  pinned: z.boolean(),
  /** Hidden by an admin: only its author and admins see it. */
  hidden: z.boolean(),
  comments: z.enum(["open", "closed"]),
});
export type FeatureRequest = z.infer<typeof featureRequestSchema>;

export const requestListSchema = z.object({ results: z.array(featureRequestSchema), next: z.nullable(z.string()) });

export const requestListInput = z.strictObject({
  ...pageMembers,
  status: z.optional(z.enum(requestStatuses)),
  /** Why the request is closed. Only a closed request has a reason. */
  reason: z.optional(z.enum(closeReasons)),
  /** How far the work is. Only an open request has a stage; `none` finds the open ones without. */
  stage: z.optional(z.enum(stageFilters)),
  category: z.optional(z.enum(categories)),
  mine: z.optional(z.boolean()),
  search: z.optional(typedText({ min: 0, max: searchLengthMax })),
  sort: z.optional(z.enum(requestSorts)),
});
export type RequestListInput = z.infer<typeof requestListInput>;

export const requestIdInput = z.strictObject({ id: idSchema });
/** The request in a path that ends with a comment or a reaction. */
export const requestPath = { feature_request_id: idSchema };
/** A user reports that a request breaks the rules. */
export const requestReportInput = z.strictObject({ id: idSchema, ...reportMembers });

const reply = z.optional(z.nullable(typedText({ min: 0, max: replyLengthMax })));
/**
 * Input of reject and pend. If `reply` is absent, `keepsReply` of decision.ts decides whether the old one
 * stays. Null or an empty text deletes it.
 */
export const requestDecideInput = z.strictObject({ id: idSchema, reply });
/** Input of open. If `stage` is absent, `stageAfter` of decision.ts decides whether the old one stays. */
export const requestOpenInput = z.strictObject({
  id: idSchema,
  reply,
  stage: z.optional(z.nullable(z.enum(requestStages))),
});
export const requestCloseInput = z
  .strictObject({ id: idSchema, reply, reason: z.optional(z.enum(closeReasons)), duplicate_of: z.optional(idSchema) })
  .check(
    z.refine((input) => input.duplicate_of === undefined || (input.reason ?? "duplicate") === "duplicate", {
      error: "duplicate_reason_differs",
      path: ["reason"],
    }),
  );

/** Returns similar requests, best first, at most five. */
export const requestSimilarInput = z.strictObject({
  title: z.string().check(firstBroken([lengthTo(requestTitleLength.max), readable])),
});
export const requestSimilarOutput = z.object({
  results: z.array(z.extend(requestLinkSchema, { category: z.enum(categories), likes: z.int() })),
});
