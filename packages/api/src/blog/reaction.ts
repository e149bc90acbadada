import { idSchema } from "@daymark/domain/base/id";
import { success } from "@daymark/domain/base/successes";
import { blogPath } from "@daymark/domain/community/blog";
import { reactionSchema, reactionSetMembers, reactionSetOutput } from "@daymark/domain/community/thread";
import * as z from "zod/mini";
import { router, verifiedProcedure } from "../procedure/trpc.ts";
import { deleteReaction, setReaction, updateReaction } from "../thread/reaction.ts";
import { threadOfPost } from "./thread.ts";

/** Reactions to a post: one for each user. */
export const blogReactionRouter = router({
  set: verifiedProcedure
    .meta({
      openapi: {
        method: "POST",
        path: "/blogs/{blog_slug}/reactions/",
        summary: "Like or dislike a post",
        status: 201,
        statusOf: ({ created }: { created: boolean }) => (created ? 201 : 200),
      },
      invalidates: ["blog"],
      errors: ["blog_not_found", "banned", "too_many_requests", "conflict"],
    })
    .input(z.strictObject({ ...blogPath, ...reactionSetMembers }))
    .output(reactionSetOutput)
    .mutation(({ ctx, input: { blog_slug, type } }) => setReaction(ctx, threadOfPost(ctx, blog_slug), type)),

  update: verifiedProcedure
    .meta({
      openapi: { method: "PATCH", path: "/blogs/{blog_slug}/reactions/{id}/", summary: "Change a reaction" },
      invalidates: ["blog"],
      errors: ["blog_not_found", "blog_reaction_not_found", "banned", "too_many_requests", "conflict"],
    })
    .input(z.strictObject({ ...blogPath, id: idSchema, ...reactionSetMembers }))
    .output(reactionSchema)
    .mutation(({ ctx, input: { blog_slug, ...change } }) => updateReaction(ctx, threadOfPost(ctx, blog_slug), change)),

  delete: verifiedProcedure
    .meta({
      openapi: { method: "DELETE", path: "/blogs/{blog_slug}/reactions/{id}/", summary: "Remove a reaction" },
      invalidates: ["blog"],
      errors: ["blog_not_found", "blog_reaction_not_found", "too_many_requests", "conflict"],
    })
    .input(z.strictObject({ ...blogPath, id: idSchema }))
    .output(success)
    .mutation(async ({ ctx, input: { blog_slug, id } }) => {
      await deleteReaction(ctx, threadOfPost(ctx, blog_slug), id);
      return { detail: "blog_reaction_deleted" };
    }),
});
