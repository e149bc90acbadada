import { sessions } from "@daymark/db/schema/session";
import {
  type Session,
  sessionEndAllInput,
  sessionEndAllOutput,
  sessionIdInput,
  sessionListSchema,
  sessionSchema,
} from "@daymark/domain/account/session";
import { wholeListMembers } from "@daymark/domain/base/pagination";
import { success } from "@daymark/domain/base/successes";
import { and, desc, eq, gt } from "drizzle-orm";
import * as z from "zod/mini";
import { lockAccount } from "../account-change/lock-account.ts";
import { record } from "../account-change/record-event.ts";
import { requireStepUp, stepUpErrors } from "../account-change/step-up.ts";
import { ApiError } from "../base/error.ts";
import type { Context } from "../procedure/context.ts";
import { limit } from "../procedure/rate-limit.ts";
import { accountProcedure, router } from "../procedure/trpc.ts";

export const sessionRouter = router({
  list: accountProcedure
    .meta({ openapi: { method: "GET", path: "/auth/sessions/", summary: "List sessions" } })
    .input(z.strictObject(wholeListMembers))
    .output(sessionListSchema)
    .query(async ({ ctx }) => {
      const rows = await ctx.db
        .select()
        .from(sessions)
        .where(isLive(ctx))
        .orderBy(desc(sessions.last_active_at), desc(sessions.created_at), sessions.id);
      return { results: rows.map((row) => toSession(row, ctx)), next: null };
    }),

  get: accountProcedure
    .meta({
      openapi: { method: "GET", path: "/auth/sessions/{id}/", summary: "Get a session" },
      errors: ["session_not_found"],
    })
    .input(sessionIdInput)
    .output(sessionSchema)
    .query(async ({ ctx, input }) => {
      const [row] = await ctx.db
        .select()
        .from(sessions)
        .where(and(isLive(ctx), eq(sessions.id, input.id)));
      if (!row) throw new ApiError("session_not_found");
      return toSession(row, ctx);
    }),

  end: accountProcedure
    .meta({
      openapi: { method: "PATCH", path: "/auth/sessions/{id}/", summary: "End a session" },
      errors: ["session_not_found"],
    })
    .input(sessionIdInput)
    .output(success)
    .mutation(async ({ ctx, input }) => {
      await ctx.db.transaction(async (tx) => {
        await lockAccount(tx, ctx);
        if (!(await ctx.services.sessions.end(tx, ctx.user.id, input.id))) throw new ApiError("session_not_found");
        await record(ctx, tx, "session_ended");
      });
      ctx.services.sessions.forget(ctx.user.id);
      return { detail: "session_terminated" };
    }),

  endAll: accountProcedure
    .meta({
      openapi: { method: "PATCH", path: "/auth/sessions/", summary: "End all sessions, or all others" },
      errors: stepUpErrors,
    })
    .input(sessionEndAllInput)
    .output(sessionEndAllOutput)
    .mutation(async ({ ctx, input }) => {
      // Each session has its own counter, so that the calls of a thief do not use up those of the owner.
      await limit(ctx, "end_sessions", ctx.session.id);
      await requireStepUp(ctx, input);
      const keep = input.keep_current ? ctx.session.id : null;
      const terminated = await ctx.db.transaction(async (tx) => {
        await lockAccount(tx, ctx);
        const count = await ctx.services.sessions.endAll(tx, ctx.user.id, { keep });
        if (count > 0) await record(ctx, tx, "sessions_ended");
        return count;
      });
      ctx.services.sessions.forget(ctx.user.id);
      return { detail: "sessions_terminated", terminated };
    }),
});

type UserContext = Pick<Context, "now"> & { user: { id: number }; session: { id: string } };

/** The caller's sessions that have not expired; a job deletes the expired ones later. */
function isLive(ctx: UserContext) {
  return and(eq(sessions.userId, ctx.user.id), gt(sessions.expiresAt, new Date(ctx.now())));
}

function toSession(row: typeof sessions.$inferSelect, ctx: UserContext): Session {
  const is_current = row.id === ctx.session.id;
  return {
    id: row.id,
    device_type: row.device_type,
    os: row.os,
    browser: row.browser,
    location: row.location,
    network: row.network,
    is_automated: row.is_automated,
    created_at: row.created_at.toISOString(),
    // The column is written once a minute, but the calling session is active now.
    last_active_at: (is_current ? new Date(ctx.now()) : row.last_active_at).toISOString(),
    expires_at: row.expiresAt.toISOString(),
    is_current,
  };
}
