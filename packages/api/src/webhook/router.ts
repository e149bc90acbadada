import { success } from "@daymark/domain/base/successes";
import {
  deliveryIdInput,
  deliveryListInput,
  webhookCreateInput,
  webhookIdInput,
  webhookListInput,
  webhookRotateInput,
  webhookUpdateInput,
} from "@daymark/domain/connection/webhook-input";
import {
  deliveryDetailSchema,
  deliveryListSchema,
  deliverySchema,
  webhookListSchema,
  webhookSchema,
  webhookSecretSchema,
} from "@daymark/domain/webhook/webhook";
import { stepUpErrors } from "../account-change/step-up.ts";
import { accountProcedure, router } from "../procedure/trpc.ts";
import { createWebhook, deleteWebhook, rotateSecret, updateWebhook } from "./change.ts";
import { getDelivery, listDeliveries, replay, sendTest } from "./log.ts";
import { listWebhooks } from "./to-webhook.ts";

/** Addresses to which the server sends a user's events. No API key reaches them: a webhook sends data elsewhere. */
export const webhookRouter = router({
  list: accountProcedure
    .meta({ openapi: { method: "GET", path: "/webhooks/", summary: "List webhooks, newest first" } })
    .input(webhookListInput)
    .output(webhookListSchema)
    .query(async ({ ctx }) => ({ results: await listWebhooks(ctx.db, ctx.user.id, ctx.now()), next: null })),

  create: accountProcedure
    .meta({
      openapi: {
        method: "POST",
        path: "/webhooks/",
        summary: "Add a webhook, whose secret is shown only once",
        status: 201,
      },
      hasSecretAnswer: true,
      errors: ["conflict", ...stepUpErrors],
    })
    .input(webhookCreateInput)
    .output(webhookSecretSchema)
    .mutation(({ ctx, input }) => createWebhook(ctx, input)),

  update: accountProcedure
    .meta({
      openapi: { method: "PATCH", path: "/webhooks/{id}/", summary: "Change a webhook, or turn it on or off" },
      errors: ["not_found", ...stepUpErrors],
    })
    .input(webhookUpdateInput)
    .output(webhookSchema)
    .mutation(({ ctx, input }) => updateWebhook(ctx, input)),

  rotateSecret: accountProcedure
    .meta({
      openapi: {
        method: "POST",
        path: "/webhooks/{id}/secret/",
        summary: "Give a webhook a new secret; the old one also signs for 24 hours",
      },
      hasSecretAnswer: true,
      errors: ["not_found", ...stepUpErrors],
    })
    .input(webhookRotateInput)
    .output(webhookSecretSchema)
    .mutation(({ ctx, input }) => rotateSecret(ctx, input)),

  delete: accountProcedure
    .meta({
      openapi: { method: "DELETE", path: "/webhooks/{id}/", summary: "Delete a webhook with its log" },
      errors: ["not_found"],
    })
    .input(webhookIdInput)
    .output(success)
    .mutation(async ({ ctx, input }) => {
      await deleteWebhook(ctx, input.id);
      return { detail: "settings_updated" };
    }),

  sendTest: accountProcedure
    .meta({
      openapi: {
        method: "POST",
        path: "/webhooks/{id}/test/",
        summary: "Send a test message, also to a webhook that is off",
      },
      errors: ["not_found", "too_many_requests"],
    })
    .input(webhookIdInput)
    .output(deliverySchema)
    .mutation(({ ctx, input }) => sendTest(ctx, input.id)),

  delivery: router({
    list: accountProcedure
      .meta({
        openapi: {
          method: "GET",
          path: "/webhooks/{id}/deliveries/",
          summary: "List the deliveries of the last 7 days, newest first",
        },
        errors: ["not_found", "invalid_cursor"],
      })
      .input(deliveryListInput)
      .output(deliveryListSchema)
      .query(({ ctx, input }) => listDeliveries(ctx, input)),

    get: accountProcedure
      .meta({
        openapi: {
          method: "GET",
          path: "/webhooks/{id}/deliveries/{delivery_id}/",
          summary: "Get a delivery with what was sent and answered",
        },
        errors: ["not_found"],
      })
      .input(deliveryIdInput)
      .output(deliveryDetailSchema)
      .query(({ ctx, input }) => getDelivery(ctx, input)),

    replay: accountProcedure
      .meta({
        openapi: {
          method: "POST",
          path: "/webhooks/{id}/deliveries/{delivery_id}/replay/",
          summary: "Send a message again, with the same id",
        },
        errors: ["not_found", "too_many_requests"],
      })
      .input(deliveryIdInput)
      .output(deliverySchema)
      .mutation(({ ctx, input }) => replay(ctx, input)),
  }),
});
