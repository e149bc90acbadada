import { idSchema } from "@daymark/domain/base/id";
import { success } from "@daymark/domain/base/successes";
import { requestPath } from "@daymark/domain/community/feature-request";
import { reactionSchema, reactionSetMembers, reactionSetOutput } from "@daymark/domain/community/thread";
import * as z from "zod/mini";
import { router, verifiedProcedure } from "../procedure/trpc.ts";
import { deleteReaction, setReaction, updateReaction } from "../thread/reaction.ts";
import { threadOfRequest } from "./source.ts";

/** Reactions to a feature request: one for each user. */
export const requestReactionRouter = router({
  set: verifiedProcedure
    .meta({
      openapi: {
        method: "POST",
        path: "/feature-requests/{feature_request_id}/reactions/",
        summary: "Like or dislike a feature request",
        status: 201,
        statusOf: ({ created }: { created: boolean }) => (created ? 201 : 200),
      },
      invalidates: ["board"],
      errors: ["feature_request_not_found", "banned", "too_many_requests", "conflict"],
    })
    .input(z.strictObject({ ...requestPath, ...reactionSetMembers }))
    .output(reactionSetOutput)
    .mutation(({ ctx, input: { feature_request_id, type } }) =>
      setReaction(ctx, threadOfRequest(ctx, feature_request_id), type),
    ),

  update: verifiedProcedure
    .meta({
      openapi: {
        method: "PATCH",
        path: "/feature-requests/{feature_request_id}/reactions/{id}/",
        summary: "Change a reaction",
      },
      invalidates: ["board"],
      errors: [
        "feature_request_not_found",
        "feature_request_reaction_not_found",
        "banned",
        "too_many_requests",
        "conflict",
      ],
    })
    .input(z.strictObject({ ...requestPath, id: idSchema, ...reactionSetMembers }))
    .output(reactionSchema)
    .mutation(({ ctx, input: { feature_request_id, ...change } }) =>
      updateReaction(ctx, threadOfRequest(ctx, feature_request_id), change),
    ),

  delete: verifiedProcedure
    .meta({
      openapi: {
        method: "DELETE",
        path: "/feature-requests/{feature_request_id}/reactions/{id}/",
        summary: "Remove a reaction",
      },
      invalidates: ["board"],
      errors: ["feature_request_not_found", "feature_request_reaction_not_found", "too_many_requests", "conflict"],
    })
    .input(z.strictObject({ ...requestPath, id: idSchema }))
    .output(success)
    .mutation(async ({ ctx, input: { feature_request_id, id } }) => {
      await deleteReaction(ctx, threadOfRequest(ctx, feature_request_id), id);
      return { detail: "feature_request_reaction_deleted" };
    }),
});
