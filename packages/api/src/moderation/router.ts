import { success } from "@daymark/domain/base/successes";
import {
  banInput,
  banListInput,
  banListSchema,
  banOutput,
  hideInput,
  lockInput,
  lockOutput,
  moderatedSchema,
  pinInput,
  reportListInput,
  reportListSchema,
  resolveInput,
  unbanInput,
} from "@daymark/domain/community/moderation";
import { threadOfPost } from "../blog/thread.ts";
import { threadOfRequest } from "../feature-request/source.ts";
import { adminProcedure, router } from "../procedure/trpc.ts";
import { liftBan, listBans, setBan } from "./ban.ts";
import { setHidden, setLocked, setPinned } from "./mark.ts";
import { listReports } from "./report-list.ts";
import { resolveReports } from "./resolve.ts";

/** The errors of any procedure about an item. */
const missing = ["feature_request_not_found", "feature_request_comment_not_found", "blog_comment_not_found"] as const;

/** Moderation of public content by admins. */
export const moderationRouter = router({
  reports: adminProcedure
    .meta({
      openapi: { method: "GET", path: "/admin/moderation/reports/", summary: "List reports, oldest first" },
      errors: ["invalid_cursor"],
    })
    .input(reportListInput)
    .output(reportListSchema)
    .query(({ ctx, input }) => listReports(ctx.services.replica.$client, input)),

  resolve: adminProcedure
    .meta({
      openapi: {
        method: "POST",
        path: "/admin/moderation/reports/resolve/",
        summary: "Resolve a report: keep, hide or delete",
      },
      audit: { target: ["{kind} {id}"], details: ["resolution"] },
      invalidates: ["blog", "board"],
      errors: [...missing, "report_not_found", "conflict"],
    })
    .input(resolveInput)
    .output(success)
    .mutation(async ({ ctx, input: { resolution, ...thing } }) => {
      await resolveReports(ctx, thing, resolution);
      return { detail: "report_resolved" };
    }),

  hide: adminProcedure
    .meta({
      openapi: {
        method: "POST",
        path: "/admin/moderation/hide/",
        summary: "Hide or show a comment or request",
      },
      audit: { target: ["{kind} {id}"], details: ["hidden"] },
      invalidates: ["blog", "board"],
      errors: [...missing],
    })
    .input(hideInput)
    .output(moderatedSchema)
    .mutation(({ ctx, input: { hidden, ...thing } }) => setHidden(ctx, thing, hidden)),

  pin: adminProcedure
    .meta({
      openapi: {
        method: "POST",
        path: "/admin/moderation/pin/",
        summary: "Pin or unpin a comment or request",
      },
      audit: { target: ["{kind} {id}"], details: ["pinned"] },
      invalidates: ["blog", "board"],
      errors: [...missing, "conflict"],
    })
    .input(pinInput)
    .output(moderatedSchema)
    .mutation(({ ctx, input: { pinned, ...thing } }) => setPinned(ctx, thing, pinned)),

  lock: adminProcedure
    .meta({
      openapi: { method: "POST", path: "/admin/moderation/lock/", summary: "Lock or unlock comments" },
      audit: { target: ["post {blog_slug}", "feature_request {feature_request_id}"], details: ["locked"] },
      invalidates: ["blog", "board"],
      errors: ["blog_not_found", "feature_request_not_found"],
    })
    .input(lockInput)
    .output(lockOutput)
    .mutation(({ ctx, input: { blog_slug, feature_request_id = 0, locked } }) => {
      const source = blog_slug === undefined ? threadOfRequest(ctx, feature_request_id) : threadOfPost(ctx, blog_slug);
      return setLocked(ctx, source, locked);
    }),

  bans: adminProcedure
    .meta({
      openapi: { method: "GET", path: "/admin/moderation/bans/", summary: "List bans, newest first" },
      errors: ["invalid_cursor"],
    })
    .input(banListInput)
    .output(banListSchema)
    .query(({ ctx, input }) => listBans({ db: ctx.services.replica, now: ctx.now }, input)),

  ban: adminProcedure
    .meta({
      openapi: {
        method: "POST",
        path: "/admin/moderation/bans/",
        summary: "Ban a user from posting",
        status: 201,
        statusOf: ({ created }: { created: boolean }) => (created ? 201 : 200),
      },
      audit: { target: ["user {username}"], details: ["until"] },
      errors: ["user_not_found", "conflict"],
    })
    .input(banInput)
    .output(banOutput)
    .mutation(({ ctx, input }) => setBan(ctx, input)),

  unban: adminProcedure
    .meta({
      openapi: { method: "DELETE", path: "/admin/moderation/bans/{username}/", summary: "Lift a ban" },
      audit: { target: ["user {username}"] },
      errors: ["user_not_found"],
    })
    .input(unbanInput)
    .output(success)
    .mutation(async ({ ctx, input }) => {
      await liftBan(ctx, input.username);
      return { detail: "ban_lifted" };
    }),
});
