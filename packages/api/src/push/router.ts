import { pushSubscriptions } from "@daymark/db/schema/reminder";
import { sessions } from "@daymark/db/schema/session";
import {
  type PushSubscription,
  pushIdInput,
  pushKeySchema,
  pushListInput,
  pushListSchema,
  pushSubscribeInput,
  pushSubscriptionSchema,
} from "@daymark/domain/account/push";
import { success } from "@daymark/domain/base/successes";
import { and, desc, eq, gt } from "drizzle-orm";
import * as z from "zod/mini";
import { ApiError } from "../base/error.ts";
import type { Context } from "../procedure/context.ts";
import { limit } from "../procedure/rate-limit.ts";
import { accountProcedure, router } from "../procedure/trpc.ts";
import { subscribe } from "./subscribe.ts";
import { sendTest } from "./test-notice.ts";

/** Browsers that show push notifications. Each belongs to its session, so no API key can have one. */
export const pushRouter = router({
  key: accountProcedure
    .meta({ openapi: { method: "GET", path: "/push/key/", summary: "Get the key to subscribe with" } })
    .input(z.strictObject({}))
    .output(pushKeySchema)
    .query(({ ctx }) => ({ key: ctx.services.push.publicKey })),

  list: accountProcedure
    .meta({
      openapi: {
        method: "GET",
        path: "/push/subscriptions/",
        summary: "List the browsers that show notifications, newest first",
      },
    })
    .input(pushListInput)
    .output(pushListSchema)
    .query(async ({ ctx }) => {
      const rows = await ctx.db
        .select(columns)
        .from(pushSubscriptions)
        .innerJoin(sessions, eq(sessions.id, pushSubscriptions.session_id))
        .where(and(eq(pushSubscriptions.user_id, ctx.user.id), gt(sessions.expiresAt, new Date(ctx.now()))))
        .orderBy(desc(pushSubscriptions.created_at), desc(pushSubscriptions.id));
      return { results: rows.map((row) => toPushSubscription(row, ctx)), next: null };
    }),

  subscribe: accountProcedure
    .meta({
      openapi: {
        method: "POST",
        path: "/push/subscriptions/",
        summary: "Subscribe this session's browser to notifications",
        status: 201,
      },
      changes: ["reminder"],
      featureSwitch: "push",
    })
    .input(pushSubscribeInput)
    .output(pushSubscriptionSchema)
    .mutation(async ({ ctx, input }) => {
      const id = await subscribe(ctx, input);
      const [row] = await ctx.db
        .select(columns)
        .from(pushSubscriptions)
        .innerJoin(sessions, eq(sessions.id, pushSubscriptions.session_id))
        .where(ownSubscription(ctx, id));
      if (!row) throw new ApiError("session_terminated");
      return toPushSubscription(row, ctx);
    }),

  delete: accountProcedure
    .meta({
      openapi: {
        method: "DELETE",
        path: "/push/subscriptions/{id}/",
        summary: "Unsubscribe a browser from notifications",
      },
      errors: ["push_subscription_not_found"],
      changes: ["reminder"],
    })
    .input(pushIdInput)
    .output(success)
    .mutation(async ({ ctx, input }) => {
      const gone = await ctx.db
        .delete(pushSubscriptions)
        .where(ownSubscription(ctx, input.id))
        .returning({ id: pushSubscriptions.id });
      if (gone.length === 0) throw new ApiError("push_subscription_not_found");
      return { detail: "push_subscription_deleted" };
    }),

  sendTest: accountProcedure
    .meta({
      openapi: { method: "POST", path: "/push/test/", summary: "Send a test notification to this session's browser" },
      errors: ["push_subscription_not_found", "too_many_requests"],
    })
    .input(z.strictObject({}))
    .output(success)
    .mutation(async ({ ctx }) => {
      await limit(ctx, "push_test", ctx.user.id);
      await sendTest(ctx);
      return { detail: "push_test_sent" };
    }),
});

const columns = {
  id: pushSubscriptions.id,
  session_id: pushSubscriptions.session_id,
  device_type: sessions.device_type,
  os: sessions.os,
  browser: sessions.browser,
  created_at: pushSubscriptions.created_at,
};

function ownSubscription(ctx: { user: { id: number } }, id: number) {
  return and(eq(pushSubscriptions.user_id, ctx.user.id), eq(pushSubscriptions.id, id));
}

type Row = Omit<PushSubscription, "created_at" | "is_current"> & { session_id: string; created_at: Date };

function toPushSubscription(
  { session_id, created_at, ...row }: Row,
  ctx: Pick<Context, "now"> & { session: { id: string } },
): PushSubscription {
  return { ...row, created_at: created_at.toISOString(), is_current: session_id === ctx.session.id };
}
