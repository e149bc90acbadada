import { idSchema } from "@daymark/domain/base/id";
import { success } from "@daymark/domain/base/successes";
import {
  commentCreateMembers,
  commentListMembers,
  commentListSchema,
  commentReactionMembers,
  commentSchema,
  commentUpdateMembers,
  emojiCountSchema,
} from "@daymark/domain/community/comment";
import { requestPath } from "@daymark/domain/community/feature-request";
import { reportMembers } from "@daymark/domain/community/thread";
import * as z from "zod/mini";
import { optionalProcedure, router, verifiedProcedure } from "../procedure/trpc.ts";
import { createComment, deleteComment, updateComment } from "../thread/comment.ts";
import { getComment, listComments } from "../thread/comment-list.ts";
import { deleteCommentReaction, setCommentReaction } from "../thread/comment-reaction.ts";
import { report } from "../thread/report.ts";
import { threadOfRequest } from "./source.ts";

/** Reactions to a comment: a user has at most one of each emoji. */
const reactionRouter = router({
  set: verifiedProcedure
    .meta({
      openapi: {
        method: "PUT",
        path: "/feature-requests/{feature_request_id}/comments/{id}/reactions/{emoji}/",
        summary: "React to a comment; a repeat changes nothing",
      },
      invalidates: ["board"],
      featureSwitch: "comments",
      errors: ["feature_request_not_found", "feature_request_comment_not_found", "banned", "too_many_requests"],
    })
    .input(z.strictObject({ ...requestPath, ...commentReactionMembers }))
    .output(emojiCountSchema)
    .mutation(({ ctx, input: { feature_request_id, ...reacted } }) =>
      setCommentReaction(ctx, threadOfRequest(ctx, feature_request_id), reacted),
    ),

  delete: verifiedProcedure
    .meta({
      openapi: {
        method: "DELETE",
        path: "/feature-requests/{feature_request_id}/comments/{id}/reactions/{emoji}/",
        summary: "Remove the caller's reaction to a comment, if there is one",
      },
      invalidates: ["board"],
      errors: ["feature_request_not_found", "feature_request_comment_not_found", "too_many_requests"],
    })
    .input(z.strictObject({ ...requestPath, ...commentReactionMembers }))
    .output(success)
    .mutation(async ({ ctx, input: { feature_request_id, ...reacted } }) => {
      await deleteCommentReaction(ctx, threadOfRequest(ctx, feature_request_id), reacted);
      return { detail: "feature_request_reaction_deleted" };
    }),
});

/** Comments on a feature request. */
export const requestCommentRouter = router({
  list: optionalProcedure
    .meta({
      openapi: {
        method: "GET",
        path: "/feature-requests/{feature_request_id}/comments/",
        summary: "List the comments of a feature request, pinned first, then oldest first",
      },
      errors: ["feature_request_not_found", "invalid_cursor"],
    })
    .input(z.strictObject({ ...requestPath, ...commentListMembers }))
    .output(commentListSchema)
    .query(({ ctx, input: { feature_request_id, ...page } }) =>
      listComments(ctx, threadOfRequest(ctx, feature_request_id), page),
    ),

  get: optionalProcedure
    .meta({
      openapi: {
        method: "GET",
        path: "/feature-requests/{feature_request_id}/comments/{id}/",
        summary: "Get a comment or reply",
      },
      errors: ["feature_request_not_found", "feature_request_comment_not_found"],
    })
    .input(z.strictObject({ ...requestPath, id: idSchema }))
    .output(commentSchema)
    .query(({ ctx, input: { feature_request_id, id } }) =>
      getComment(ctx, threadOfRequest(ctx, feature_request_id), id),
    ),

  create: verifiedProcedure
    .meta({
      openapi: {
        method: "POST",
        path: "/feature-requests/{feature_request_id}/comments/",
        summary: "Comment on a feature request or reply to a comment",
        status: 201,
      },
      invalidates: ["board"],
      featureSwitch: "comments",
      errors: ["feature_request_not_found", "banned", "too_many_requests"],
    })
    .input(z.strictObject({ ...requestPath, ...commentCreateMembers }))
    .output(commentSchema)
    .mutation(({ ctx, input: { feature_request_id, ...comment } }) =>
      createComment(ctx, threadOfRequest(ctx, feature_request_id), comment),
    ),

  update: verifiedProcedure
    .meta({
      openapi: {
        method: "PATCH",
        path: "/feature-requests/{feature_request_id}/comments/{id}/",
        summary: "Change a comment",
      },
      invalidates: ["board"],
      errors: ["feature_request_not_found", "feature_request_comment_not_found", "banned", "too_many_requests"],
    })
    .input(z.strictObject({ ...requestPath, id: idSchema, ...commentUpdateMembers }))
    .output(commentSchema)
    .mutation(({ ctx, input: { feature_request_id, ...change } }) =>
      updateComment(ctx, threadOfRequest(ctx, feature_request_id), change),
    ),

  delete: verifiedProcedure
    .meta({
      openapi: {
        method: "DELETE",
        path: "/feature-requests/{feature_request_id}/comments/{id}/",
        summary: "Delete a comment",
      },
      audit: { target: ["feature_request_comment {id}"] },
      invalidates: ["board"],
      errors: ["feature_request_not_found", "feature_request_comment_not_found"],
    })
    .input(z.strictObject({ ...requestPath, id: idSchema }))
    .output(success)
    .mutation(async ({ ctx, input: { feature_request_id, id } }) => {
      await deleteComment(ctx, threadOfRequest(ctx, feature_request_id), id);
      return { detail: "feature_request_comment_deleted" };
    }),

  report: verifiedProcedure
    .meta({
      openapi: {
        method: "POST",
        path: "/feature-requests/{feature_request_id}/comments/{id}/report/",
        summary: "Report a comment",
      },
      errors: ["feature_request_not_found", "feature_request_comment_not_found", "banned", "too_many_requests"],
    })
    .input(z.strictObject({ ...requestPath, id: idSchema, ...reportMembers }))
    .output(success)
    .mutation(async ({ ctx, input: { feature_request_id, id, ...said } }) => {
      await report(ctx, threadOfRequest(ctx, feature_request_id), id, said);
      return { detail: "reported" };
    }),

  reaction: reactionRouter,
});
