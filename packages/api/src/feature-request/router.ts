import { success } from "@daymark/domain/base/successes";
import { shippedListInput, shippedListSchema } from "@daymark/domain/community/changelog";
import {
  featureRequestSchema,
  requestCloseInput,
  requestDecideInput,
  requestIdInput,
  requestListInput,
  requestListSchema,
  requestOpenInput,
  requestReportInput,
  requestSimilarInput,
  requestSimilarOutput,
} from "@daymark/domain/community/feature-request";
import { requestCreateInput, requestUpdateInput } from "@daymark/domain/community/request-input";
import { limit } from "../procedure/rate-limit.ts";
import { optionalProcedure, router, staffProcedure, verifiedProcedure } from "../procedure/trpc.ts";
import { setFollowing } from "../thread/follow.ts";
import { report } from "../thread/report.ts";
import { type Writer, withThread } from "../thread/source.ts";
import { requestCommentRouter } from "./comment.ts";
import { createRequest } from "./create.ts";
import { decide } from "./decide.ts";
import { deleteRequest } from "./delete.ts";
import { listShipped } from "./list-shipped.ts";
import { requestReactionRouter } from "./reaction.ts";
import { listRequests, readRequest } from "./read.ts";
import { listSimilar } from "./similar.ts";
import { threadOfRequest } from "./source.ts";
import { updateRequest } from "./update.ts";

