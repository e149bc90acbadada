import { success } from "@daymark/domain/base/successes";
import {
  notificationTargetCreateInput,
  notificationTargetIdInput,
  notificationTargetListInput,
  notificationTargetUpdateInput,
} from "@daymark/domain/connection/notification-input";
import { notificationTargetListSchema, notificationTargetSchema } from "@daymark/domain/notification/target";
import { stepUpErrors } from "../account-change/step-up.ts";
import { accountProcedure, router } from "../procedure/trpc.ts";
import { createTarget, deleteTarget, sendTest, updateTarget } from "./change.ts";
import { listTargets } from "./to-target.ts";

/** Services that show a user's reminders. No API key reaches them: a target sends data elsewhere. */
export const notificationTargetRouter = router({
  list: accountProcedure
    .meta({
      openapi: {
        method: "GET",
        path: "/notification-targets/",
        summary: "List notification targets, newest first, with what each answered last",
      },
    })
    .input(notificationTargetListInput)
    .output(notificationTargetListSchema)
    .query(async ({ ctx }) => ({
      results: await listTargets(ctx),
      next: null,
      kinds: [...ctx.services.notifier.kinds],
    })),

  create: accountProcedure
    .meta({
      openapi: {
        method: "POST",
        path: "/notification-targets/",
        summary: "Add a notification target: ntfy, Gotify, Telegram, Matrix or Apprise",
        status: 201,
      },
      checksCredential: true,
      errors: ["conflict", ...stepUpErrors],
    })
    .input(notificationTargetCreateInput)
    .output(notificationTargetSchema)
    .mutation(({ ctx, input }) => createTarget(ctx, input)),

  update: accountProcedure
    .meta({
      openapi: {
        method: "PATCH",
        path: "/notification-targets/{id}/",
        summary: "Change a notification target; another address needs its secrets again",
      },
      checksCredential: true,
      errors: ["not_found", ...stepUpErrors],
    })
    .input(notificationTargetUpdateInput)
    .output(notificationTargetSchema)
    .mutation(({ ctx, input }) => updateTarget(ctx, input)),

  delete: accountProcedure
    .meta({
      openapi: {
        method: "DELETE",
        path: "/notification-targets/{id}/",
        summary: "Delete a notification target, also from the reminders that have chosen it",
      },
      errors: ["not_found"],
      changes: ["reminder"],
    })
    .input(notificationTargetIdInput)
    .output(success)
    .mutation(async ({ ctx, input }) => {
      await deleteTarget(ctx, input.id);
      return { detail: "settings_updated" };
    }),

  sendTest: accountProcedure
    .meta({
      openapi: {
        method: "POST",
        path: "/notification-targets/{id}/test/",
        summary: "Send a test message; the list then shows what the service answered",
      },
      errors: ["not_found", "too_many_requests"],
    })
    .input(notificationTargetIdInput)
    .output(notificationTargetSchema)
    .mutation(({ ctx, input }) => sendTest(ctx, input.id)),
});
