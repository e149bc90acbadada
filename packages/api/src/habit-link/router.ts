import { hash, randomBytes } from "node:crypto";
import { habitLinks } from "@daymark/db/schema/connection/habit-link";
import { success } from "@daymark/domain/base/successes";
import {
  type HabitLink,
  type HabitLinkPurpose,
  habitLinkCreateInput,
  habitLinkCreateOutput,
  habitLinkIdInput,
  habitLinkListInput,
  habitLinkListSchema,
  habitLinksMax,
  pictureSchema,
  tapInput,
  tapSchema,
  tapTargetInput,
  tapTargetSchema,
} from "@daymark/domain/tracking/habit-link";
import { and, count, desc, eq } from "drizzle-orm";
import { lockAccount } from "../account-change/lock-account.ts";
import { record } from "../account-change/record-event.ts";
import { ApiError } from "../base/error.ts";
import { getHabit, titlesOf } from "../habit/list.ts";
import { callersToday } from "../procedure/context.ts";
import { createLinkQueue } from "../procedure/link-queue.ts";
import { limit } from "../procedure/rate-limit.ts";
import { accountProcedure, publicProcedure, router } from "../procedure/trpc.ts";
import { admitPicture, readPicture } from "./picture.ts";
import { readTapTarget, recordTap, undoTap } from "./tap.ts";

/**
 * The server reads two pictures at once, from two networks. So small pictures need not wait for that of many habits. A
 * picture needs little memory.
 */
const inTurnOfPictures = createLinkQueue({ atOnceMax: 2 });

const tokenBytes = 32;
const linkEndLength = 4;

/** Secret addresses of habits: those that record a tap, and those of pictures. */
export const habitLinkRouter = router({
  list: accountProcedure
    .meta({ openapi: { method: "GET", path: "/habit-links/", summary: "List habit links, newest first" } })
    .input(habitLinkListInput)
    .output(habitLinkListSchema)
    .query(async ({ ctx }) => {
      const rows = await ctx.db
        .select()
        .from(habitLinks)
        .where(eq(habitLinks.user_id, ctx.user.id))
        .orderBy(desc(habitLinks.created_at), desc(habitLinks.id));
      const titles = await titlesOf(ctx.db.$client, ctx.user.id);
      return { results: rows.map((row) => toHabitLink(row, titles)), next: null };
    }),

  create: accountProcedure
    .meta({
      openapi: {
        method: "POST",
        path: "/habit-links/",
        summary: "Create a habit link, which is shown only once",
        status: 201,
      },
      hasSecretAnswer: true,
      errors: ["habit_not_found", "conflict", "too_many_requests"],
    })
    .input(habitLinkCreateInput)
    .output(habitLinkCreateOutput)
    .mutation(async ({ ctx, input: { purpose, habit_id = null, shows_title = true } }) => {
      await limit(ctx, "habit_link", ctx.user.id);
      if (habit_id !== null) await getHabit(ctx.db.$client, ctx.user.id, habit_id, callersToday(ctx));
      const token = randomBytes(tokenBytes).toString("base64url");
      const row = await ctx.db.transaction(async (tx) => {
        // A parallel call that creates a link waits here, and then counts this one too.
        await lockAccount(tx, ctx);
        const own = eq(habitLinks.user_id, ctx.user.id);
        const [held] = await tx.select({ links: count() }).from(habitLinks).where(own);
        if ((held?.links ?? 0) >= habitLinksMax) throw new ApiError("conflict", { values: { reason: "too_many" } });
        const rows = await tx
          .insert(habitLinks)
          .values({
            ...{ user_id: ctx.user.id, habit_id, purpose, shows_title },
            token_hash: hash("sha256", token),
            token_end: token.slice(-linkEndLength),
            created_at: new Date(ctx.now()),
          })
          .returning();
        await record(ctx, tx, "habit_link_created");
        return found(rows);
      });
      const titles = await titlesOf(ctx.db.$client, ctx.user.id);
      return { ...toHabitLink(row, titles), url: `${ctx.services.outbox.publicUrl}${pathOf(purpose, token)}` };
    }),

  delete: accountProcedure
    .meta({
      openapi: { method: "DELETE", path: "/habit-links/{id}/", summary: "Revoke a habit link immediately" },
      errors: ["habit_link_not_found"],
    })
    .input(habitLinkIdInput)
    .output(success)
    .mutation(async ({ ctx, input }) => {
      const own = and(eq(habitLinks.id, input.id), eq(habitLinks.user_id, ctx.user.id));
      await ctx.db.transaction(async (tx) => {
        await lockAccount(tx, ctx);
        found(await tx.delete(habitLinks).where(own).returning());
        await record(ctx, tx, "habit_link_deleted");
      });
      return { detail: "habit_link_deleted" };
    }),

  tapTarget: publicProcedure
    .meta({
      openapi: { method: "GET", path: "/taps/{token}/", summary: "Get what a tap on a link would record" },
      errors: ["habit_link_not_found", "too_many_requests"],
    })
    .input(tapTargetInput)
    .output(tapTargetSchema)
    .query(({ ctx, input }) => readTapTarget(ctx, input.token)),

  tap: publicProcedure
    .meta({
      openapi: { method: "POST", path: "/taps/{token}/", summary: "Record a tap on a link, on its owner's today" },
      errors: ["habit_link_not_found", "habit_not_found", "too_many_requests"],
      takesOwnTurns: true,
    })
    .input(tapInput)
    .output(tapSchema)
    .mutation(({ ctx, input }) => recordTap(ctx, input.token, input.key ?? null)),

  picture: publicProcedure
    .meta({
      openapi: { method: "GET", path: "/pictures/{token}/", summary: "Read what the picture of a link shows" },
      errors: ["habit_link_not_found", "too_many_requests"],
      takesOwnTurns: true,
    })
    .input(tapTargetInput)
    .output(pictureSchema)
    .query(({ ctx, input: { token } }) =>
      inTurnOfPictures(ctx, {
        admit: (db) => admitPicture({ ...ctx, db }, token),
        read: () => readPicture(ctx, token),
      }),
    ),

  undoTap: publicProcedure
    .meta({
      openapi: { method: "POST", path: "/taps/{token}/undo/", summary: "Undo the last tap on a link" },
      errors: ["habit_link_not_found", "habit_not_found", "conflict", "too_many_requests"],
      takesOwnTurns: true,
    })
    .input(tapTargetInput)
    .output(tapSchema)
    .mutation(({ ctx, input }) => undoTap(ctx, input.token)),
});

function pathOf(purpose: HabitLinkPurpose, token: string): string {
  return purpose === "streak" || purpose === "year" ? `/badge/${token}.svg` : `/tap/${token}`;
}

type Row = typeof habitLinks.$inferSelect;

function found(rows: readonly Row[]): Row {
  const [row] = rows;
  if (!row) throw new ApiError("habit_link_not_found");
  return row;
}

function toHabitLink(row: Row, titles: ReadonlyMap<number, string>): HabitLink {
  return {
    id: row.id,
    purpose: row.purpose,
    habit_id: row.habit_id,
    title: row.habit_id === null ? null : (titles.get(row.habit_id) ?? null),
    shows_title: row.shows_title,
    link_end: row.token_end,
    last_used_at: row.last_used_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  };
}
