import { securityEvents } from "@daymark/db/schema/security-event";
import { sessions } from "@daymark/db/schema/session";
import {
  type SecurityEvent,
  securityEventListInput,
  securityEventListOfSessionInput,
  securityEventListSchema,
} from "@daymark/domain/account/security-event";
import { and, desc, eq, type SQL } from "drizzle-orm";
import { ApiError } from "../base/error.ts";
import { idPlace, isAfter, readCursor, rowsOfPage, toPage } from "../base/pagination.ts";
import type { Context } from "../procedure/context.ts";
import { accountProcedure, router } from "../procedure/trpc.ts";

export const securityEventRouter = router({
  list: accountProcedure
    .meta({
      openapi: {
        method: "GET",
        path: "/security-events/",
        summary: "List the security events of the caller, newest first",
      },
      errors: ["invalid_cursor"],
    })
    .input(securityEventListInput)
    .output(securityEventListSchema)
    .query(({ ctx, input }) => listEvents(ctx, input)),

  listOfSession: accountProcedure
    .meta({
      openapi: {
        method: "GET",
        path: "/auth/sessions/{id}/events/",
        summary: "List the events of a session, newest first",
      },
      errors: ["invalid_cursor", "session_not_found"],
    })
    .input(securityEventListOfSessionInput)
    .output(securityEventListSchema)
    .query(async ({ ctx, input }) => {
      const page = await listEvents(ctx, input, eq(securityEvents.session_id, input.id));
      // Events of an ended session can still be read; a session without events exists only while it is live.
      if (page.results.length === 0 && !(await hasSession(ctx, input.id))) throw new ApiError("session_not_found");
      return page;
    }),
});

type UserContext = Pick<Context, "db"> & { user: { id: number }; session: { id: string } };

async function listEvents(
  ctx: UserContext,
  { limit, cursor }: { limit?: number | undefined; cursor?: string | undefined },
  which?: SQL,
): Promise<{ results: SecurityEvent[]; next: string | null }> {
  const place = readCursor(idPlace, cursor);
  const rows = await ctx.db
    .select()
    .from(securityEvents)
    .where(and(eq(securityEvents.user_id, ctx.user.id), which, place ? isAfter([securityEvents.id], place) : undefined))
    .orderBy(desc(securityEvents.id))
    .limit(rowsOfPage(limit));
  const { results, next } = toPage(rows, limit, ({ id }) => [id]);
  return { results: results.map((row) => toEvent(row, ctx)), next };
}

async function hasSession(ctx: UserContext, id: string): Promise<boolean> {
  const rows = await ctx.db
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.userId, ctx.user.id), eq(sessions.id, id)));
  return rows.length > 0;
}

function toEvent(row: typeof securityEvents.$inferSelect, ctx: UserContext): SecurityEvent {
  return {
    id: row.id,
    kind: row.kind,
    session_id: row.session_id,
    is_current: row.session_id === ctx.session.id,
    os: row.os,
    browser: row.browser,
    address: row.address,
    location: row.location,
    created_at: row.created_at.toISOString(),
  };
}