/** Feature requests. Pending, rejected and hidden ones are visible only to their author and admins. */
export const featureRequestRouter = router({
  list: optionalProcedure
    .meta({
      openapi: { method: "GET", path: "/feature-requests/", summary: "List feature requests" },
      errors: ["invalid_cursor"],
    })
    .input(requestListInput)
    .output(requestListSchema)
    .query(({ ctx, input }) => listRequests(ctx.db.$client, ctx, input)),

  similar: optionalProcedure
    .meta({
      openapi: {
        method: "GET",
        path: "/feature-requests/similar/",
        summary: "Find feature requests with a similar title",
      },
    })
    .input(requestSimilarInput)
    .output(requestSimilarOutput)
    .query(async ({ ctx, input }) => ({ results: await listSimilar(ctx.db.$client, ctx, input.title) })),

  listShipped: optionalProcedure
    .meta({
      openapi: {
        method: "GET",
        path: "/feature-requests/shipped/",
        summary: "List the changelog: shipped feature requests, newest first",
      },
      errors: ["invalid_cursor"],
    })
    .input(shippedListInput)
    .output(shippedListSchema)
    .query(({ ctx, input }) => listShipped(ctx.db.$client, input)),

  get: optionalProcedure
    .meta({
      openapi: { method: "GET", path: "/feature-requests/{id}/", summary: "Get a feature request" },
      errors: ["feature_request_not_found"],
    })
    .input(requestIdInput)
    .output(featureRequestSchema)
    .query(({ ctx, input }) => readRequest(ctx.db.$client, ctx, input.id)),

  create: verifiedProcedure
    .meta({
      openapi: { method: "POST", path: "/feature-requests/", summary: "Create a feature request", status: 201 },
      featureSwitch: "feature_requests",
      errors: ["banned", "too_many_requests"],
    })
    .input(requestCreateInput)
    .output(featureRequestSchema)
    .mutation(({ ctx, input }) => createRequest(ctx, input)),

  update: verifiedProcedure
    .meta({
      openapi: { method: "PATCH", path: "/feature-requests/{id}/", summary: "Change a feature request" },
      audit: { target: ["feature_request {id}"], details: ["category"] },
      invalidates: ["board"],
      errors: ["feature_request_not_found", "banned", "too_many_requests"],
    })
    .input(requestUpdateInput)
    .output(featureRequestSchema)
    .mutation(({ ctx, input }) => updateRequest(ctx, input)),

  delete: verifiedProcedure
    .meta({
      openapi: { method: "DELETE", path: "/feature-requests/{id}/", summary: "Delete a feature request" },
      audit: { target: ["feature_request {id}"] },
      invalidates: ["board"],
      errors: ["feature_request_not_found", "conflict"],
    })
    .input(requestIdInput)
    .output(success)
    .mutation(async ({ ctx, input }) => {
      await deleteRequest(ctx, input.id);
      return { detail: "feature_request_deleted" };
    }),

  open: staffProcedure
    .meta({
      openapi: {
        method: "POST",
        path: "/feature-requests/{id}/open/",
        summary: "Open a feature request and set its stage",
      },
      audit: { target: ["feature_request {id}"], details: ["stage"] },
      invalidates: ["board"],
      errors: ["feature_request_not_found", "conflict"],
    })
    .input(requestOpenInput)
    .output(featureRequestSchema)
    .mutation(({ ctx, input }) => decide(ctx, { ...input, status: "open" })),

  close: staffProcedure
    .meta({
      openapi: {
        method: "POST",
        path: "/feature-requests/{id}/close/",
        summary: "Close a feature request as shipped, declined or duplicate",
      },
      audit: { target: ["feature_request {id}"], details: ["reason", "duplicate_of"] },
      invalidates: ["board"],
      errors: ["feature_request_not_found", "conflict"],
    })
    .input(requestCloseInput)
    .output(featureRequestSchema)
    .mutation(({ ctx, input }) => decide(ctx, { ...input, status: "closed" })),

  reject: staffProcedure
    .meta({
      openapi: { method: "POST", path: "/feature-requests/{id}/reject/", summary: "Reject a feature request" },
      audit: { target: ["feature_request {id}"] },
      invalidates: ["board"],
      errors: ["feature_request_not_found", "conflict"],
    })
    .input(requestDecideInput)
    .output(featureRequestSchema)
    .mutation(({ ctx, input }) => decide(ctx, { ...input, status: "rejected" })),

  pend: staffProcedure
    .meta({
      openapi: { method: "POST", path: "/feature-requests/{id}/pend/", summary: "Return a feature request to pending" },
      audit: { target: ["feature_request {id}"] },
      invalidates: ["board"],
      errors: ["feature_request_not_found", "conflict"],
    })
    .input(requestDecideInput)
    .output(featureRequestSchema)
    .mutation(({ ctx, input }) => decide(ctx, { ...input, status: "pending" })),

  follow: verifiedProcedure
    .meta({
      openapi: { method: "POST", path: "/feature-requests/{id}/follow/", summary: "Follow a feature request by email" },
      errors: ["feature_request_not_found", "too_many_requests"],
    })
    .input(requestIdInput)
    .output(success)
    .mutation(async ({ ctx, input }) => {
      await follow(ctx, input.id, true);
      return { detail: "feature_request_followed" };
    }),

  unfollow: verifiedProcedure
    .meta({
      openapi: { method: "DELETE", path: "/feature-requests/{id}/follow/", summary: "Unfollow a feature request" },
      errors: ["feature_request_not_found", "too_many_requests"],
    })
    .input(requestIdInput)
    .output(success)
    .mutation(async ({ ctx, input }) => {
      await follow(ctx, input.id, false);
      return { detail: "feature_request_unfollowed" };
    }),

  report: verifiedProcedure
    .meta({
      openapi: {
        method: "POST",
        path: "/feature-requests/{id}/report/",
        summary: "Report a feature request",
      },
      errors: ["feature_request_not_found", "banned", "too_many_requests"],
    })
    .input(requestReportInput)
    .output(success)
    .mutation(async ({ ctx, input: { id, ...said } }) => {
      await report(ctx, threadOfRequest(ctx, id), null, said);
      return { detail: "reported" };
    }),

  reaction: requestReactionRouter,
  comment: requestCommentRouter,
});

async function follow(ctx: Writer, id: number, following: boolean): Promise<void> {
  await limit(ctx, "follow", ctx.user.id);
  await withThread(ctx.db, threadOfRequest(ctx, id), (sql, thread) =>
    setFollowing(sql, { threadId: thread.id, userId: ctx.user.id }, following),
  );
}
