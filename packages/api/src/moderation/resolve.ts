import type { Sql } from "@daymark/db/connection/client";
import type { Resolution, Thing } from "@daymark/domain/community/moderation";
import { ApiError } from "../base/error.ts";
import { removeRequest } from "../feature-request/delete.ts";
import type { StaffContext } from "../procedure/context.ts";
import { removeComment } from "../thread/comment.ts";
import { withFamily } from "../thread/merged-thread.ts";
import { audit, findThing, tableOf, withThing } from "./thing.ts";

/**
 * Resolves all open reports of an item: it stays as it is, is hidden, or is deleted.
 *
 * @throws ApiError report_not_found if no report is open; …_not_found if the item was deleted
 */
export async function resolveReports(ctx: StaffContext, thing: Thing, resolution: Resolution): Promise<void> {
  if (thing.kind === "feature_request" && resolution === "delete") {
    const { threadId } = await findThing(ctx.db.$client, thing);
    await withFamily(ctx.db, [threadId], async (sql, family) => {
      await settleReports(ctx, sql, thing, { threadId, resolution });
      await removeRequest(sql, threadId, family);
    });
  } else {
    await withThing(ctx.db, thing, async (sql, { threadId }) => {
      await settleReports(ctx, sql, thing, { threadId, resolution });
      if (resolution === "hide") await hide(sql, thing);
      if (resolution === "delete") await removeComment(sql, thing.id);
    });
  }
  audit(ctx, resolution, { kind: thing.kind, id: thing.id });
}

async function settleReports(
  ctx: StaffContext,
  sql: Sql,
  { kind, id }: Thing,
  { threadId, resolution }: { threadId: number; resolution: Resolution },
): Promise<void> {
  const isOfThing = kind === "feature_request" ? sql`comment_id is null` : sql`comment_id = ${id}`;
  const settled = await sql`
    update reports set resolved_at = now(), resolution = ${resolution}, resolved_by = ${ctx.user.id}
    where thread_id = ${threadId} and ${isOfThing} and resolved_at is null
    returning 1`;
  if (settled.length === 0) throw new ApiError("report_not_found");
}

async function hide(sql: Sql, thing: Thing): Promise<void> {
  await sql`update ${tableOf(sql, thing)} set hidden_at = coalesce(hidden_at, now()) where id = ${thing.id}`;
}
