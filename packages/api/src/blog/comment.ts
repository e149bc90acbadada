import { idSchema } from "@daymark/domain/base/id";
import { success } from "@daymark/domain/base/successes";
import { blogPath } from "@daymark/domain/community/blog";
import {
  commentCreateMembers,
  commentListMembers,
  commentListSchema,
  commentReactionMembers,
  commentSchema,
  commentUpdateMembers,
  emojiCountSchema,
} from "@daymark/domain/community/comment";
import { reportMembers } from "@daymark/domain/community/thread";
import * as z from "zod/mini";
import { optionalProcedure, router, verifiedProcedure } from "../procedure/trpc.ts";
import { createComment, deleteComment, updateComment } from "../thread/comment.ts";
import { getComment, listComments } from "../thread/comment-list.ts";
import { deleteCommentReaction, setCommentReaction } from "../thread/comment-reaction.ts";
import { report } from "../thread/report.ts";
import { threadOfPost } from "./thread.ts";

/** Reactions to a comment: a user has at most one of each emoji. */
const reactionRouter = router({
  set: verifiedProcedure
    .meta({
      openapi: {
        method: "PUT",
        path: "/blogs/{blog_slug}/comments/{id}/reactions/{emoji}/",
        summary: "React to a comment; a repeat changes nothing",
      },
      invalidates: ["blog"],
      featureSwitch: "comments",
      errors: ["blog_not_found", "blog_comment_not_found", "banned", "too_many_requests"],
    })
    .input(z.strictObject({ ...blogPath, ...commentReactionMembers }))
    .output(emojiCountSchema)
    .mutation(({ ctx, input: { blog_slug, ...reacted } }) =>
      setCommentReaction(ctx, threadOfPost(ctx, blog_slug), reacted),
    ),

  delete: verifiedProcedure
    .meta({
      openapi: {
        method: "DELETE",
        path: "/blogs/{blog_slug}/comments/{id}/reactions/{emoji}/",
        summary: "Remove the caller's reaction to a comment, if there is one",
      },
      invalidates: ["blog"],
      errors: ["blog_not_found", "blog_comment_not_found", "too_many_requests"],
    })
    .input(z.strictObject({ ...blogPath, ...commentReactionMembers }))
    .output(success)
    .mutation(async ({ ctx, input: { blog_slug, ...reacted } }) => {
      await deleteCommentReaction(ctx, threadOfPost(ctx, blog_slug), reacted);
      return { detail: "blog_reaction_deleted" };
    }),
});

/** Comments on a post. */
export const blogCommentRouter = router({
  list: optionalProcedure
    .meta({
      openapi: {
        method: "GET",
        path: "/blogs/{blog_slug}/comments/",
        summary: "List the comments of a post, pinned first, then oldest first",
      },
      errors: ["blog_not_found", "invalid_cursor"],
    })
    .input(z.strictObject({ ...blogPath, ...commentListMembers }))
    .output(commentListSchema)
    .query(({ ctx, input: { blog_slug, ...page } }) => listComments(ctx, threadOfPost(ctx, blog_slug), page)),

  get: optionalProcedure
    .meta({
      openapi: { method: "GET", path: "/blogs/{blog_slug}/comments/{id}/", summary: "Get a comment or reply" },
      errors: ["blog_not_found", "blog_comment_not_found"],
    })
    .input(z.strictObject({ ...blogPath, id: idSchema }))
    .output(commentSchema)
    .query(({ ctx, input: { blog_slug, id } }) => getComment(ctx, threadOfPost(ctx, blog_slug), id)),

  create: verifiedProcedure
    .meta({
      openapi: {
        method: "POST",
        path: "/blogs/{blog_slug}/comments/",
        summary: "Comment on a post or reply to a comment",
        status: 201,
      },
      invalidates: ["blog"],
      featureSwitch: "comments",
      errors: ["blog_not_found", "banned", "too_many_requests"],
    })
    .input(z.strictObject({ ...blogPath, ...commentCreateMembers }))
    .output(commentSchema)
    .mutation(({ ctx, input: { blog_slug, ...comment } }) => createComment(ctx, threadOfPost(ctx, blog_slug), comment)),

  update: verifiedProcedure
    .meta({
      openapi: { method: "PATCH", path: "/blogs/{blog_slug}/comments/{id}/", summary: "Change a comment" },
      invalidates: ["blog"],
      errors: ["blog_not_found", "blog_comment_not_found", "banned", "too_many_requests"],
    })
    .input(z.strictObject({ ...blogPath, id: idSchema, ...commentUpdateMembers }))
    .output(commentSchema)
    .mutation(({ ctx, input: { blog_slug, ...change } }) => updateComment(ctx, threadOfPost(ctx, blog_slug), change)),

  delete: verifiedProcedure
    .meta({
      openapi: {
        method: "DELETE",
        path: "/blogs/{blog_slug}/comments/{id}/",
        summary: "Delete a comment",
      },
      audit: { target: ["blog_comment {id}"] },
      invalidates: ["blog"],
      errors: ["blog_not_found", "blog_comment_not_found"],
    })
    .input(z.strictObject({ ...blogPath, id: idSchema }))
    .output(success)
    .mutation(async ({ ctx, input: { blog_slug, id } }) => {
      await deleteComment(ctx, threadOfPost(ctx, blog_slug), id);
      return { detail: "blog_comment_deleted" };
    }),

  report: verifiedProcedure
    .meta({
      openapi: {
        method: "POST",
        path: "/blogs/{blog_slug}/comments/{id}/report/",
        summary: "Report a comment",
      },
      errors: ["blog_not_found", "blog_comment_not_found", "banned", "too_many_requests"],
    })
    .input(z.strictObject({ ...blogPath, id: idSchema, ...reportMembers }))
    .output(success)
    .mutation(async ({ ctx, input: { blog_slug, id, ...said } }) => {
      await report(ctx, threadOfPost(ctx, blog_slug), id, said);
      return { detail: "reported" };
    }),

  reaction: reactionRouter,
});
