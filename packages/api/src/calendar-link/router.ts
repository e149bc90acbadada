import { hash, randomBytes } from "node:crypto";
import { calendarLinks } from "@daymark/db/schema/connection/calendar-link";
import { fileSchema } from "@daymark/domain/base/file";
import { success } from "@daymark/domain/base/successes";
import {
  type CalendarLink,
  calendarLinkCreateInput,
  calendarLinkCreateOutput,
  calendarLinkIdInput,
  calendarLinkListInput,
  calendarLinkListSchema,
  calendarLinksMax,
  calendarReadInput,
} from "@daymark/domain/calendar/calendar-link";
import { and, count, desc, eq } from "drizzle-orm";
import { lockAccount } from "../account-change/lock-account.ts";
import { record } from "../account-change/record-event.ts";
import { ApiError } from "../base/error.ts";
import { createLinkQueue } from "../procedure/link-queue.ts";
import { limit } from "../procedure/rate-limit.ts";
import { accountProcedure, publicProcedure, router } from "../procedure/trpc.ts";
import { admitReader, readCalendar } from "./read.ts";

const tokenBytes = 32;
const linkEndLength = 4;

/** The text of a calendar takes some megabytes, and milliseconds of work for each habit: one at once bounds both. */
const inTurnOfCalendars = createLinkQueue({ atOnceMax: 1 });

/** Secret addresses at which calendar apps read a user's days. */
export const calendarLinkRouter = router({
  list: accountProcedure
    .meta({ openapi: { method: "GET", path: "/calendar-links/", summary: "List calendar addresses, newest first" } })
    .input(calendarLinkListInput)
    .output(calendarLinkListSchema)
    .query(async ({ ctx }) => {
      const rows = await ctx.db
        .select()
        .from(calendarLinks)
        .where(eq(calendarLinks.user_id, ctx.user.id))
        .orderBy(desc(calendarLinks.created_at), desc(calendarLinks.id));
      return { results: rows.map(toCalendarLink), next: null };
    }),

  create: accountProcedure
    .meta({
      openapi: {
        method: "POST",
        path: "/calendar-links/",
        summary: "Create a calendar address, which is shown only once",
        status: 201,
      },
      hasSecretAnswer: true,
      errors: ["conflict", "too_many_requests"],
    })
    .input(calendarLinkCreateInput)
    .output(calendarLinkCreateOutput)
    .mutation(async ({ ctx, input }) => {
      await limit(ctx, "calendar_link", ctx.user.id);
      const token = randomBytes(tokenBytes).toString("base64url");
      const row = await ctx.db.transaction(async (tx) => {
        // A parallel call that creates an address waits here, and then counts this one too.
        await lockAccount(tx, ctx);
        const own = eq(calendarLinks.user_id, ctx.user.id);
        const [held] = await tx.select({ links: count() }).from(calendarLinks).where(own);
        if ((held?.links ?? 0) >= calendarLinksMax) throw new ApiError("conflict", { values: { reason: "too_many" } });
        const rows = await tx
          .insert(calendarLinks)
          .values({
            user_id: ctx.user.id,
            token_hash: hash("sha256", token),
            token_end: token.slice(-linkEndLength),
            group_name: input.group_name || null,
            shows: input.shows,
            created_at: new Date(ctx.now()),
          })
          .returning();
        await record(ctx, tx, "calendar_link_created");
        return found(rows);
      });
      const url = `${ctx.services.outbox.publicUrl}/api/calendars/${token}/daymark.ics`;
      return { ...toCalendarLink(row), url };
    }),

  delete: accountProcedure
    .meta({
      openapi: {
        method: "DELETE",
        path: "/calendar-links/{id}/",
        summary: "Revoke a calendar address immediately",
      },
      errors: ["calendar_not_found"],
    })
    .input(calendarLinkIdInput)
    .output(success)
    .mutation(async ({ ctx, input }) => {
      const own = and(eq(calendarLinks.id, input.id), eq(calendarLinks.user_id, ctx.user.id));
      await ctx.db.transaction(async (tx) => {
        await lockAccount(tx, ctx);
        found(await tx.delete(calendarLinks).where(own).returning());
        await record(ctx, tx, "calendar_link_deleted");
      });
      return { detail: "calendar_link_deleted" };
    }),

  read: publicProcedure
    .meta({
      openapi: {
        method: "GET",
        path: "/calendars/{token}/daymark.ics/",
        summary: "Read a calendar at its secret address (iCalendar)",
        files: { "text/calendar": null },
      },
      errors: ["calendar_not_found", "too_many_requests"],
      takesOwnTurns: true,
    })
    .input(calendarReadInput)
    .output(fileSchema)
    .query(async ({ ctx, input: { token } }) => {
      const text = await inTurnOfCalendars(ctx, {
        admit: (db) => admitReader({ ...ctx, db }, token),
        read: () => readCalendar(ctx, token),
      });
      const bytes = Buffer.from(text);
      return {
        file_name: "daymark.ics",
        content_type: "text/calendar; charset=utf-8",
        content: new Blob([bytes]).stream(),
        bytes: bytes.length,
        etag: `W/"${hash("sha256", bytes, "base64url")}"`,
      };
    }),
});

type Row = typeof calendarLinks.$inferSelect;

function found(rows: readonly Row[]): Row {
  const [row] = rows;
  if (!row) throw new ApiError("calendar_not_found");
  return row;
}

function toCalendarLink(row: Row): CalendarLink {
  return {
    id: row.id,
    group_name: row.group_name,
    shows: row.shows,
    link_end: row.token_end,
    last_read_at: row.last_read_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  };
}
