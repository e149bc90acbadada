import { appClients, connectedApps } from "@daymark/db/schema/connection/connected-app";
import {
  appRequestInput,
  appRequestOutput,
  connectedAppCreateInput,
  connectedAppCreateOutput,
  connectedAppIdInput,
  connectedAppListInput,
  connectedAppListSchema,
  deviceGetInput,
  deviceGetOutput,
  deviceSetInput,
  deviceSetOutput,
} from "@daymark/domain/account/connected-app";
import { and, desc, eq, gt } from "drizzle-orm";
import { lockAccount } from "../account-change/lock-account.ts";
import { record } from "../account-change/record-event.ts";
import { requireStepUp } from "../account-change/step-up.ts";
import { ApiError } from "../base/error.ts";
import { limit } from "../procedure/rate-limit.ts";
import { accountProcedure, router } from "../procedure/trpc.ts";
import { siteOf } from "./client-document.ts";
import { decideDevice, readDevice } from "./device.ts";
import { allowRequest, readRequest } from "./request.ts";

/**
 * Applications that a user lets act for them by OAuth. Neither a key nor an application reaches these procedures, so no
 * application can allow itself anything.
 */
export const connectedAppRouter = router({
  list: accountProcedure
    .meta({
      openapi: { method: "GET", path: "/connected-apps/", summary: "List connected applications, newest first" },
    })
    .input(connectedAppListInput)
    .output(connectedAppListSchema)
    .query(async ({ ctx }) => {
      const rows = await ctx.db
        .select({ connection: connectedApps, name: appClients.name, client_id: appClients.client_id })
        .from(connectedApps)
        .innerJoin(appClients, eq(appClients.id, connectedApps.app_client_id))
        .where(and(eq(connectedApps.user_id, ctx.user.id), gt(connectedApps.expires_at, new Date(ctx.now()))))
        .orderBy(desc(connectedApps.created_at), desc(connectedApps.id));
      const results = rows.map(
        ({ connection: { id, resource, scopes, last_used_at, created_at }, name, client_id }) => ({
          id,
          name,
          site: siteOf(client_id),
          resource,
          scopes,
          last_used_at: last_used_at?.toISOString() ?? null,
          created_at: created_at.toISOString(),
        }),
      );
      return { results, next: null };
    }),

  delete: accountProcedure
    .meta({
      openapi: { method: "DELETE", path: "/connected-apps/{id}/", summary: "Disconnect an application immediately" },
      errors: ["not_found"],
    })
    .input(connectedAppIdInput)
    .output(connectedAppIdInput)
    .mutation(async ({ ctx, input }) => {
      const own = and(eq(connectedApps.id, input.id), eq(connectedApps.user_id, ctx.user.id));
      await ctx.db.transaction(async (tx) => {
        await lockAccount(tx, ctx);
        const ended = await tx.delete(connectedApps).where(own).returning({ id: connectedApps.id });
        if (ended.length === 0) throw new ApiError("not_found");
        await record(ctx, tx, "app_disconnected");
      });
      // The trigger of the access tokens notifies the other nodes. This node refuses them as soon as it answers.
      ctx.services.sessions.forget(ctx.user.id);
      return { id: input.id };
    }),

  /** What an application requests, for the consent page. */
  getRequest: accountProcedure
    .meta({
      openapi: { method: "GET", path: "/connected-apps/request/", summary: "Get what an application asks for" },
      errors: ["too_many_requests", "unavailable"],
    })
    .input(appRequestInput)
    .output(appRequestOutput)
    .query(async ({ ctx, input }) => (await readRequest(ctx, input)).output),

  /** The user allows it. The answer has the code, so it is never stored. */
  create: accountProcedure
    .meta({
      openapi: {
        method: "POST",
        path: "/connected-apps/",
        summary: "Allow an application what it asks for, or less",
        status: 201,
      },
      hasSecretAnswer: true,
      errors: ["step_up_required", "too_many_requests", "conflict", "unavailable"],
    })
    .input(connectedAppCreateInput)
    .output(connectedAppCreateOutput)
    .mutation(async ({ ctx, input: { access, ...request } }) => {
      await requireStepUp(ctx, {});
      await limit(ctx, "app_consent", ctx.user.id);
      return { redirect_to: await allowRequest(ctx, request, access) };
    }),

  /** What a device requests, by the code that it shows. */
  getDevice: accountProcedure
    .meta({
      openapi: { method: "GET", path: "/connected-apps/device/", summary: "Get what a device asks for, by its code" },
      errors: ["too_many_requests"],
    })
    .input(deviceGetInput)
    .output(deviceGetOutput)
    .query(({ ctx, input }) => readDevice(ctx, input.user_code)),

  setDevice: accountProcedure
    .meta({
      openapi: { method: "PUT", path: "/connected-apps/device/", summary: "Allow or refuse a device" },
      errors: ["step_up_required", "too_many_requests", "conflict"],
    })
    .input(deviceSetInput)
    .output(deviceSetOutput)
    .mutation(async ({ ctx, input }) => {
      if (input.decision === "allow") await requireStepUp(ctx, {});
      await decideDevice(ctx, input);
      return { decision: input.decision };
    }),
});
